import { sql } from '../../../database/sql.ts';
import { retentionHorizon } from '../../traffic/retention.ts';
import { chargingEntry, closedMonth, removedRecords, usageCorrections } from '../../usage/invoiced-usage.ts';
import { type AuditRule, records } from './audit-rule.ts';

export const closingRules: readonly AuditRule[] = [
  {
    name: 'a closed month’s usage is on its document, or on the one after it arrived',
    violations: sql`
      -- Summed first: the planner expects few records of a batch, and would compare every one with every document.
      with listed as materialized (
        select r.account_id, r.service_id, r.batch_id, c.month, sum(r.price) as cost
        from (${records}) r
        cross join lateral (
          select month from month_closings c
          where c.account_id = r.account_id and c.service_id = r.service_id and c.period_end > r.moment
          order by period_end limit 1
        ) c
        where r.batch_id is not null
        group by r.account_id, r.service_id, r.batch_id, c.month
      )
      select i.monthly_vat_invoice_id as subject, i.net_amount::text as expected, used.cost::text as found
      from monthly_vat_invoices i
      join (
        select d.account_id, d.monthly_vat_invoice_id, sum(listed.cost) as cost
        from invoiced_usage d
        join usage_batches b using (account_id, service_id, batch_id)
        -- Records are deleted when their time is over, those of a document not all on one day.
        left join listed using (account_id, service_id, batch_id, month)
        group by d.account_id, d.monthly_vat_invoice_id having min(b.first_record) >= ${retentionHorizon}
      ) used using (account_id, monthly_vat_invoice_id)
      where basis = 'usage' and abs(used.cost - (
        select coalesce(sum((line ->> 'net_amount')::numeric), 0) from jsonb_array_elements(detail -> 'lines') line
        where line ->> 'description_code' in ('voice_outgoing', 'sms_outgoing')
      )) > 0.005 * jsonb_array_length(detail -> 'lines')`,
  },
  {
    name: 'no usage of a closed month is missing from documents when the next month is closed',
    violations: sql`
      select service_id || ' ' || batch_id as subject, 'a document' as expected, 'none' as found
      from usage_batches b join services s using (account_id, service_id)
      where ${chargingEntry} <= (
          select max(last_entry) from month_closings c
          where c.account_id = b.account_id and c.service_id = b.service_id and c.period_end > b.first_record)
        -- Records for which no invoice waits are deleted when their time is over.
        and (vat_on = 'usage' or first_record >= ${retentionHorizon})
        -- Nor is what was removed before, and what is left can be of later months.
        and ((${removedRecords}) = 0 or exists (
          select from (${records}) r
          where (r.account_id, r.service_id, r.batch_id) = (b.account_id, b.service_id, b.batch_id)
            and r.moment between b.first_record and b.last_record
            and r.moment < (
              select max(period_end) from month_closings c
              where c.account_id = b.account_id and c.service_id = b.service_id)))
        and not exists (
          select from invoiced_usage d
          where (d.account_id, d.service_id, d.batch_id) = (b.account_id, b.service_id, b.batch_id))`,
  },
  {
    name: 'usage of a month that had no document, and was corrected since, is on the next document',
    violations: sql`
      select b.service_id || ' ' || b.batch_id || ' ' || d.month as subject, 'a document' as expected, 'none' as found
      from invoiced_usage d
      join services s using (account_id, service_id)
      join usage_batches b using (account_id, service_id, batch_id)
      where d.monthly_vat_invoice_id is null and s.vat_on = 'usage'
        and exists (
          ${usageCorrections}
            and c.entry_id <= (
              select max(last_entry) from month_closings m
              where m.account_id = d.account_id and m.service_id = d.service_id))
        and 0 <> (
          select sum(price) from (${records}) r
          where (r.account_id, r.service_id, r.batch_id) = (d.account_id, d.service_id, d.batch_id)
            and r.moment between b.first_record and b.last_record and (${closedMonth(sql`r.moment`)}) = d.month)`,
  },
  {
    name: 'the VAT of a prepayment document is that of its payments and its rounding',
    violations: sql`
      select number as subject, tax_amount::text as expected, vat.amount::text as found
      from monthly_vat_invoices i
      cross join lateral (
        select coalesce(sum(p.amount), 0) as amount
        from journal_entries e join postings p using (entry_id) join ledger_accounts a using (ledger_account_id)
        where a.kind = 'vat' and (event_key = 'invoice:' || i.monthly_vat_invoice_id or e.entry_id in (
          select entry_id from document_receipts r
          where (r.account_id, r.monthly_vat_invoice_id) = (i.account_id, i.monthly_vat_invoice_id)))
      ) vat
      where basis = 'prepayment' and vat.amount <> tax_amount`,
  },
];
