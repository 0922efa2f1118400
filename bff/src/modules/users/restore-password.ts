import type { RestorePasswordResponse } from '@portal/contract/users';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { refuseSuspended } from '../../accounts/account-access.ts';
import { type AccountRow, findAccount, findAccountByEmail } from '../../accounts/accounts.repository.ts';
import { issueRestoration, redeemToken } from '../../accounts/one-time-tokens.ts';
import type { AppContext, Exchange } from '../../app/context.ts';
import type { Transaction } from '../../database/database.ts';
import { HttpError } from '../../errors/http-error.ts';
import { recordEvent } from '../../http/security-log.ts';
import { defineJob } from '../../queue/queue.ts';
import { checkBot } from '../bot-check/bot-check.ts';
import { countAttempt, resendAfterSeconds } from '../login/attempt-limits.ts';
import { attemptSubject } from '../login/known-devices.ts';

/** Mails a link that sets a new password, if there is such an account: the answer and its time do not tell. */
export async function restorePassword(
  context: AppContext,
  request: FastifyRequest,
  { email, captcha_token }: { email: string; captcha_token?: string | null | undefined },
): Promise<RestorePasswordResponse> {
  // Before the count: who does not pass uses up none of the customer's attempts.
  await checkBot(context, request, 'restore', captcha_token);
  const subject = await attemptSubject(context.database.system, context.config, request, email);
  await countAttempt(context, 'restore', request, subject);
  await context.database.asSystem((tx) => context.queue.send(tx, restoreJob(context), { email }));
  recordEvent(request, 'restore_asked');
  return { success: true, resend_after_seconds: resendAfterSeconds };
}

/** Takes the token of a restore link, once, for a session that may set a new password and nothing else. */
export async function exchangeToken(
  context: AppContext,
  { request, reply }: Exchange,
  { token }: { token: string },
) {
  await countAttempt(context, 'change', request);
  const answer = await context.database.asSystem(async (tx) => {
    const { account_id: accountId } = await redeemToken(tx, token, ['restore']);
    const account = await findAccount(tx, accountId);
    if (account === undefined) throw new HttpError('token_expired');
    // Takes back what the transaction did.
    refuseSuspended(account);
    const start = { accountId, kind: 'restore', remember: false } as const;
    const { expires_at } = await context.sessions.start(tx, request, reply, start);
    return { email_masked: maskEmail(account.email), expires_at };
  });
  recordEvent(request, 'restore_token_exchanged');
  return answer;
}

/** Mails a link that sets a new password: one that was asked for, or the one after a change of address was undone. */
export async function sendRestoration(
  { config, mailer }: Pick<AppContext, 'config' | 'mailer'>,
  tx: Transaction,
  account: AccountRow,
  mail: 'restore' | 'email_reverted',
): Promise<void> {
  const { account_id: accountId, email } = account;
  const token = await issueRestoration(tx, config, { accountId, email });
  await mailer.send(tx, account, mail, { token, email, minutes: String(config.RESTORE_MINUTES) });
}

/** `ann@example.com` → `a••@example.com`: enough to see a typing mistake in the domain. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}${'•'.repeat(Math.max(1, at - 1))}${email.slice(at)}`;
}

/** Mails a link that sets a new password, if the address has an account. */
export function restoreJob(context: AppContext) {
  return defineJob({
    name: 'restore-password',
    schema: v.object({ email: v.string() }),
    run: ({ email }) =>
      context.database.asSystem(async (tx) => {
        const account = await findAccountByEmail(tx, email);
        if (account !== undefined) await sendRestoration(context, tx, account, 'restore');
      }),
  });
}
