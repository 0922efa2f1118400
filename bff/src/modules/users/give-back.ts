import { type AccountChanges, lockAccount, updateAccount } from '../../accounts/accounts.repository.ts';
import { type OneTimeTokenRow, updateExpiredByRevert } from '../../accounts/one-time-tokens.repository.ts';
import { unusablePasswordHash } from '../../accounts/passwords.ts';
import { replaceTokens } from '../../accounts/replace-tokens.ts';
import type { AppContext } from '../../app/context.ts';
import type { Transaction } from '../../database/database.ts';
import { HttpError } from '../../errors/http-error.ts';
import { forgetDevices } from '../login/known-devices.ts';
import { deleteTwoFactorSince } from '../two-factor/two-factor.repository.ts';
import { pauseWebhooks } from '../webhooks/webhooks.repository.ts';
import { sendRestoration } from './restore-password.ts';

/**
 * Gives an account back to the owner of the mailbox with a revert link. What the link reverts required the password, so
 * somebody else knows it: it stops working, a second factor that was enabled since is disabled, all webhooks are paused, because that
 * person may have created them before the change, both API tokens are replaced, all sessions end, and the mailbox gets a link for a new
 * password if the account has its address.
 */
export async function giveBack(
  context: AppContext,
  tx: Transaction,
  token: OneTimeTokenRow,
  { changes, mail }: { changes: AccountChanges; mail: 'email_reverted' | 'two_factor_reverted' },
): Promise<void> {
  const { account_id: accountId, email, reverts_since } = token;
  const account = await updateAccount(tx, accountId, {
    ...changes,
    pending_email: null,
    password_hash: unusablePasswordHash(),
    password_changed_at: new Date().toISOString(),
  });
  await updateExpiredByRevert(tx, token);
  await deleteTwoFactorSince(tx, accountId, reverts_since);
  await forgetDevices(tx, accountId);
  await context.sessions.endAll(tx, accountId);
  await pauseWebhooks(tx, accountId);
  const last4 = await replaceTokens(tx, accountId, context.secrets);
  // After a change of address the mailbox has a revert link for it too.
  if (account?.email.toLowerCase() !== email.toLowerCase()) return;
  await context.mailer.send(tx, account, 'token_promoted', { last4 });
  await sendRestoration(context, tx, account, mail);
}

/** Disables two-step verification for the owner of the mailbox, and gives the account back. */
export async function revertTwoFactor(
  context: AppContext,
  tx: Transaction,
  token: OneTimeTokenRow,
): Promise<void> {
  if ((await lockAccount(tx, token.account_id)) === undefined) throw new HttpError('token_expired');
  await giveBack(context, tx, token, { changes: {}, mail: 'two_factor_reverted' });
}
