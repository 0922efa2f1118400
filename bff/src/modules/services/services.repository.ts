import type { Currency } from '@portal/contract/money';
import { type Service, type ServiceType, serviceSchema } from '@portal/contract/services';
import type { Queryable } from '../../database/database.ts';
import { columnsOf, insertInto, prepared, selectList, sql } from '../../database/sql.ts';
import { localTime, zoneOffsets } from '../../listing/local-time.ts';

const shown = columnsOf(serviceSchema, [
  'threshold_balance',
  'reserved',
  'reserved_vat',
  'reserved_rents',
  'available',
  'spend_today',
  'spend_7d',
  'spend_by_day',
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
const selected = selectList(columns);

/** The database gives a customer's new service its terms; only the server chooses them. */
export type NewService = Pick<ServiceRow, 'service_id' | 'type'> & {
  currency: Currency;
} & Partial<Terms>;

/** What a service spent on a day, `YYYY-MM-DD`. Six decimals. */
export interface SpendingRow {
  service_id: string;
  day: string;
  cost: string;
}

export async function findServices(db: Queryable, accountId: string) {
  const statement = sql`
    select ${selected} from services where account_id = ${accountId} order by type desc, service_id`;
  return db.query<ServiceRow>(prepared('services', statement));
}

export async function findService(db: Queryable, accountId: string, serviceId: string) {
  const statement = sql`
    select ${selected} from services where account_id = ${accountId} and service_id = ${serviceId}`;
  return db.first<ServiceRow>(prepared('service', statement));
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

/** Stores where VAT is taken for the services that customers will create. */
export async function storeVatOn(db: Queryable, vatOn: Terms['vat_on']): Promise<void> {
  await db.run(sql`update service_terms set vat_on = ${vatOn} where vat_on <> ${vatOn}`);
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

/** Returns what services have spent between two moments on each day of the account's time zone, from the sums of their usage. */
export async function findSpending(
  db: Queryable,
  { account_id, timezone }: { account_id: string; timezone: string },
  services: readonly Pick<ServiceRow, 'service_id'>[],
  { since, now }: { since: string; now: string },
): Promise<SpendingRow[]> {
  const ids = services.map(({ service_id }) => service_id);
  const offsets = zoneOffsets({ timezone, start_utc: since, end_utc: now });
  const statement = sql`
    select service_id, to_char(${localTime(sql`moment`, offsets)}, 'YYYY-MM-DD') as day, sum(cost)::text as cost
    from usage_by_time
    where account_id = ${account_id} and service_id = any(${ids}::text[]) and moment > ${since} and moment <= ${now}
    group by 1, 2`;
  return db.query<SpendingRow>(prepared(`spending ${offsets.length}`, statement));
}
