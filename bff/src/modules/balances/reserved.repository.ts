import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import {
  findLateUsage,
  type MonthClosing,
  recordsOf,
} from '../monthly-vat-invoices/month-closings.repository.ts';
import { type BilledMonth, lineColumns, summedLines } from '../monthly-vat-invoices/usage.repository.ts';

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
  month: BilledMonth,
  isFirst: boolean,
): Promise<LineCosts[]> {
  return db.query<LineCosts>(sql`
    with lines as (
      select sum(cost) as amount, late_month from (${summedLines(month, isFirst)}) l group by line, late_month having sum(cost) > 0
    )
    ${sumsOfLines}`);
}

/** Returns the cost of the records that arrived after their month was closed. */
export async function findLateLineCosts(
  db: Queryable,
  month: BilledMonth,
  closings: readonly MonthClosing[],
): Promise<LineCosts[]> {
  const late = await findLateUsage(db, month, closings);
  if (late.length === 0) return [];
  return db.query<LineCosts>(sql`
    with lines as (
      select late_month, sum(price) as amount from (${recordsOf(month, late)}) r
      where price > 0
      group by late_month, ${lineColumns(month.type)}
    )
    ${sumsOfLines}`);
}

/** Each line of an invoice is rounded. There may be hundreds, and every page shows the sum. */
const sumsOfLines = sql`
  select late_month, sum(amount)::text as amount, sum(round(amount, 2))::text as net from lines group by late_month`;
