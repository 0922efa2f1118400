import { toE164 } from '@portal/contract/phone-number';
import type { RegisterResponse, registerRequestSchema } from '@portal/contract/users';
import type { FastifyRequest } from 'fastify';
import type { InferOutput } from 'valibot';
import type { Transaction } from '../../database/database.ts';
import { validationFailed } from '../../http/http-error.ts';
import type { Services } from '../../services.ts';
import {
  findAccountByEmail,
  insertAccount,
  type NewAccount,
  updateAccount,
} from '../accounts/accounts.repository.ts';
import { refuseCommonPassword } from '../accounts/common-password.ts';
import { hashPassword } from '../accounts/password-hash.ts';
import { taxTreatment } from '../accounts/tax-treatment.ts';
import { checkBot } from '../bot-check/check-bot.ts';
import { countAttempt } from './attempt-limits.ts';
import { maskEmail } from './mask-email.ts';
import { resendAfterSeconds, sendConfirmation } from './send-confirmation.ts';
import { tellOwner } from './tell-owner.ts';

type Registration = InferOutput<typeof registerRequestSchema>;

/** Adds an account that waits for its address to be confirmed. The answer is the same if there is one already. */
export async function register(
  services: Services,
  request: FastifyRequest,
  registration: Registration,
): Promise<RegisterResponse> {
  const { config, database } = services;
  refuseOtherTerms(registration, config.TERMS_VERSION);
  await checkBot(services, request, 'register', registration.captcha_token);
  await countAttempt(services, 'register', request, registration.email);
  await refuseCommonPassword(config, registration.password, registration);
  const account = newAccount(services, registration, await hashPassword(registration.password));
  await database.asSystem(async (tx) => {
    const added = await insertAccount(tx, services.secrets, account);
    if (added !== undefined) return sendConfirmation(services, tx, added);
    return meetKnownAddress(services, tx, account);
  });
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

/** A confirmed account is left alone and told; an unconfirmed one belongs to whoever confirms it, so it starts anew. */
async function meetKnownAddress(services: Services, tx: Transaction, account: NewAccount): Promise<void> {
  const known = await findAccountByEmail(tx, account.email);
  if (known === undefined) return;
  if (known.email_confirmed_at === null) {
    const renewed = await updateAccount(tx, known.account_id, account);
    await services.sessions.endOthers(tx, known.account_id);
    if (renewed !== undefined) await sendConfirmation(services, tx, renewed);
    return;
  }
  await tellOwner(services.mailer, tx, known, 'already_registered');
}

function newAccount({ config }: Services, form: Registration, passwordHash: string): NewAccount {
  const country = form.country ?? null;
  // Named here, not left to the table's defaults: an unconfirmed account that is registered again gets them anew.
  const now = new Date().toISOString();
  return {
    email: form.email,
    password_hash: passwordHash,
    name: form.name,
    company: form.company,
    phone: toE164(form.phone),
    country,
    currency: form.currency ?? null,
    language: form.language,
    timezone: form.timezone,
    password_changed_at: now,
    terms_version: config.TERMS_VERSION,
    terms_accepted_at: now,
    ...taxTreatment({ country, taxStatus: 'unchecked' }, config.PROVIDER_COUNTRY),
  };
}
