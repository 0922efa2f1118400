import { DateTime } from 'luxon';
import type { Queryable, Transaction } from '../../database/database.ts';
import { insertInto, prepared, type Sql, sql } from '../../database/sql.ts';
import { trafficTable } from '../../listing/conditions.ts';
import type { BalanceOwner } from '../ledger/post-entry.ts';
import { isInvoicedUsage, usageCorrections } from '../usage/invoiced-usage.ts';
import { ownMonth } from './own-month.ts';
import type { BilledMonth } from './usage.repository.ts';

/** A closed month: its first day, and when it ended. */
export interface MonthClosing {
  /** `YYYY-MM-01`. */
  month: string;
  /** RFC 3339, exclusive. The next month begins there. */
  period_end: string;
  /** The service's latest entry then: later ones arrived after the closing, whatever the clock said. */
  last_entry: number;
}

/** A batch's records of one month. */
interface MonthOfBatch {
  batch_id: string;
  /** `YYYY-MM-01`. */
  month: string;
  /** The interval of the month: RFC 3339, the second exclusive; the first closed month has no beginning. */
  from: string;
  until: string;
}

/** A batch's records of one month that no document contains yet. */
export interface PendingUsage extends MonthOfBatch {
  /** Of the records, with six decimals. */
  cost: string;
}

/** Returns the closed months of a service, the earliest first. */
export async function findClosings(db: Queryable, { account_id, service_id }: BalanceOwner) {
  const statement = sql`
    select month, period_end, last_entry from month_closings where account_id = ${account_id} and service_id = ${service_id}
    order by period_end`;
  return db.query<MonthClosing>(prepared('month_closings', statement));
}

/**
 * Returns what the month that is being closed must document: the batches' records of the month, and those of earlier months
 * that arrived after their closing.
 */
export async function findPendingUsage(
  tx: Transaction,
  { accountId, serviceId, type, period }: BilledMonth,
  closings: readonly MonthClosing[],
): Promise<PendingUsage[]> {
  const { table, moment } = trafficTable(type);
  const intervals = monthIntervals([
    ...closings,
    { month: firstDay(period.start_date), period_end: period.end_utc },
  ]);
  const lastEnd = closings.at(-1)?.period_end ?? '-infinity';
  return tx.query<PendingUsage>(sql`
    with batches as materialized (
      select b.account_id, b.service_id, b.batch_id, b.first_record, b.last_record
      from usage_batches b
      where b.account_id = ${accountId} and b.service_id = ${serviceId} and b.first_record < ${period.end_utc}
        -- A batch that has been invoiced has only records of later months left, unless what it costs was corrected since.
        and (b.last_record >= ${lastEnd} or not exists (${isInvoicedUsage}) or exists (${usageCorrections}))
    ), intervals as materialized (
      select month, "from", until, "from"::timestamptz as beginning, until::timestamptz as ending
      from json_to_recordset(${JSON.stringify(intervals)}::json) i(month text, "from" text, until text)
      where until::timestamptz > (select min(first_record) from batches)
    )
    select b.batch_id, i.month, i."from", i.until, sum(r.price)::text as cost
    from batches b
    join ${table} r on r.account_id = ${accountId} and r.service_id = ${serviceId} and r.batch_id = b.batch_id
      and r.${moment} between b.first_record and b.last_record
      -- The same for all batches, because only that keeps the database from reading the partitions of all other months.
      and r.${moment} between (select min(first_record) from batches) and (select max(last_record) from batches)
    join intervals i on r.${moment} >= i.beginning and r.${moment} < i.ending
    where not exists (${isInvoicedUsage} and d.month = i.month::date)
    group by b.batch_id, i.month, i."from", i.until
    order by i.month, b.batch_id`);
}

/** Returns the records that arrived after their month was closed. Such batches are few. */
export async function findLateUsage(
  db: Queryable,
  { accountId, serviceId }: BilledMonth,
  closings: readonly MonthClosing[],
): Promise<MonthOfBatch[]> {
  const last = closings.at(-1);
  if (last === undefined) return [];
  return db.query<MonthOfBatch>(sql`
    with arrived as (
      select * from usage_batches
      where account_id = ${accountId} and service_id = ${serviceId} and entry_id > ${last.last_entry}
      union
      select b.* from usage_corrections c join usage_batches b using (account_id, service_id, batch_id)
      where c.account_id = ${accountId} and c.service_id = ${serviceId}
    )
    select b.batch_id, i.month, i."from", i.until
    from arrived b
    join json_to_recordset(${JSON.stringify(monthIntervals(closings))}::json) i(month text, "from" text, until text)
      on b.last_record >= i."from"::timestamptz and b.first_record < i.until::timestamptz
    where not exists (${isInvoicedUsage} and d.month = i.month::date)`);
}

/** The intervals of months, the earliest first: each begins where the one before ended, and the first has no beginning. */
export function monthIntervals(months: readonly Pick<MonthClosing, 'month' | 'period_end'>[]) {
  return months.map(({ month, period_end }, index) => ({
    month,
    from: months[index - 1]?.period_end ?? '-infinity',
    until: period_end,
  }));
}

/** Selects the records of batches; those of earlier months have their `late_month`. */
export function recordsOf(
  { accountId, serviceId, type, period }: BilledMonth,
  batches: readonly MonthOfBatch[],
): Sql {
  const { table, moment } = trafficTable(type);
  return sql`
    with parts as materialized (
      select b.batch_id, p.month, p."from"::timestamptz as beginning,
        greatest(p."from"::timestamptz, b.first_record) as "from", least(p.until::timestamptz, b.last_record + interval '1 microsecond') as until
      from json_to_recordset(${JSON.stringify(batches)}::json) p(batch_id text, month text, "from" text, until text)
      join usage_batches b on b.account_id = ${accountId} and b.service_id = ${serviceId} and b.batch_id = p.batch_id
    )
    select r.*,
      nullif(${ownMonth(sql`left(p.month, 7)`, sql`p.beginning`, sql`r.${moment}`, period.timezone)}, ${period.start_date.slice(0, 7)}) as late_month
    from parts p
    join ${table} r on r.account_id = ${accountId} and r.service_id = ${serviceId} and r.batch_id = p.batch_id
      and r.${moment} >= p."from" and r.${moment} < p.until
      -- As above: other months are not read.
      and r.${moment} >= (select min("from") from parts) and r.${moment} < (select max(until) from parts)`;
}

/** Records that a month is closed, with the document that contains its usage, if there is one. */
export async function insertClosing(
  tx: Transaction,
  { accountId, serviceId, period }: BilledMonth,
  pending: readonly PendingUsage[],
  monthly_vat_invoice_id: string | null,
): Promise<void> {
  const owner = { account_id: accountId, service_id: serviceId, monthly_vat_invoice_id };
  const month = firstDay(period.start_date);
  await tx.run(insertInto('month_closings', { ...owner, month, period_end: period.end_utc }));
  await tx.run(sql`
    insert into invoiced_usage (account_id, service_id, batch_id, month, monthly_vat_invoice_id)
    select ${accountId}, ${serviceId}, batch_id, month::date, ${monthly_vat_invoice_id}
    from json_to_recordset(${JSON.stringify(pending)}::json) p(batch_id text, month text)
    on conflict (account_id, service_id, batch_id, month)
      do update set monthly_vat_invoice_id = excluded.monthly_vat_invoice_id`);
}

function firstDay(day: string): string {
  return DateTime.fromISO(day).startOf('month').toFormat('yyyy-MM-dd');
}
