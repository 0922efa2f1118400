import { agreement } from '@portal/contract/agreement';
import { HttpError } from '../errors/http-error.ts';
import type { AccountRow } from './accounts.repository.ts';

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

/** Throws `refusal` if the password has changed since it was checked. `row` is locked. */
export function refuseChangedPassword(
  row: AccountRow | undefined,
  checked: Pick<AccountRow, 'password_hash'>,
  refusal: HttpError,
): asserts row is AccountRow {
  if (row?.password_hash !== checked.password_hash) throw refusal;
}
