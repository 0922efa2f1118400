import { type AccountRow, insertAccount } from '@portal/bff/accounts';
import type { Config } from '@portal/bff/config';
import type { Queryable } from '@portal/bff/database';
import { hashPassword } from '@portal/bff/passwords';
import type { Secrets } from '@portal/bff/secrets';
import { insertService, type ServiceRow } from '@portal/bff/services';
import { sql } from '@portal/bff/sql';
import { agreement } from '@portal/contract/agreement';
import type { DateTime } from 'luxon';

export const demoLogin = { email: 'demo@dalat.example', password: 'Dalat-2026!' } as const;
/** The same password; one service without traffic. */
export const emptyLogin = { email: 'empty@dalat.example', password: demoLogin.password } as const;

interface AccountPlan {
  config: Config;
  secrets: Secrets;
  email: string;
  name: string;
  company: string;
  created: DateTime;
}

/** Inserts a confirmed, configured customer who accepted the agreement. Returns undefined if the address is taken. */
export async function insertDemoAccount(tx: Queryable, plan: AccountPlan): Promise<AccountRow | undefined> {
  const { config, secrets, email, name, company, created } = plan;
  const moment = created.toUTC().toISO() ?? '';
  return insertAccount(tx, secrets, {
    email,
    password_hash: await hashPassword(demoLogin.password),
    email_confirmed_at: moment,
    name,
    company,
    phone: '+37255512345',
    address: 'Pikk 1, 10123 Tallinn',
    country: 'ee',
    tax_number: 'EE100000010',
    tax_status: 'valid',
    tax_value: '24.00',
    tax_reason: 'provider_country',
    tax_checked_at: moment,
    currency: 'eur',
    timezone: 'Europe/Tallinn',
    language: 'en',
    crypto_enabled: true,
    status: 'verified',
    terms_version: config.TERMS_VERSION,
    dpu_version: agreement.version,
    dpu_accepted_at: moment,
    created: moment,
  });
}

interface DemoService {
  account: AccountRow;
  serviceId: string;
  type: 'voicing' | 'messaging';
  priceListId: string | null;
}

/** Inserts a service that is taxed by usage: top-ups carry no VAT, and the monthly invoices show the usage. */
export async function insertDemoService(
  tx: Queryable,
  { account, serviceId, type, priceListId }: DemoService,
): Promise<ServiceRow> {
  const service = await insertService(tx, account.account_id, {
    service_id: serviceId,
    type,
    currency: 'eur',
    vat_on: 'usage',
    price_list_id: priceListId,
  });
  if (service === undefined) throw new Error('the account is new and has no services');
  await tx.run(sql`
    update services set created = ${account.created}, updated = ${account.created}
    where account_id = ${account.account_id} and service_id = ${serviceId}`);
  return service;
}
