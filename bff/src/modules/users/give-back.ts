import { isClosed } from '../../accounts/account-access.ts';
import { type AccountChanges, lockAccount } from '../../accounts/accounts.repository.ts';
import { type OneTimeTokenRow, updateExpiredByRevert } from '../../accounts/one-time-tokens.repository.ts';
import type { AppContext } from '../../app/context.ts';
import type { Transaction } from '../../database/database.ts';
import { HttpError } from '../../errors/http-error.ts';
import { deleteTwoFactorSince } from '../two-factor/two-factor.repository.ts';
import { endAccess } from './end-access.ts';
import { sendRestoration } from './restore-password.ts';

/** What the page says: a closed account gets no mail, nor does one that has another address. */
export interface GivenBack {
  is_closed?: true;
  has_other_address?: true;
}

/**
 * Gives an account back to the owner of the mailbox with a revert link. What the link reverts required the password, so
 * somebody else knows it: it stops working, a second factor that was enabled since is disabled, all webhooks are paused, because that
 * person may have created them before the change, both API tokens are replaced, all sessions end, and the mailbox gets a link for a new
 * password if the account has its address and is not closed.
 */
export async function giveBack(
  context: AppContext,
  tx: Transaction,
  token: OneTimeTokenRow,
  { changes, mail }: { changes: AccountChanges; mail: 'email_reverted' | 'two_factor_reverted' },
): Promise<GivenBack> {
  const { account_id: accountId, email, reverts_since } = token;
  const { account, last4 } = await endAccess(tx, accountId, context.secrets, changes);
  await updateExpiredByRevert(tx, token);
  await deleteTwoFactorSince(tx, accountId, reverts_since);
  // After it is resumed, the owner asks for the link.
  if (account && isClosed(account)) return { is_closed: true };
  // After a change of address the mailbox has a revert link for it too.
  if (account?.email.toLowerCase() !== email.toLowerCase()) return { has_other_address: true };
  await context.mailer.send(tx, account, 'token_promoted', { last4 });
  await sendRestoration(context, tx, account, mail);
  return {};
}

/** Disables two-step verification for the owner of the mailbox, and gives the account back. */
export async function revertTwoFactor(
  context: AppContext,
  tx: Transaction,
  token: OneTimeTokenRow,
): Promise<GivenBack> {
  if ((await lockAccount(tx, token.account_id)) === undefined) throw new HttpError('token_expired');
  return giveBack(context, tx, token, { changes: {}, mail: 'two_factor_reverted' });
}
