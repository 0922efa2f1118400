import type { Currency } from '@portal/contract/money';
import { type Service, type ServiceType, serviceSchema } from '@portal/contract/services';
import type { Queryable } from '../../database/database.ts';
import { columnsOf, insertInto, joinSql, selectList, sql } from '../../database/sql.ts';
import { trafficTable } from '../../listing/conditions.ts';

const shown = columnsOf(serviceSchema, [
  'threshold_balance',
  'reserved',
  'spend_today',
  'spend_7d',
  'days_left',
]);
const columns = [...shown, 'vat_on', 'price_list_id'] as const;
interface Terms {
  vat_on: 'topup' | 'usage';
  price_list_id: string | null;
}
type Columns = Pick<Service & Terms, (typeof columns)[number]>;
type Nullable = 'threshold_amount' | 'threshold_triggered_at' | 'price_list_id';
/** The contract allows more members to be null than the table does. */
export type ServiceRow = { [Name in Exclude<keyof Columns, Nullable>]: NonNullable<Columns[Name]> } & Pick<
  Columns,
  Nullable
>;
const selected = selectList(columns, { available: sql`balance + credit_limit` });

export type NewService = Pick<ServiceRow, 'service_id' | 'type' | 'vat_on' | 'price_list_id'> & {
  currency: Currency;
};

export interface SpendingRow {
  service_id: string;
  today: string;
  last_7_days: string;
}

export async function findServices(db: Queryable, accountId: string) {
  return db.query<ServiceRow>(sql`
    select ${selected} from services where account_id = ${accountId} order by type desc, service_id`);
}

export async function findService(db: Queryable, accountId: string, serviceId: string) {
  return db.first<ServiceRow>(sql`
    select ${selected} from services where account_id = ${accountId} and service_id = ${serviceId}`);
}

export async function findServiceOfType(db: Queryable, accountId: string, type: ServiceType) {
  return db.first<ServiceRow>(sql`
    select ${selected} from services where account_id = ${accountId} and type = ${type}`);
}

/** Inserts a service. Returns undefined if the account has one of this type. */
export async function insertService(db: Queryable, accountId: string, service: NewService) {
  return db.first<ServiceRow>(sql`
    ${insertInto('services', { account_id: accountId, ...service })}
    on conflict (account_id, type) do nothing
    returning ${selected}`);
}

/** Updates the threshold. Without an amount the stored one is kept. */
export async function updateThreshold(
  db: Queryable,
  accountId: string,
  serviceId: string,
  { enabled, amount }: { enabled: boolean; amount: string | null },
) {
  return db.first<ServiceRow>(sql`
    update services
    set threshold_enabled = ${enabled}, threshold_amount = coalesce(${amount}::numeric, threshold_amount), updated = now()
    where account_id = ${accountId} and service_id = ${serviceId}
    returning ${selected}`);
}

/**
 * Returns the spending of these services. The times are parameters so that PostgreSQL skips other months' partitions.
 */
export async function findSpending(
  db: Queryable,
  accountId: string,
  services: readonly Pick<ServiceRow, 'service_id' | 'type'>[],
  { today, weekAgo, now }: { today: string; weekAgo: string; now: string },
): Promise<SpendingRow[]> {
  const traffic = services.map(({ service_id, type }) => {
    const { table, moment } = trafficTable(type);
    return sql`
      select service_id, ${moment} as moment, price from ${table}
      where account_id = ${accountId} and service_id = ${service_id} and ${moment} > ${weekAgo} and ${moment} <= ${now}`;
  });
  if (traffic.length === 0) return [];
  return db.query<SpendingRow>(sql`
    select service_id, coalesce(sum(price) filter (where moment >= ${today}), 0) as today, sum(price) as last_7_days
    from (${joinSql(traffic, ' union all ')}) spent
    group by service_id`);
}
