import { languageSchema } from '@portal/contract/account-fields';
import { currencySchema } from '@portal/contract/money';
import type { RegisterResponse } from '@portal/contract/registration';
import * as v from 'valibot';
import { accountPhone } from '../../accounts/account-phone.ts';
import {
  type AccountRow,
  findAccountId,
  insertAccount,
  lockAccount,
  type NewAccount,
  updateAccount,
} from '../../accounts/accounts.repository.ts';
import { findReservingAccount } from '../../accounts/one-time-tokens.repository.ts';
import { hashPassword, refuseCommonPassword } from '../../accounts/passwords.ts';
import { refuseUnknownTimeZone } from '../../accounts/time-zones.ts';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import { oneAtATime } from '../../app/visitor-passwords.ts';
import type { Transaction } from '../../database/database.ts';
import { validationFailed } from '../../errors/http-error.ts';
import { isWithinRate } from '../../http/rate-limit.ts';
import { recordEvent } from '../../http/security-log.ts';
import { defineJob } from '../../queue/queue.ts';
import { checkBot } from '../bot-check/bot-check.ts';
import { countAttempt, resendAfterSeconds } from '../login/attempt-limits.ts';
import { sendConfirmation } from './confirm.ts';
import { digestOf, mailReserved } from './email-change.ts';
import { maskEmail } from './mask-email.ts';
import { markBrowser } from './pending-registrations.ts';
import { upsertRegistration } from './registrations.repository.ts';

/** Accepts a registration. A job checks the address, so that the response and its time reveal no customers. */
export async function register(
  { request, reply, body: registration }: ExchangeOf<'register'>,
  context: AppContext,
): Promise<RegisterResponse> {
  const { config, database, queue } = context;
  const { TERMS_VERSION: version } = config;
  // No version stands for the terms in force.
  if (registration.terms_version && registration.terms_version !== version)
    throw validationFailed({ field: 'terms_version', code: 'field_invalid', params: { version } });
  const phone = accountPhone(registration.phone);
  await checkBot(context, request, { action: 'register', token: registration.captcha_token });
  await countAttempt(context, 'register', request);
  await refuseCommonPassword(config, registration.password, registration);
  await refuseUnknownTimeZone(database.system, registration.timezone);
  const { email, name, company, country, currency, language, timezone } = registration;
  const job = {
    email,
    password_hash: await oneAtATime(context, request, () => hashPassword(registration.password)),
    name,
    company,
    phone,
    country: country ?? null,
    currency: currency ?? null,
    language,
    timezone,
    terms_version: version,
    registered_at: new Date().toISOString(),
    browser: markBrowser(config, request, reply).toString('hex'),
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

const registrationSchema = v.object({
  email: v.string(),
  password_hash: v.string(),
  name: v.string(),
  company: v.string(),
  phone: v.string(),
  country: v.nullable(v.string()),
  currency: v.nullable(currencySchema),
  language: languageSchema,
  timezone: v.string(),
  terms_version: v.string(),
  /** When the form was sent: the time of the password and of the terms' acceptance. */
  registered_at: v.string(),
  /** The hash of the browser's token, hexadecimal. */
  browser: v.string(),
});

/** Adds an unconfirmed account or handles an existing one, as a job: its duration would reveal customers. */
export function registrationJob(context: AppContext) {
  return defineJob({
    name: 'registration',
    schema: registrationSchema,
    run: ({ registered_at, browser, ...form }) =>
      context.database.asBackground(async (tx) => {
        // Set here instead of by the table's defaults, because a repeated registration must also reset them.
        const account: NewAccount = {
          ...form,
          password_changed_at: registered_at,
          terms_accepted_at: registered_at,
        };
        const reserving = await findReservingAccount(tx, account.email);
        if (reserving !== undefined) return meetReservedAddress(context, tx, reserving, account.email);
        const added = await insertAccount(tx, context.secrets, account);
        const browserHash = Buffer.from(browser, 'hex');
        if (added === undefined) return meetKnownAddress(context, tx, account, browserHash);
        await addRegistration(tx, added.account_id, browserHash, account);
        return sendConfirmation(context, tx, added);
      }),
  });
}

/** Registrations of a confirmed address: beyond five its owner learns nothing from further mails. */
const notices = { name: 'already-registered', max: 5, windowSeconds: 30 * 60 };

/** Mails the owner of a confirmed account; adds a registration to an unconfirmed one, which belongs to its confirmer. */
async function meetKnownAddress(
  context: AppContext,
  tx: Transaction,
  account: NewAccount,
  browserHash: Buffer,
): Promise<void> {
  const accountId = await findAccountId(tx, account.email);
  const known = accountId && (await lockAccount(tx, accountId));
  if (!known) return;
  if (known.email_confirmed_at === null) {
    await addRegistration(tx, known.account_id, browserHash, account);
    return sendConfirmation(context, tx, known);
  }
  if (await isNoticeDue(context, tx, known.account_id))
    await context.mailer.send(tx, known, 'already_registered');
}

/** Mails the mailbox of an address that another account has left and may take back. */
async function meetReservedAddress(
  context: AppContext,
  tx: Transaction,
  reserving: AccountRow,
  email: string,
): Promise<void> {
  if (await isNoticeDue(context, tx, digestOf(email)))
    await mailReserved(context.mailer, tx, reserving, email);
}

async function isNoticeDue({ config }: AppContext, tx: Transaction, subject: string): Promise<boolean> {
  // On this connection: jobs that each waited for a second one would occupy the whole pool.
  return isWithinRate({ config, database: { system: tx } }, notices, subject);
}

/** Adds a registration. If no other browser has registered the address, the unconfirmed account follows it. */
async function addRegistration(
  tx: Transaction,
  accountId: string,
  browserHash: Buffer,
  { email, ...form }: NewAccount,
): Promise<void> {
  const count = await upsertRegistration(tx, accountId, browserHash, form);
  if (count === 1) await updateAccount(tx, accountId, form);
}
