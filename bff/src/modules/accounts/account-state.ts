import { agreement } from '@portal/contract/agreement';
import { HttpError } from '../../http/http-error.ts';

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
