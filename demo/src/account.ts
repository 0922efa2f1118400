import { type AccountRow, insertAccount } from '@portal/bff/accounts';
import type { AppContext } from '@portal/bff/app-context';
import type { Queryable } from '@portal/bff/database';
import { hashPassword } from '@portal/bff/passwords';
import { insertService, type ServiceRow } from '@portal/bff/services';
import { sql } from '@portal/bff/sql';
import { agreement } from '@portal/contract/agreement';
import type { DateTime } from 'luxon';
import { utc } from './days.ts';

export const demoLogin = { email: 'demo@dalat.example', password: 'Dalat-2026!' } as const;
/** The same password; one service without traffic. */
export const emptyLogin = { email: 'empty@dalat.example', password: demoLogin.password } as const;

interface AccountPlan extends Pick<AppContext, 'config' | 'secrets'> {
  email: string;
  name: string;
  company: string;
  created: DateTime;
}

/** Inserts a confirmed, configured customer who accepted the agreement. Returns undefined if the address is taken. */
export async function insertDemoAccount(tx: Queryable, plan: AccountPlan): Promise<AccountRow | undefined> {
  const { config, secrets, email, name, company, created } = plan;
  const moment = utc(created);
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

export const tariffs = { eur: 'pl_standard_eur', usd: 'pl_standard_usd' } as const;
export const messageTariffs = { eur: 'pl_messages_eur', usd: 'pl_messages_usd' } as const;

/** Inserts a service that is taxed by usage: top-ups carry no VAT, and the monthly invoices show the usage. */
export async function insertDemoService(
  tx: Queryable,
  { account_id }: AccountRow,
  { type, service_id, created }: { type: 'voicing' | 'messaging'; service_id: string; created: DateTime },
): Promise<ServiceRow> {
  const price_list_id = type === 'voicing' ? tariffs.eur : messageTariffs.eur;
  const row = { service_id, type, currency: 'eur', vat_on: 'usage', price_list_id } as const;
  const service = await insertService(tx, account_id, row);
  if (service === undefined) throw new Error('the account is new and has no services');
  await tx.run(sql`
    update services set created = ${utc(created)}, updated = ${utc(created)}
    where account_id = ${account_id} and service_id = ${service_id}`);
  return service;
}
