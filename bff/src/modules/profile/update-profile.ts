import type { Profile, profileUpdateSchema } from '@portal/contract/profile';
import { isEuCountry, taxNumberForms, taxNumberIssue } from '@portal/contract/tax-number';
import type { InferOutput } from 'valibot';
import { accountPhone } from '../../accounts/account-phone.ts';
import { type AccountChanges, type AccountRow, updateAccount } from '../../accounts/accounts.repository.ts';
import { refuseUnknownTimeZone } from '../../accounts/time-zones.ts';
import type { AppContext } from '../../app/context.ts';
import type { Transaction } from '../../database/database.ts';
import { HttpError, validationFailed } from '../../errors/http-error.ts';
import { recordEvent } from '../../http/security-log.ts';
import { lockByPassword, lockOwnAccount, type OwnRequest } from '../../sessions/own-account.ts';
import { findUnclosedUsage } from '../monthly-vat-invoices/unclosed-month.ts';
import { taxCheckJob } from '../tax-register/tax-check.job.ts';
import { hasRegister } from '../tax-register/tax-register.ts';
import { emailChangeJob } from '../users/email-change.ts';
import { toProfile } from './profile.ts';

type Update = InferOutput<typeof profileUpdateSchema>;

/** Updates the given members of the profile. Throws 4xx for locked or invalid ones. */
export async function updateProfile(exchange: OwnRequest<Update>, context: AppContext): Promise<Profile> {
  const { tx, body: update, request } = exchange;
  const accountId = exchange.account.account_id;
  const account = await (isNewEmail(exchange) ? lockByPassword(exchange) : lockOwnAccount(exchange));
  refuseLocked(account, update);
  refuseTaxNumber(account, update);
  await refuseUnclosedUsage(tx, account, update);
  if (update.timezone !== undefined) await refuseUnknownTimeZone(tx, update.timezone);
  const pending = await emailChange(context, tx, account, update);
  const { name, company, phone, address, country, timezone, language, currency, tax_number } = update;
  const changes: AccountChanges = {
    name,
    company,
    phone: phone && accountPhone(phone),
    address,
    country,
    timezone,
    language,
    currency,
    tax_number,
    ...taxChanges(account, update),
    ...pending,
  };
  const changed = (await updateAccount(tx, accountId, changes)) ?? account;
  if (changed.tax_number !== account.tax_number && hasRegister(context.config, changed))
    await context.queue.send(tx, taxCheckJob(context), { account_id: accountId });
  if (update.email !== undefined && changed.pending_email !== null)
    recordEvent(request, 'email_change_asked');
  if (changed.phone !== account.phone) {
    await context.mailer.send(tx, changed, 'phone_changed');
    recordEvent(request, 'phone_changed');
  }
  return toProfile(changed, context.config);
}

/** Whether the update needs the password, because a new address could take over the account. */
export function isNewEmail({ body, account }: Pick<OwnRequest<Update>, 'body' | 'account'>): boolean {
  return body.email !== undefined && body.email !== account.email;
}

/** Throws if a locked member changes. Currency and tax number are set once, because invoices depend on them. */
function refuseLocked(account: AccountRow, { currency, country, tax_number }: Update): void {
  const differs = (value: string | undefined, stored: string | null) =>
    value !== undefined && stored !== null && value !== stored;
  if (differs(currency, account.currency)) throw new HttpError('currency_locked');
  if (differs(tax_number, account.tax_number)) throw new HttpError('tax_number_locked');
  // The tax number belongs to its country.
  if (account.tax_number !== null && differs(country, account.country))
    throw new HttpError('tax_number_locked');
}

/** Usage is taxed where the customer was on the last day of its month. The first country taxes nothing otherwise. */
async function refuseUnclosedUsage(tx: Transaction, account: AccountRow, update: Update): Promise<void> {
  if (account.country === null) return;
  const { country, tax_number } = { ...account, ...update };
  if (country === account.country && tax_number === account.tax_number) return;
  if ((await findUnclosedUsage(tx, account)) !== undefined) throw new HttpError('month_not_invoiced');
}

function refuseTaxNumber(account: AccountRow, update: Update): void {
  if (update.tax_number === undefined) return;
  const country = update.country ?? account.country;
  const code = taxNumberIssue(update.tax_number, country);
  if (code === null) return;
  const [example] = taxNumberForms(country ?? '');
  throw validationFailed({
    field: 'tax_number',
    code,
    params: { country, ...(example !== undefined && { example }) },
  });
}

/**
 * A new tax number has no verdict yet: the database resets it. A job asks the register, which may take long or not respond at all.
 */
function taxChanges(account: AccountRow, { country, tax_number }: Update): AccountChanges {
  if (tax_number === undefined || tax_number === account.tax_number) return {};
  const itsCountry = country ?? account.country;
  const isDue = itsCountry !== null && isEuCountry(itsCountry);
  return isDue ? { tax_check_due: new Date().toISOString() } : {};
}

/** Starts a change of address; the old address stays until the new one is confirmed. The own address cancels it. */
async function emailChange(context: AppContext, tx: Transaction, account: AccountRow, { email }: Update) {
  if (email === undefined) return {};
  if (email === account.email) return { pending_email: null };
  await context.queue.send(tx, emailChangeJob(context), { account_id: account.account_id, email });
  return { pending_email: email };
}
