import type { RestorePasswordResponse } from '@portal/contract/users';
import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../app-context.ts';
import { recordEvent } from '../../security-log/security-log.ts';
import { checkBot } from '../bot-check/check-bot.ts';
import { attemptSubject } from '../known-devices/known-devices.ts';
import { countAttempt } from './attempt-limits.ts';
import { resendAfterSeconds } from './send-confirmation.ts';
import { restoreJob } from './users.jobs.ts';

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
