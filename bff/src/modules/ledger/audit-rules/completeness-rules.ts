import { sql } from '../../../database/sql.ts';
import { retentionHorizon } from '../../traffic/retention.ts';
import { removedRecords } from '../../usage/invoiced-usage.ts';
import type { AuditRule } from './audit-rule.ts';

/** The migration that introduced closings has added some of its own, with gaps where nothing had been invoiced. */
const isClosedByPortal = sql`c.closed > (select applied from migrations where name like '0170-month-closings%')`;

/** What cannot be missing: documents, closings and numbers. */
export const completenessRules: readonly AuditRule[] = [
  {
    // A rollback takes the counter back, and no document or payment is ever deleted.
    name: 'every number that was given to a document or payment is there',
    violations: sql`
      with used as materialized (
        select 'INV' as kind, left(number, 7) as period, substring(number, '\\d+$')::bigint as n from monthly_vat_invoices
        where number ~ '^\\d{4}-\\d{2}-([A-Z]{5}-)?\\d{5,9}$'
        union
        select split_part(number, '-', 1), split_part(number, '-', 2), substring(number, '\\d+$')::bigint from payments
        where number ~ '^[A-Z]+-\\d{4}-([A-Z]{5}-)?\\d{6,9}$'
      ), found as (
        select kind, period, count(*) as numbers from used join document_counters using (kind, period)
        where n between 1 and last
        group by kind, period
      )
      select kind || ' ' || period as subject, last || ' numbers' as expected,
        coalesce(numbers, 0) || ', without ' || missing.first as found
      from document_counters counter left join found using (kind, period)
      cross join lateral (
        select min(n) as first from (
          select generate_series(1, last) as n
          except select n from used where used.kind = counter.kind and used.period = counter.period
        ) absent
      ) missing
      where numbers is distinct from last`,
  },
  {
    name: 'what names a document has one',
    violations: sql`
      select name || ' ' || subject as subject, monthly_vat_invoice_id as expected, 'no such document' as found
      from (
        select 'closing' as name, service_id || ' ' || to_char(month, 'YYYY-MM') as subject, account_id, monthly_vat_invoice_id
        from month_closings
        union all
        select 'usage', service_id || ' ' || batch_id, account_id, monthly_vat_invoice_id from invoiced_usage
        union all
        select 'charge', charge_id, account_id, monthly_vat_invoice_id from invoiced_charges
        union all
        select 'receipt', entry_id::text, account_id, monthly_vat_invoice_id from document_receipts
        union all
        select 'correction', corrected_id, account_id, credit_note_id from invoice_corrections
        union all
        select 'correction by', credit_note_id, account_id, corrected_id from invoice_corrections
      ) named left join monthly_vat_invoices i using (account_id, monthly_vat_invoice_id)
      where monthly_vat_invoice_id is not null and i.number is null`,
  },
  {
    name: 'the closed months of a service follow one another',
    violations: sql`
      select service_id || ' ' || to_char(month, 'YYYY-MM') as subject,
        'after ' || to_char(month - interval '1 month', 'YYYY-MM') as expected,
        'after ' || to_char(before, 'YYYY-MM') as found
      from (
        select *, lag(month) over (partition by account_id, service_id order by month) as before from month_closings
      ) c
      where before <> (month - interval '1 month')::date and ${isClosedByPortal}`,
  },
  {
    name: 'the month of a document or of documented usage is closed',
    violations: sql`
      select subject, to_char(month, 'YYYY-MM') || ' closed' as expected, 'open' as found
      from (
        -- A correction has the month of what it corrects.
        select number as subject, account_id, service_id, make_date(year, month, 1) as month from monthly_vat_invoices
        where service_id is not null and detail -> 'preceding_invoice' ->> 'number' is null
        union all
        select service_id || ' ' || batch_id, account_id, service_id, month from invoiced_usage
      ) closed left join month_closings c using (account_id, service_id, month)
      where c.closed is null`,
  },
  {
    name: 'a prepayment of a closed month is on a document if prepayments are taxed',
    violations: sql`
      select coalesce(number, y.payment_id) as subject, 'a document' as expected, 'none' as found
      from payments y join services s using (account_id, service_id)
      join payment_entries using (account_id, payment_id) join journal_entries e using (entry_id)
      left join bank_entries b on 'bank:' || bank_entry_id = event_key
      where vat_on = 'topup' and e.kind in ('top_up', 'refund')
        and e.entry_id <= (
          select max(last_entry) from month_closings c
          where c.account_id = y.account_id and c.service_id = y.service_id
            and coalesce(b.booked < c.month + interval '1 month', e.occurred_at < c.period_end)
            and ${isClosedByPortal})
        and not exists (select from document_receipts r where r.entry_id = e.entry_id)`,
  },
  {
    // Its records are kept beyond the time that the agreement promises.
    name: 'usage that is taxed is on a document within 13 months',
    violations: sql`
      select service_id || ' ' || batch_id as subject, 'its month closed' as expected,
        'open since ' || to_char(first_record, 'YYYY-MM') as found
      from usage_batches b join services s using (account_id, service_id)
      where vat_on = 'usage' and first_record < ${retentionHorizon} and records > (${removedRecords})
        and not exists (
          select from invoiced_usage d
          where (d.account_id, d.service_id, d.batch_id) = (b.account_id, b.service_id, b.batch_id))`,
  },
];
