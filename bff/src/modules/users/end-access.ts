import { type AccountChanges, type AccountRow, updateAccount } from '../../accounts/accounts.repository.ts';
import { unusablePasswordHash } from '../../accounts/passwords.ts';
import { replaceTokens } from '../../accounts/replace-tokens.ts';
import type { Transaction } from '../../database/database.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import { deleteSessions } from '../../sessions/sessions.repository.ts';
import { forgetDevices } from '../login/known-devices.ts';
import { pauseWebhooks } from '../webhooks/webhooks.repository.ts';

export interface EndedAccess {
  /** The account as changed; undefined if there is none. */
  account: AccountRow | undefined;
  /** The last characters of the new API token. */
  last4: string;
  /** Numbers of what was ended. */
  sessions: number;
  webhooks: number;
}

/**
 * Ends every access to an account whose password somebody else may know: the password, a pending change of address, all
 * sessions and known browsers, and both API tokens. All webhooks are paused, because nothing distinguishes that person's from the
 * owner's. The caller has locked the account, and expires the mailed links.
 */
export async function endAccess(
  tx: Transaction,
  accountId: string,
  secrets: Secrets,
  changes: AccountChanges = {},
): Promise<EndedAccess> {
  const account = await updateAccount(tx, accountId, {
    ...changes,
    pending_email: null,
    password_hash: unusablePasswordHash(),
    password_changed_at: new Date().toISOString(),
  });
  await forgetDevices(tx, accountId);
  const sessions = await deleteSessions(tx, accountId);
  const webhooks = await pauseWebhooks(tx, accountId);
  const last4 = await replaceTokens(tx, accountId, secrets);
  return { account, last4, sessions, webhooks };
}
