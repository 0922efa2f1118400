import type { RestorePasswordResponse } from '@portal/contract/users';
import type { FastifyRequest } from 'fastify';
import { recordEvent } from '../../security-log/security-log.ts';
import type { Services } from '../../services.ts';
import { checkBot } from '../bot-check/check-bot.ts';
import { attemptSubject } from '../known-devices/known-devices.ts';
import { countAttempt } from './attempt-limits.ts';
import { resendAfterSeconds } from './send-confirmation.ts';
import { restoreJob } from './users.jobs.ts';

/** Mails a link that sets a new password, if there is such an account: the answer and its time do not tell. */
export async function restorePassword(
  services: Services,
  request: FastifyRequest,
  { email, captcha_token }: { email: string; captcha_token?: string | null | undefined },
): Promise<RestorePasswordResponse> {
  // Before the count: who does not pass uses up none of the customer's attempts.
  await checkBot(services, request, 'restore', captcha_token);
  const subject = await attemptSubject(services.database.system, services.config, request, email);
  await countAttempt(services, 'restore', request, subject);
  await services.database.asSystem((tx) => services.queue.send(tx, restoreJob(services), { email }));
  recordEvent(request, 'restore_asked');
  return { success: true, resend_after_seconds: resendAfterSeconds };
}
