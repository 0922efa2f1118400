import { agreement } from '@portal/contract/agreement';
import type { StepUp } from '@portal/contract/password';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../database/database.ts';
import { HttpError } from '../errors/http-error.ts';
import { type AccountRow, lockAccount } from './accounts.repository.ts';
import { requirePassword } from './passwords.ts';

/** Whether the account has not yet accepted the agreement in force. Until it does, nothing else is allowed. */
export function owesDpu(account: { dpu_version: string | null }): boolean {
  return account.dpu_version !== agreement.version;
}

/** Throws 403 for a suspended or closed account: it may only log out. */
export function refuseSuspended(account: { status: string }): void {
  if (isSuspended(account)) throw new HttpError('account_suspended');
}

export function isSuspended({ status }: { status: string }): boolean {
  return status === 'suspended' || status === 'closed';
}

/** A request within a session; its transaction sees only this account. */
export interface OwnRequest<Body> {
  request: FastifyRequest;
  tx: Transaction;
  account: { account_id: string };
  body: Body;
}

/** Locks the session's account until the transaction ends and returns it. Throws 401 if it is gone. */
export async function lockOwnAccount(tx: Transaction, accountId: string): Promise<AccountRow> {
  const account = await lockAccount(tx, accountId);
  if (account === undefined) throw new HttpError('unauthenticated');
  return account;
}

/** Locks the session's account after checking its password. Throws 422 if the password is wrong. */
export async function lockByPassword({ tx, account, body }: OwnRequest<StepUp>): Promise<AccountRow> {
  const row = await lockOwnAccount(tx, account.account_id);
  await requirePassword(row, body.current_password);
  return row;
}
