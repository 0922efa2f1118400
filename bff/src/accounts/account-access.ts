import { agreement } from '@portal/contract/agreement';
import type { Queryable } from '../database/database.ts';
import { HttpError } from '../errors/http-error.ts';
import { type AccountRow, lockAccount } from './accounts.repository.ts';

/** Whether the account has not yet accepted the agreement in force. Until it does, nothing else is allowed. */
export function owesDpu(account: { dpu_version: string | null }): boolean {
  return account.dpu_version !== agreement.version;
}

/** Throws 403 for a closed account: it may only log out. A suspended one may log in, to pay. */
export function refuseClosed(account: { status: string }): void {
  if (isClosed(account)) throw new HttpError('account_suspended');
}

export function isClosed({ status }: { status: string }): boolean {
  return status === 'closed';
}

/** Throws 403 for what a suspended account may not do. */
export function refuseSuspended({ status }: { status: string }): void {
  if (status === 'suspended') throw new HttpError('account_suspended');
}

/** Locks the account of a request until its transaction ends and returns it. Throws 401 if the account is gone. */
export async function requireLockedAccount(tx: Queryable, accountId: string): Promise<AccountRow> {
  const row = await lockAccount(tx, accountId);
  if (row === undefined) throw new HttpError('unauthenticated');
  return row;
}

/** Throws `refusal` if the password has changed since it was checked. `row` is locked. */
export function refuseChangedPassword(
  row: AccountRow | undefined,
  checked: Pick<AccountRow, 'password_hash'>,
  refusal: HttpError,
): asserts row is AccountRow {
  if (row?.password_hash !== checked.password_hash) throw refusal;
}
