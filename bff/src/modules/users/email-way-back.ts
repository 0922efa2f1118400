import type { AppContext } from '../../app-context.ts';
import type { Transaction } from '../../database/database.ts';
import { HttpError } from '../../http/http-error.ts';
import {
  type AccountRow,
  deleteUnconfirmedAccount,
  findAccountByEmail,
  lockAccount,
  updateAccount,
} from '../accounts/accounts.repository.ts';
import { hashPassword } from '../accounts/password-hash.ts';
import type { OneTimeTokenRow } from '../one-time-tokens/one-time-tokens.repository.ts';
import { expireTokensSince, issueWayBack, wayBackDays } from '../one-time-tokens/one-time-tokens.ts';
import { newToken } from '../sessions/session-token.ts';
import { deleteTwoFactorSince } from '../two-factor/two-factor.repository.ts';
import { sendRestoration } from './send-restoration.ts';

/** Mails to the address in use that it is about to be given up, or to the one that has been, with the way back. */
export async function mailWayBack(
  { mailer }: Pick<AppContext, 'mailer'>,
  tx: Transaction,
  { account_id: accountId, email, language, name }: AccountRow,
  { mail, newEmail }: { mail: 'email_change_notice' | 'email_changed'; newEmail: string },
): Promise<void> {
  const token = await issueWayBack(tx, { accountId, email });
  const values = { name, new_email: newEmail, days: String(wayBackDays) };
  await mailer.send(tx, { to: email, language, mail, values, link: `/restore?revert=${token}` });
}

/**
 * Undoes a change of address, waiting or done, for whoever still reads the old mailbox. The change took the password,
 * so that is known to somebody else: it stops working, sessions end, and the old mailbox gets a link for a new one.
 */
export async function takeAccountBack(
  context: AppContext,
  tx: Transaction,
  token: OneTimeTokenRow,
): Promise<void> {
  const { account_id: accountId, email } = token;
  if ((await lockAccount(tx, accountId)) === undefined) throw new HttpError('token_expired');
  await freeAddress(tx, accountId, email);
  const now = new Date().toISOString();
  const account = await updateAccount(tx, accountId, {
    email,
    email_confirmed_at: now,
    pending_email: null,
    password_hash: await hashPassword(newToken()),
    password_changed_at: now,
  });
  // Whatever went to the other mailbox, and this mailbox's other links of the same kind.
  await expireTokensSince(tx, token);
  await deleteTwoFactorSince(tx, accountId, token.created);
  await context.sessions.endOthers(tx, accountId);
  if (account !== undefined) await sendRestoration(context, tx, account, 'email_reverted');
}

/** An account that somebody has registered with the address meanwhile and never confirmed must not stand in the way. */
async function freeAddress(tx: Transaction, accountId: string, email: string): Promise<void> {
  const owner = await findAccountByEmail(tx, email);
  if (owner === undefined || owner.account_id === accountId) return;
  if (owner.email_confirmed_at !== null) throw new HttpError('token_expired');
  await deleteUnconfirmedAccount(tx, owner.account_id);
}
