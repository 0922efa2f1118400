import type { ConfirmResponse } from '@portal/contract/registration';
import type { FastifyRequest } from 'fastify';
import {
  type AccountRow,
  findAccount,
  findAccountByEmail,
  findAccountId,
  updateAccount,
} from '../../accounts/accounts.repository.ts';
import type { OneTimeTokenRow, Purpose } from '../../accounts/one-time-tokens.repository.ts';
import {
  isMailedLately,
  issueConfirmation,
  redeemCode,
  redeemToken,
} from '../../accounts/one-time-tokens.ts';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import type { Transaction } from '../../database/database.ts';
import { HttpError, validationFailed } from '../../errors/http-error.ts';
import { recordEvent, type SecurityEvent } from '../../http/security-log.ts';
import { attemptSubject, tokenSubject } from '../../sessions/known-browser.ts';
import { countAttempt, resendAfterSeconds } from '../login/attempt-limits.ts';
import { mailRevertLink, revertEmailChange } from './email-change.ts';
import { confirmRegistration } from './pending-registrations.ts';
import { accountMailJob } from './restore-password.ts';

/**
 * Confirms an address with the mailed link or code, or mails both again. Throws 4xx for a wrong, used or expired one.
 */
export async function confirm(
  { request, reply, body: { token, email, code, resend } }: ExchangeOf<'confirm'>,
  context: AppContext,
): Promise<ConfirmResponse> {
  if (resend && email) {
    await countAttempt(context, 'resend', request);
    // The job checks whether the account exists, so the response takes the same time either way.
    await context.database.asSystem((tx) => context.queue.send(tx, resendJob(context), { email }));
    recordEvent(request, 'confirmation_asked');
    reply.status(202);
    return { success: true, resend_after_seconds: resendAfterSeconds };
  }
  const subject = token
    ? await tokenSubject(context, request, token)
    : await attemptSubject(context, request, email ?? '');
  await countAttempt(context, 'confirm', request, subject);
  const { account_id, purpose } = await context.database.asSystem(async (tx) => {
    const redeemed = token
      ? await redeemToken(tx, token, ['confirm', 'email_change', 'email_revert'])
      : await redeemMailedCode(tx, email ?? '', code ?? '');
    if (redeemed.purpose === 'email_revert') await revertEmailChange(context, tx, redeemed);
    else await markConfirmed(context, tx, request, redeemed);
    return redeemed;
  });
  recordEvent(request, eventOf(purpose), { account_id });
  return { success: true, confirmed: true, next: 'login' };
}

async function redeemMailedCode(tx: Transaction, email: string, code: string): Promise<OneTimeTokenRow> {
  // An unknown address takes the same time and gets the same error as a wrong code.
  const accountId = (await findAccountId(tx, email)) ?? 'nobody';
  const redeemed = await redeemCode(tx, accountId, code);
  if (redeemed === undefined) throw validationFailed({ field: 'code', code: 'code_invalid' });
  return redeemed;
}

async function markConfirmed(
  context: AppContext,
  tx: Transaction,
  request: FastifyRequest,
  { account_id, purpose, email }: OneTimeTokenRow,
): Promise<void> {
  const account = await findAccount(tx, account_id);
  if (account === undefined) throw new HttpError('token_expired');
  if (purpose !== 'email_change') return confirmRegistration(context, tx, request, account);
  // The change may have been canceled or replaced since the mail was sent.
  if (account.pending_email !== email) throw new HttpError('token_expired');
  const owner = await findAccountByEmail(tx, email);
  if (owner !== undefined && owner.account_id !== account_id) throw new HttpError('token_expired');
  const confirmed = { email_confirmed_at: new Date().toISOString() };
  await updateAccount(tx, account_id, { ...confirmed, email, pending_email: null });
  await mailRevertLink(context, tx, account, { mail: 'email_changed', newEmail: email });
}

function eventOf(purpose: Purpose): SecurityEvent {
  if (purpose === 'email_change') return 'email_change_confirmed';
  return purpose === 'email_revert' ? 'email_change_reverted' : 'email_confirmed';
}

/** Mails a link and a code that confirm the account's address, unless they have just been mailed. */
export async function sendConfirmation(
  { config, mailer }: Pick<AppContext, 'config' | 'mailer'>,
  tx: Transaction,
  account: AccountRow,
): Promise<void> {
  if (await isMailedLately(tx, config, account, 'confirm')) return;
  const issued = await issueConfirmation(tx, config, account);
  const lifetimes = { hours: String(config.CONFIRM_HOURS), minutes: String(config.RESTORE_MINUTES) };
  await mailer.send(tx, account, 'confirm', { ...issued, ...lifetimes });
}

/** Mails a new confirmation if the address has an unconfirmed account. */
export function resendJob(context: AppContext) {
  return accountMailJob(context, 'resend-confirmation', async (tx, account) => {
    if (account.email_confirmed_at === null) await sendConfirmation(context, tx, account);
  });
}
