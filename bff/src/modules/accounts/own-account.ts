import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../../database/database.ts';
import { HttpError } from '../../http/http-error.ts';
import { type AccountRow, lockAccount } from './accounts.repository.ts';
import { requirePassword } from './current-password.ts';

/** A call within a session: its transaction sees the account alone. */
export interface OwnCall {
  request: FastifyRequest;
  tx: Transaction;
  account: { account_id: string };
}

/** The account of the session; keeps other changes of it waiting until the transaction ends. */
export async function lockOwnAccount(tx: Transaction, accountId: string): Promise<AccountRow> {
  const account = await lockAccount(tx, accountId);
  if (account === undefined) throw new HttpError('unauthenticated');
  return account;
}

/** The same, once its password has been given. */
export async function lockByPassword({ tx, account }: OwnCall, currentPassword: string): Promise<AccountRow> {
  const row = await lockOwnAccount(tx, account.account_id);
  await requirePassword(row, currentPassword);
  return row;
}
