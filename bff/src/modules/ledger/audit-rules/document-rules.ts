import { sql } from '../../../database/sql.ts';
import { type AuditRule, isInLedger } from './audit-rule.ts';

export const documentRules: readonly AuditRule[] = [
  {
    name: 'a document’s entry debits its gross amount, less the usage and the numbers that were charged before',
    violations: sql`
      with lines as (
        select account_id, monthly_vat_invoice_id, count(*) as lines,
          coalesce(sum((line ->> 'net_amount')::numeric) filter (
            where line ->> 'description_code' in ('number_rental', 'number_setup')), 0) as rents
        from monthly_vat_invoices cross join jsonb_array_elements(detail -> 'lines') line
        group by account_id, monthly_vat_invoice_id
      ), charged as (
        select account_id, monthly_vat_invoice_id, sum(amount) as rents
        from invoiced_charges join number_charges using (account_id, charge_id)
        group by account_id, monthly_vat_invoice_id
      ), posted as (
        select e.event_key, coalesce(sum(amount) filter (where a.kind = 'vat'), 0) as vat,
          coalesce(sum(amount) filter (where a.kind = 'number_rents'), 0) as rents,
          coalesce(sum(amount) filter (where a.kind = 'usage_revenue'), 0) as usage,
          string_agg(distinct a.service_id, ' ') as service_id
        from journal_entries e join postings using (entry_id) join ledger_accounts a using (ledger_account_id)
        where e.kind in ('invoice', 'credit_note')
        group by entry_id
      )
      select number as subject,
        concat_ws(', ', tax_amount || ' VAT', l.rents - coalesce(charged.rents, 0) || ' rents', 'a rounding of ' || lines || ' lines') as expected,
        coalesce(concat_ws(', ', vat || ' VAT', posted.rents || ' rents', usage || ' usage', posted.service_id), 'no entry') as found
      from monthly_vat_invoices i
      left join lines l using (account_id, monthly_vat_invoice_id)
      left join charged using (account_id, monthly_vat_invoice_id)
      left join posted on event_key = 'invoice:' || monthly_vat_invoice_id
      -- An invoice without VAT and rounding has no entry: all of it was charged before.
      where basis = 'usage' and gross_amount <> 0
        and ${isInLedger(sql`i.account_id`, sql`i.service_id`, sql`i.created`)}
        and (coalesce(vat, 0) <> tax_amount or coalesce(posted.rents, 0) <> coalesce(l.rents, 0) - coalesce(charged.rents, 0)
          or i.service_id <> posted.service_id
          or case document_type when 'invoice' then abs(usage) > 0.005 * lines
            else coalesce(usage, 0) <> net_amount - coalesce(l.rents, 0) + rounding end)`,
  },
  {
    name: 'a document’s amounts are those of its content',
    violations: sql`
      select number as subject, concat_ws(' ', net_amount, tax_amount, gross_amount, paid_amount, amount_due) as expected,
        concat_ws(' ', t ->> 'net', t ->> 'tax', t ->> 'gross', t ->> 'paid', t ->> 'due') as found
      from monthly_vat_invoices cross join lateral (select detail -> 'totals' as t) totals
      where (net_amount, tax_amount, gross_amount, paid_amount, amount_due) is distinct from
        ((t ->> 'net')::numeric, (t ->> 'tax')::numeric, (t ->> 'gross')::numeric, (t ->> 'paid')::numeric, (t ->> 'due')::numeric)
        or net_amount <> (select coalesce(sum((line ->> 'net_amount')::numeric), 0) from jsonb_array_elements(detail -> 'lines') line)
        or (paid_amount - coalesce((select sum((paid ->> 'amount')::numeric) from jsonb_array_elements(detail -> 'payments') paid), 0)) * sign(gross_amount) < 0`,
  },
  {
    name: 'documents use no more of a payment than was credited',
    violations: sql`
      select payment_id as subject, 'at most ' || credited as expected, used::text as found
      from payments p join (
        select account_id, paid ->> 'payment_id' as payment_id, sum((paid ->> 'amount')::numeric) as used
        from monthly_vat_invoices cross join jsonb_array_elements(detail -> 'payments') paid
        where document_type = 'invoice' and basis = 'usage'
        group by 1, 2
      ) used using (account_id, payment_id)
      cross join lateral (
        -- A payment from before the ledger has no entries.
        select coalesce(sum(e.amount), case when status in ('paid', 'refunded', 'partially_refunded') then p.amount else 0 end) as credited
        from payment_entries e where e.account_id = p.account_id and e.payment_id = p.payment_id
      ) entries
      cross join lateral (
        -- Taken from documents again, after the bank has taken it back.
        select coalesce(-sum(r.amount), 0) as reversed
        from document_receipts r join payment_entries e using (account_id, entry_id)
        where e.account_id = p.account_id and e.payment_id = p.payment_id and r.amount < 0
      ) receipts
      where used - reversed > credited or status = 'pending'`,
  },
  {
    name: 'a line is corrected by no more than its amount',
    violations: sql`
      select number || ' line ' || coalesce(corrected_line_id, '?') as subject, 'at most ' || line.amount as expected,
        (-sum(c.net_amount))::text as found
      from invoice_corrections c
      join monthly_vat_invoices i on i.account_id = c.account_id and i.monthly_vat_invoice_id = c.corrected_id
      cross join lateral (
        select sum((line ->> 'net_amount')::numeric) as amount from jsonb_array_elements(i.detail -> 'lines') line
        where corrected_line_id is null or line ->> 'line_id' = corrected_line_id
      ) line
      group by i.account_id, i.monthly_vat_invoice_id, corrected_line_id, line.amount
      having sum(c.net_amount) * sign(line.amount) > 0 or abs(sum(c.net_amount)) > abs(line.amount) or line.amount is null`,
  },
  {
    name: 'a credit note corrects what its lines say',
    violations: sql`
      select number as subject, i.net_amount::text as expected, coalesce(sum(c.net_amount), 0)::text as found
      from monthly_vat_invoices i
      left join (
        select account_id, credit_note_id as monthly_vat_invoice_id, net_amount from invoice_corrections
      ) c using (account_id, monthly_vat_invoice_id)
      where detail -> 'preceding_invoice' ->> 'number' is not null
      group by account_id, monthly_vat_invoice_id having i.net_amount <> coalesce(sum(c.net_amount), 0)`,
  },
  {
    name: 'no two documents or payments share a number',
    violations: sql`
      select number as subject, '1' as expected, count(*)::text as found
      from (select 'invoice' as kind, number from monthly_vat_invoices union all select 'payment', number from payments) d
      where number is not null
      group by kind, number having count(*) > 1`,
  },
  {
    name: 'payments and documents have the currency of their service',
    violations: sql`
      select d.id as subject, s.currency as expected, d.currency as found
      from (
        select account_id, service_id, payment_id as id, currency from payments
        union all select account_id, service_id, number, currency from monthly_vat_invoices
      ) d join services s using (account_id, service_id)
      where d.currency <> s.currency`,
  },
];
