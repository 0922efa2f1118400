import { agreement } from '@portal/contract/agreement';

/** Whether the agreement in force is still to be accepted; nothing else is open until then. */
export function owesDpu(account: { dpu_version: string | null }): boolean {
  return account.dpu_version !== agreement.version;
}
