import { type Period, storedMonths, type TrafficPeriod } from '@portal/contract/dates';
import { DateTime } from 'luxon';
import { type Sql, sql } from '../../database/sql.ts';
import { closedMonth, isInvoicedUsage } from '../usage/invoiced-usage.ts';

/** Days in UTC whose records are deleted end here. */
export const retentionHorizon = sql`date_trunc('day', now() - make_interval(months => ${storedMonths}), 'UTC')`;

/**
 * Whether an invoice that has not been issued needs a record: its service is taxed by usage, and no closed month has documented its
 * batch. `record` names the table's row, `time` its column. Closing the month finds it (`findPendingUsage`).
 */
export function isAwaitedByInvoice(record: Sql, time: Sql): Sql {
  return sql`exists (
    select from services s join usage_batches b using (account_id, service_id)
    where s.account_id = ${record}.account_id and s.service_id = ${record}.service_id and s.vat_on = 'usage'
      and b.batch_id = ${record}.batch_id
      and not exists (${isInvoicedUsage} and d.month = (${closedMonth(sql`${record}.${time}`)})))`;
}

/** The time of the oldest record that is stored, in milliseconds. */
export function oldestStoredMs(now: Date): number {
  return DateTime.fromJSDate(now, { zone: 'utc' }).minus({ months: storedMonths }).startOf('day').toMillis();
}

/** Whether records of a period have been deleted already, so that its sums are too small. */
export function isCut({ start_utc }: Pick<Period, 'start_utc'>, now = new Date()): boolean {
  return Date.parse(start_utc) < oldestStoredMs(now);
}

/** Adds to a period until when its records have been deleted. */
export function withDeletion(period: Period, now = new Date()): TrafficPeriod {
  const deleted_before = isCut(period, now) ? new Date(oldestStoredMs(now)).toISOString() : null;
  return { ...period, deleted_before };
}
