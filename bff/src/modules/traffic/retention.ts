import { storedMonths } from '@portal/contract/dates';
import { DateTime } from 'luxon';
import { type Sql, sql } from '../../database/sql.ts';

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
      and b.batch_id = ${record}.batch_id and not exists (
        select from invoiced_usage d
        where (d.account_id, d.service_id, d.batch_id) = (b.account_id, b.service_id, b.batch_id)
          and d.month = (
            select c.month from month_closings c
            where c.account_id = b.account_id and c.service_id = b.service_id and c.period_end > ${record}.${time}
            order by c.period_end limit 1)
          and (d.monthly_vat_invoice_id is not null or not exists (
            select from usage_corrections u
            where (u.account_id, u.service_id, u.batch_id) = (b.account_id, b.service_id, b.batch_id)))))`;
}

/** The time of the oldest record that is stored, in milliseconds. */
export function oldestStoredMs(now: Date): number {
  return DateTime.fromJSDate(now, { zone: 'utc' }).minus({ months: storedMonths }).startOf('day').toMillis();
}
