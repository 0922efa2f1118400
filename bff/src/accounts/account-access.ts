import { agreement } from '@portal/contract/agreement';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../database/database.ts';
import { HttpError } from '../errors/http-error.ts';
import { type AccountRow, lockAccount } from './accounts.repository.ts';
import { requirePassword } from './passwords.ts';

/** Whether the agreement in force is still to be accepted; nothing else is open until then. */
export function owesDpu(account: { dpu_version: string | null }): boolean {
  return account.dpu_version !== agreement.version;
}

/** 403 for an account that is closed, for now or for good: it may log out and nothing else. */
export function refuseSuspended(account: { status: string }): void {
  if (isSuspended(account)) throw new HttpError('account_suspended');
}

export function isSuspended({ status }: { status: string }): boolean {
  return status === 'suspended' || status === 'closed';
}

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
