import { endpoints } from '@portal/contract/endpoints';
import type { ResendResponse } from '@portal/contract/registration';
import * as v from 'valibot';
import { isClosed, refuseClosed } from '../../accounts/account-access.ts';
import {
  type AccountRow,
  findAccount,
  findAccountId,
  lockAccount,
} from '../../accounts/accounts.repository.ts';
import { isMailedLately, issueLink, redeemToken } from '../../accounts/one-time-tokens.ts';
import { type AnonymousAttempt, attemptOf, findAttempt, saveAttempt } from '../../app/anonymous-attempts.ts';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import type { Config } from '../../config/config.ts';
import type { Transaction } from '../../database/database.ts';
import { HttpError } from '../../errors/http-error.ts';
import { recordEvent } from '../../http/security-log.ts';
import { defineJob } from '../../queue/queue.ts';
import { attemptSubject, tokenSubject } from '../../sessions/known-browser.ts';
import { checkBot } from '../bot-check/bot-check.ts';
import { countAttempt, resendAfterSeconds } from '../login/attempt-limits.ts';
import { maskEmail } from './mask-email.ts';

/** Mails a restore link if the account exists. The response and its time do not reveal whether it does. */
export async function restorePassword(
  { request, body: { email, captcha_token } }: ExchangeOf<'restorePassword'>,
  context: AppContext,
): Promise<ResendResponse> {
  const subject = await attemptSubject(context, request, email);
  // Runs before the count: failing the bot check uses up none of the customer's attempts.
  await checkBot(context, request, { action: 'restore', token: captcha_token, subject });
  await countAttempt(context, 'restore', request, subject);
  await context.database.asSystem((tx) => context.queue.send(tx, restoreJob(context), { email }));
  recordEvent(request, 'restore_asked');
  return { success: true, resend_after_seconds: resendAfterSeconds };
}

/**
 * Exchanges a restore link's token, once, for a session that may only set a new password. A page whose response was lost
 * may repeat the request with its key.
 */
export async function exchangeToken(
  { request, reply, body: { token } }: ExchangeOf<'exchangeToken'>,
  context: AppContext,
) {
  await countAttempt(context, 'change', request, await tokenSubject(context, request, token));
  const attempt = attemptOf(request, endpoints.exchangeToken, token);
  const response = await context.database.asSystem(async (tx) => {
    const { accountId, lost } = await redeemOnce(tx, context.config, token, attempt);
    const account = await findAccount(tx, accountId);
    if (account === undefined) throw new HttpError('token_expired');
    // Rolls the transaction back.
    refuseClosed(account);
    const start = { accountId, kind: 'restore', remember: false } as const;
    const session =
      lost === null
        ? await context.sessions.startRepeatable(tx, request, reply, start)
        : await context.sessions.restart(tx, request, reply, lost);
    if (session === undefined) throw new HttpError('token_used');
    await saveAttempt(tx, attempt, { account_id: accountId, response: {}, session: session.tokenHash });
    const { account_sid } = account;
    return { email_masked: maskEmail(account.email), account_sid, expires_at: session.expires_at };
  });
  recordEvent(request, 'restore_token_exchanged');
  return response;
}

/**
 * Redeems a restore link, or finds the account for which an earlier request of the same attempt has redeemed it, and the
 * session that was lost with its response.
 */
async function redeemOnce(
  tx: Transaction,
  config: Config,
  token: string,
  attempt: AnonymousAttempt | undefined,
): Promise<{ accountId: string; lost: Buffer | null }> {
  try {
    const { account_id } = await redeemToken(tx, token, ['restore']);
    return { accountId: account_id, lost: null };
  } catch (error) {
    const isUsed = error instanceof HttpError && error.code === 'token_used';
    const earlier = isUsed && attempt && (await findAttempt(tx, attempt, config.RESTORE_MINUTES));
    if (earlier) return { accountId: earlier.account_id, lost: earlier.session };
    throw error;
  }
}

/** Mails a link that sets a new password, on request or after a change of address was reverted. */
export async function sendRestoration(
  { config, mailer }: Pick<AppContext, 'config' | 'mailer'>,
  tx: Transaction,
  account: AccountRow,
  mail: 'restore' | 'email_reverted' | 'two_factor_reverted',
): Promise<void> {
  const token = await issueLink(tx, config, 'restore', account);
  const minutes = String(config.RESTORE_MINUTES);
  await mailer.send(tx, account, mail, { token, email: account.email, minutes });
}

/** Mails a restore link if the address has an account. */
export function restoreJob(context: AppContext) {
  return accountMailJob(context, 'restore-password', async (tx, account) => {
    if (await isMailedLately(tx, context.config, account, 'restore')) return;
    await sendRestoration(context, tx, account, 'restore');
  });
}

/**
 * Sends a mail to the account with an address, if there is one that is not closed, as a job: its duration would reveal customers. The
 * account is locked, so that parallel jobs see each other's mails.
 */
export function accountMailJob(
  { database }: AppContext,
  name: string,
  send: (tx: Transaction, account: AccountRow) => Promise<void>,
) {
  return defineJob({
    name,
    schema: v.object({ email: v.string() }),
    run: ({ email }) =>
      database.asSystem(async (tx) => {
        const accountId = await findAccountId(tx, email);
        const account = accountId && (await lockAccount(tx, accountId));
        // A closed account may be in the wrong hands, and so may its mailbox.
        if (account && !isClosed(account)) await send(tx, account);
      }),
  });
}
