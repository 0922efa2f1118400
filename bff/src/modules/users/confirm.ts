import { endpoints } from '@portal/contract/endpoints';
import type { ConfirmationPreview, ConfirmResponse } from '@portal/contract/registration';
import type { FastifyRequest } from 'fastify';
import { isClosed } from '../../accounts/account-access.ts';
import {
  type AccountRow,
  findAccount,
  findAccountId,
  updateAccount,
} from '../../accounts/accounts.repository.ts';
import {
  findReservingAccount,
  type OneTimeTokenRow,
  type Purpose,
  updateExpired,
} from '../../accounts/one-time-tokens.repository.ts';
import {
  findByCode,
  findRedeemable,
  isMailedLately,
  issueConfirmation,
  redeem,
} from '../../accounts/one-time-tokens.ts';
import { type AnonymousAttempt, attemptOf, findAttempt, saveAttempt } from '../../app/anonymous-attempts.ts';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import { repeatAfterConflict } from '../../database/conflict.ts';
import type { Queryable, Transaction } from '../../database/database.ts';
import { HttpError, validationFailed } from '../../errors/http-error.ts';
import { recordEvent, type SecurityEvent } from '../../http/security-log.ts';
import { attemptSubject, tokenSubject } from '../../sessions/known-browser.ts';
import { countAttempt, forgive, resendAfterSeconds } from '../login/attempt-limits.ts';
import { mailRevertLink, releaseAddress, revertEmailChange } from './email-change.ts';
import { type GivenBack, revertTwoFactor } from './give-back.ts';
import { maskEmail, maskWholeEmail } from './mask-email.ts';
import { chooseRegistration, confirmRegistration, hasRegistered } from './pending-registrations.ts';
import { accountMailJob } from './restore-password.ts';

const purposes = ['confirm', 'email_change', 'email_revert', 'two_factor_revert'] as const;

/**
 * Confirms an address with the mailed link or code, shows what the link confirms, or mails both again. Throws 4xx for a
 * wrong, used or expired one, and for a registration of another browser without its password.
 */
export async function confirm(
  { request, reply, body }: ExchangeOf<'confirm'>,
  context: AppContext,
): Promise<ConfirmResponse> {
  const { token, email, code, resend, preview } = body;
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
  if (preview) {
    const found = await findProof(context.database.system, body);
    // A valid token guesses nothing.
    await forgive(context, 'confirm', request, subject);
    return previewOf(context, request, found);
  }
  const attempt = attemptOf(request, endpoints.confirm, token || `${email} ${code}`);
  try {
    return await redeemProof(context, request, body, attempt);
  } catch (error) {
    // An earlier request of the page, whose response was lost, has used up the token or the code.
    const isUsedUp = error instanceof HttpError && [409, 410].includes(error.status);
    const earlier =
      isUsedUp &&
      attempt &&
      (await findAttempt<ConfirmResponse>(context.database.system, attempt, context.config.RESTORE_MINUTES));
    if (!earlier) throw error;
    return earlier.response;
  }
}

/** Redeems a mailed token or code, and does what it was mailed for. */
async function redeemProof(
  context: AppContext,
  request: FastifyRequest,
  body: ExchangeOf<'confirm'>['body'],
  attempt: AnonymousAttempt | undefined,
): Promise<ConfirmResponse> {
  const found = await findProof(context.database.system, body);
  const { account_id, purpose } = found;
  const chosen =
    purpose === 'confirm' ? await chooseRegistration(context, request, account_id, body.password) : undefined;
  const effectOf = async (tx: Transaction): Promise<GivenBack> => {
    const redeemed = await redeem(tx, found.token_hash, purposes);
    if (purpose === 'email_revert') return revertEmailChange(context, tx, redeemed);
    if (purpose === 'two_factor_revert') return revertTwoFactor(context, tx, redeemed);
    if (purpose === 'email_change') await completeEmailChange(context, tx, redeemed);
    else await confirmRegistration(tx, account_id, chosen);
    return {};
  };
  const redeemIn = async (tx: Transaction) => {
    const response = { success: true, confirmed: true, next: 'login', ...(await effectOf(tx)) } as const;
    await saveAttempt(tx, attempt, { account_id, response, session: null });
    return response;
  };
  // Another account may take or confirm the same address meanwhile: then the link has expired, or the address is free after all.
  const response = await repeatAfterConflict(() => context.database.asSystem(redeemIn));
  const how = purpose === 'two_factor_revert' ? { how: 'mailed_link' } : {};
  recordEvent(request, eventOf(purpose), { account_id, ...how });
  return response;
}

async function findProof(
  db: Queryable,
  { token, email, code }: ExchangeOf<'confirm'>['body'],
): Promise<OneTimeTokenRow> {
  if (token) return findRedeemable(db, token, purposes);
  // An unknown address takes the same time and gets the same error as a wrong code.
  const accountId = (await findAccountId(db, email ?? '')) ?? 'nobody';
  const found = await findByCode(db, accountId, code ?? '');
  if (found === undefined) throw validationFailed({ field: 'code', code: 'code_invalid' });
  return found;
}

async function previewOf(
  context: AppContext,
  request: FastifyRequest,
  { account_id, purpose, email }: OneTimeTokenRow,
): Promise<ConfirmationPreview> {
  const email_masked = maskEmail(email);
  const shown = {
    success: true,
    email_masked,
    account_email_masked: null,
    password_required: false,
  } as const;
  if (purpose === 'email_change') {
    const account = await findAccount(context.database.system, account_id);
    return {
      ...shown,
      confirms: purpose,
      account_email_masked: account ? maskWholeEmail(account.email) : null,
    };
  }
  if (purpose === 'email_revert' || purpose === 'two_factor_revert') return { ...shown, confirms: purpose };
  const password_required = !(await hasRegistered(context, request, account_id));
  return { ...shown, confirms: 'registration', password_required };
}

async function completeEmailChange(
  context: AppContext,
  tx: Transaction,
  { account_id, email }: OneTimeTokenRow,
): Promise<void> {
  const account = await findAccount(tx, account_id);
  // The change may have been canceled or replaced since the mail was sent, or the account closed.
  if (account === undefined || isClosed(account) || account.pending_email !== email)
    throw new HttpError('token_expired');
  await releaseAddress(tx, account_id, email);
  if ((await findReservingAccount(tx, email, account_id)) !== undefined) throw new HttpError('token_expired');
  const now = new Date().toISOString();
  await updateAccount(tx, account_id, { email_confirmed_at: now, email, pending_email: null });
  // Links that the old mailbox has received or opened; it has the revert link instead.
  await updateExpired(tx, account_id, 'restore');
  await context.sessions.endRestores(tx, account_id);
  await mailRevertLink(context, tx, account, { mail: 'email_changed', newEmail: email });
}

function eventOf(purpose: Purpose): SecurityEvent {
  if (purpose === 'email_change') return 'email_change_confirmed';
  if (purpose === 'two_factor_revert') return 'two_factor_disabled';
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
