import { toE164 } from '@portal/contract/phone-number';
import type { RegisterResponse, registerRequestSchema } from '@portal/contract/users';
import type { FastifyRequest } from 'fastify';
import type { InferOutput } from 'valibot';
import type { AppContext } from '../../app-context.ts';
import { validationFailed } from '../../http/http-error.ts';
import { recordEvent } from '../../security-log/security-log.ts';
import { refuseCommonPassword } from '../accounts/common-password.ts';
import { hashPassword } from '../accounts/password-hash.ts';
import { checkBot } from '../bot-check/check-bot.ts';
import { countAttempt } from './attempt-limits.ts';
import { maskEmail } from './mask-email.ts';
import { registrationJob } from './registration.job.ts';
import { resendAfterSeconds } from './send-confirmation.ts';

type Registration = InferOutput<typeof registerRequestSchema>;

/**
 * Takes a registration in. Whether the address is known is found out later: the call does the same for every address,
 * so that neither its answer nor its time tells who is a customer.
 */
export async function register(
  context: AppContext,
  request: FastifyRequest,
  registration: Registration,
): Promise<RegisterResponse> {
  const { config, database, queue } = context;
  refuseOtherTerms(registration, config.TERMS_VERSION);
  await checkBot(context, request, 'register', registration.captcha_token);
  await countAttempt(context, 'register', request, registration.email);
  await refuseCommonPassword(config, registration.password, registration);
  const { email, name, company, phone, country, currency, language, timezone } = registration;
  const job = {
    email,
    password_hash: await hashPassword(registration.password),
    name,
    company,
    phone: toE164(phone),
    country: country ?? null,
    currency: currency ?? null,
    language,
    timezone,
    terms_version: config.TERMS_VERSION,
    registered_at: new Date().toISOString(),
  };
  await database.asSystem((tx) => queue.send(tx, registrationJob(context), job));
  recordEvent(request, 'register');
  return {
    success: true,
    next: 'confirm',
    email_masked: maskEmail(registration.email),
    resend_after_seconds: resendAfterSeconds,
    expires_at: new Date(Date.now() + config.CONFIRM_HOURS * 3_600_000).toISOString(),
  };
}

/** Only the terms in force can be accepted; who names none accepts those. */
function refuseOtherTerms({ terms_version }: Registration, version: string): void {
  if (!terms_version || terms_version === version) return;
  throw validationFailed({ field: 'terms_version', code: 'field_invalid', params: { version } });
}
