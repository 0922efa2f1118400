// Subqueries about the usage batch `b`: which documents contain it, and what has changed since.
import { type Sql, sql } from '../../database/sql.ts';

/** The corrections `c` of the batch: by new prices, and by delivery reports. */
export const usageCorrections = sql`
  select from usage_corrections c
  where c.account_id = b.account_id and c.service_id = b.service_id and c.batch_id = b.batch_id`;

/** How many records of the batch were removed because their import was undone. */
export const removedRecords = sql`
  select coalesce(sum(u.records), 0) from usage_removals u
  where u.account_id = b.account_id and u.service_id = b.service_id and u.batch_id = b.batch_id`;

/** The entry that first charged the batch: what cost nothing until it was corrected has none of its own. */
export const chargingEntry = sql`
  coalesce(b.entry_id, (
    select min(c.entry_id) from usage_corrections c
    where c.account_id = b.account_id and c.service_id = b.service_id and c.batch_id = b.batch_id))`;

/**
 * The documents `d` of the batch, as a subquery for `exists`. Without a document, a batch can be rerated, and costs something
 * only then.
 */
export const isInvoicedUsage = sql`
  select from invoiced_usage d
  where d.account_id = b.account_id and d.service_id = b.service_id and d.batch_id = b.batch_id
    and (d.monthly_vat_invoice_id is not null or not exists (${usageCorrections}))`;

/** The issued documents of the batch that contain usage: what they contain can no longer cost more or less. */
export const documentOfUsage = sql`
  select i.number from invoiced_usage d join monthly_vat_invoices i using (account_id, monthly_vat_invoice_id)
  where d.account_id = b.account_id and d.service_id = b.service_id and d.batch_id = b.batch_id and i.basis = 'usage'`;

/** The closed month of the batch's service that contains a moment: the first that ended after it. */
export function closedMonth(moment: Sql): Sql {
  return sql`
    select closing.month from month_closings closing
    where closing.account_id = b.account_id and closing.service_id = b.service_id and closing.period_end > ${moment}
    order by closing.period_end limit 1`;
}
