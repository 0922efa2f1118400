import type { Queryable } from '../../database/database.ts';
import { type Sql, sql } from '../../database/sql.ts';
import { trafficTable } from '../../listing/conditions.ts';
import {
  type MonthClosing,
  monthIntervals,
  ownMonth,
} from '../monthly-vat-invoices/month-closings.repository.ts';
import type { BilledMonth } from '../monthly-vat-invoices/usage.repository.ts';
import { isInvoicedUsage } from '../usage/invoiced-usage.ts';

/** What the records of an open month have cost, together for the lines that have the same VAT. */
export interface LineCosts {
  /** Six decimals. */
  amount: string;
  /** The sum of the lines' amounts, each rounded to two decimals. */
  net: string;
  /** The earlier month that the records belong to, `YYYY-MM`. */
  late_month: string | null;
}

/** Returns the cost of an open month's records, from their sums. A service's first month has no beginning. */
export async function findLineCosts(
  db: Queryable,
  { accountId, serviceId, period }: BilledMonth,
  isFirst: boolean,
): Promise<LineCosts[]> {
  const from = isFirst ? '-infinity' : period.start_utc;
  const month = period.start_date.slice(0, 7);
  return db.query<LineCosts>(sql`
    with records as (
      select line, cost, nullif(${ownMonth(sql`${month}`, sql`${from}`, sql`moment`, period.timezone)}, ${month}) as late_month
      from usage_by_line
      where account_id = ${accountId} and service_id = ${serviceId} and moment >= ${from}::timestamptz and moment < ${period.end_utc}
    ), lines as (
      select sum(cost) as amount, late_month from records group by line, late_month having sum(cost) > 0
    )
    ${sumsOfLines}`);
}

/** Returns the cost of the records that arrived after their month was closed. Such batches are few. */
export async function findLateLineCosts(
  db: Queryable,
  { accountId, serviceId, type, period }: BilledMonth,
  closings: readonly MonthClosing[],
): Promise<LineCosts[]> {
  const last = closings.at(-1);
  if (last === undefined) return [];
  const { table, moment } = trafficTable(type);
  const lateMonth = ownMonth(sql`left(l.month, 7)`, sql`l.beginning`, sql`r.${moment}`, period.timezone);
  return db.query<LineCosts>(sql`
    with arrived as (
      select * from usage_batches
      where account_id = ${accountId} and service_id = ${serviceId} and entry_id > ${last.last_entry}
      union
      select b.* from usage_corrections c join usage_batches b using (account_id, service_id, batch_id)
      where c.account_id = ${accountId} and c.service_id = ${serviceId}
    ), late as materialized (
      select b.batch_id, i.month, i."from" as beginning, greatest(i."from"::timestamptz, b.first_record) as "from", i.until::timestamptz as until
      from arrived b
      join json_to_recordset(${JSON.stringify(monthIntervals(closings))}::json) i(month text, "from" text, until text)
        on b.last_record >= i."from"::timestamptz and b.first_record < i.until::timestamptz
      where not exists (${isInvoicedUsage} and d.month = i.month::date)
    ), lines as (
      select ${lateMonth} as late_month, sum(r.price) as amount
      from late l
      join ${table} r on r.account_id = ${accountId} and r.service_id = ${serviceId} and r.batch_id = l.batch_id
        and r.${moment} >= l."from" and r.${moment} < l.until
      where r.price > 0
      group by 1, ${lineColumns(type)}
    )
    ${sumsOfLines}`);
}

/** Each line of an invoice is rounded. There may be hundreds, and every page shows the sum. */
const sumsOfLines = sql`
  select late_month, sum(amount)::text as amount, sum(round(amount, 2))::text as net from lines group by late_month`;

/** What an invoice groups records by, as the trigger of `usage_by_line` does. */
function lineColumns(type: string): Sql {
  return type === 'voicing' ? sql`destination` : sql`country, operator, unit_price`;
}
