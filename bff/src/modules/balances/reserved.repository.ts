import type { Queryable } from '../../database/database.ts';
import { type Sql, sql } from '../../database/sql.ts';
import { trafficTable } from '../../listing/conditions.ts';
import {
  type MonthClosing,
  monthIntervals,
  ownMonth,
} from '../monthly-vat-invoices/month-closings.repository.ts';
import type { BilledMonth } from '../monthly-vat-invoices/usage.repository.ts';
import { isInvoicedUsage, usageCorrections } from '../usage/invoiced-usage.ts';

/** What the records of one invoice line have cost; `late_month`, `YYYY-MM`, is the earlier month that they belong to. */
export interface LineCost {
  amount: string;
  late_month: string | null;
}

/** Returns the cost of each line of an open month's records, from their sums. A service's first month has no beginning. */
export async function findLineCosts(
  db: Queryable,
  { accountId, serviceId, period }: BilledMonth,
  isFirst: boolean,
): Promise<LineCost[]> {
  const from = isFirst ? '-infinity' : period.start_utc;
  const month = period.start_date.slice(0, 7);
  return db.query<LineCost>(sql`
    with lines as (
      select line, cost, nullif(${ownMonth(sql`${month}`, sql`${from}`, sql`moment`, period.timezone)}, ${month}) as late_month
      from usage_by_line
      where account_id = ${accountId} and service_id = ${serviceId} and moment >= ${from}::timestamptz and moment < ${period.end_utc}
    )
    select sum(cost)::text as amount, late_month from lines group by line, late_month having sum(cost) > 0`);
}

/** Returns the cost of each line of the records that arrived after their month was closed. Such batches are few. */
export async function findLateLineCosts(
  db: Queryable,
  { accountId, serviceId, type, period }: BilledMonth,
  closings: readonly MonthClosing[],
): Promise<LineCost[]> {
  const last = closings.at(-1);
  if (last === undefined) return [];
  const { table, moment } = trafficTable(type);
  // An import that was waiting for the closing has an earlier time.
  const arrived = sql`b.recorded_at > ${last.closed}::timestamptz - interval '1 hour' or exists (${usageCorrections})`;
  const lateMonth = ownMonth(sql`left(l.month, 7)`, sql`l.beginning`, sql`r.${moment}`, period.timezone);
  return db.query<LineCost>(sql`
    with late as materialized (
      select b.batch_id, i.month, i."from" as beginning, greatest(i."from"::timestamptz, b.first_record) as "from", i.until::timestamptz as until
      from usage_batches b
      join json_to_recordset(${JSON.stringify(monthIntervals(closings))}::json) i(month text, "from" text, until text)
        on b.last_record >= i."from"::timestamptz and b.first_record < i.until::timestamptz
      where b.account_id = ${accountId} and b.service_id = ${serviceId} and (${arrived})
        and not exists (${isInvoicedUsage} and d.month = i.month::date)
    )
    select ${lateMonth} as late_month, sum(r.price)::text as amount
    from late l
    join ${table} r on r.account_id = ${accountId} and r.service_id = ${serviceId} and r.batch_id = l.batch_id
      and r.${moment} >= l."from" and r.${moment} < l.until
    where r.price > 0
    group by 1, ${lineColumns(type)}`);
}

/** What an invoice groups records by, as the trigger of `usage_by_line` does. */
function lineColumns(type: string): Sql {
  return type === 'voicing' ? sql`destination` : sql`country, operator, unit_price`;
}
