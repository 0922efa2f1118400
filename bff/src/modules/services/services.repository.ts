import type { Currency } from '@portal/contract/money';
import type { ServiceType } from '@portal/contract/services';
import type { Queryable } from '../../database/database.ts';
import { joinSql, sql } from '../../database/sql.ts';

export interface ServiceRow {
  service_id: string;
  billing_id: string;
  type: ServiceType;
  status: string;
  currency: Currency;
  balance: string;
  balance_updated: string;
  credit_limit: string;
  available: string;
  threshold_enabled: boolean;
  threshold_amount: string | null;
  threshold_state: 'armed' | 'triggered' | 'off';
  threshold_triggered_at: string | null;
  vat_on: 'topup' | 'usage';
  price_list_id: string | null;
  created: string;
  updated: string;
}

export interface NewService {
  serviceId: string;
  type: ServiceType;
  currency: Currency;
  vatOn: 'topup' | 'usage';
  priceListId: string | null;
}

export interface SpendingRow {
  service_id: string;
  today: string;
  last_7_days: string;
}

const columns = sql`service_id, billing_id, type, status, currency, balance, balance_updated, credit_limit,
  balance + credit_limit as available, threshold_enabled, threshold_amount, threshold_state, threshold_triggered_at,
  vat_on, price_list_id, created, updated`;

export async function findServices(database: Queryable, accountId: string): Promise<ServiceRow[]> {
  return database.query<ServiceRow>(sql`
    select ${columns} from services where account_id = ${accountId} order by type desc, service_id`);
}

export async function findService(
  database: Queryable,
  accountId: string,
  serviceId: string,
): Promise<ServiceRow | undefined> {
  return database.first<ServiceRow>(sql`
    select ${columns} from services where account_id = ${accountId} and service_id = ${serviceId}`);
}

export async function findServiceOfType(
  database: Queryable,
  accountId: string,
  type: ServiceType,
): Promise<ServiceRow | undefined> {
  return database.first<ServiceRow>(sql`
    select ${columns} from services where account_id = ${accountId} and type = ${type}`);
}

/** Undefined if the account has one of this type. */
export async function insertService(
  database: Queryable,
  accountId: string,
  service: NewService,
): Promise<ServiceRow | undefined> {
  return database.first<ServiceRow>(sql`
    insert into services (account_id, service_id, type, currency, vat_on, price_list_id)
    values (${accountId}, ${service.serviceId}, ${service.type}, ${service.currency}, ${service.vatOn},
      ${service.priceListId})
    on conflict (account_id, type) do nothing
    returning ${columns}`);
}

/** Without an amount the stored one stays. */
export async function updateThreshold(
  database: Queryable,
  accountId: string,
  serviceId: string,
  { enabled, amount }: { enabled: boolean; amount: string | null },
): Promise<ServiceRow | undefined> {
  return database.first<ServiceRow>(sql`
    update services
    set threshold_enabled = ${enabled}, threshold_amount = coalesce(${amount}::numeric, threshold_amount), updated = now()
    where account_id = ${accountId} and service_id = ${serviceId}
    returning ${columns}`);
}

/** Adds to the balance, or takes off it with a negative amount; the low-balance alert follows in the database. */
export async function updateBalance(
  database: Queryable,
  accountId: string,
  serviceId: string,
  change: string,
): Promise<void> {
  await database.run(sql`
    update services set balance = balance + ${change}::numeric, balance_updated = now(), updated = now()
    where account_id = ${accountId} and service_id = ${serviceId}`);
}

/** What these services spent. The moments are parameters so that the planner leaves other months' partitions alone. */
export async function findSpending(
  database: Queryable,
  accountId: string,
  services: readonly Pick<ServiceRow, 'service_id' | 'type'>[],
  { today, weekAgo, now }: { today: string; weekAgo: string; now: string },
): Promise<SpendingRow[]> {
  const traffic = services.map(({ service_id, type }) => {
    const [table, moment] = type === 'voicing' ? [sql`cdrs`, sql`started`] : [sql`messages`, sql`created`];
    return sql`
      select service_id, ${moment} as moment, price from ${table}
      where account_id = ${accountId} and service_id = ${service_id} and ${moment} > ${weekAgo} and ${moment} <= ${now}`;
  });
  if (traffic.length === 0) return [];
  return database.query<SpendingRow>(sql`
    select service_id, coalesce(sum(price) filter (where moment >= ${today}), 0) as today, sum(price) as last_7_days
    from (${joinSql(traffic, ' union all ')}) spent
    group by service_id`);
}
