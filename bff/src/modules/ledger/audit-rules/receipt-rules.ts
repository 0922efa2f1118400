import { sql } from '../../../database/sql.ts';
import type { AuditRule } from './audit-rule.ts';

/** Receipts exist since this migration; it has added those that it could find. */
const hasReceipts = sql`i.created > (select applied from migrations where name like '0170-month-closings%')`;

/** What documents have used of payments and credits. */
export const receiptRules: readonly AuditRule[] = [
  {
    name: 'documents use no more of a credit than it credited',
    violations: sql`
      select event_key as subject, max(p.amount)::text as expected, sum(r.amount)::text as found
      from document_receipts r
      join monthly_vat_invoices i using (account_id, monthly_vat_invoice_id)
      join journal_entries e using (entry_id)
      join ledger_accounts a on a.account_id = i.account_id and a.service_id = i.service_id
      join postings p on p.entry_id = e.entry_id and p.ledger_account_id = a.ledger_account_id
      where basis = 'usage'
      group by e.entry_id having abs(sum(r.amount)) > abs(max(p.amount)) or sum(r.amount) * max(p.amount) < 0`,
  },
  {
    // Which one of several credits with enough left it was has one copy.
    name: 'a document has used credits of its own service that were there',
    violations: sql`
      select number || ' ' || e.event_key as subject, concat_ws(' ', 'a credit of', i.service_id, 'before', i.created) as expected,
        concat_ws(' ', e.kind, 'of', coalesce(credit.service_id, 'another service'), e.entry_id, 'used', r.recorded) as found
      from document_receipts r
      join monthly_vat_invoices i using (account_id, monthly_vat_invoice_id)
      join journal_entries e using (entry_id)
      left join lateral (
        select a.service_id from postings p join ledger_accounts a using (ledger_account_id)
        where p.entry_id = e.entry_id and a.account_id = i.account_id and a.service_id = i.service_id
        union all
        -- A receipt of a cent can be VAT alone, and posts nothing to its service.
        select y.service_id from payment_entries l join payments y using (account_id, payment_id)
        where l.entry_id = e.entry_id and l.account_id = i.account_id and y.service_id = i.service_id
        limit 1
      ) credit on true
      where credit.service_id is null
        -- What was used later has no copy of its time, and refers to an entry that was there.
        or (at_issue and ${hasReceipts} and (r.recorded <> i.created or exists (
          select from journal_entries own
          where own.event_key = 'invoice:' || i.monthly_vat_invoice_id and own.entry_id < e.entry_id)))
        or e.kind not in ('opening', 'top_up', 'refund', 'credit', 'adjustment', 'credit_note')
        or exists (select from usage_corrections c where c.entry_id = e.entry_id)`,
  },
  {
    name: 'a document is paid by what it has used',
    violations: sql`
      select number as subject, paid_amount::text as expected, coalesce(sum(r.amount) filter (where at_issue), 0)::text as found
      from monthly_vat_invoices i left join document_receipts r using (account_id, monthly_vat_invoice_id)
      -- A credit note for usage credits the balance, and uses nothing.
      where r.entry_id is not null or (${hasReceipts} and (basis = 'prepayment' or document_type = 'invoice'))
      group by account_id, monthly_vat_invoice_id
      having paid_amount <> coalesce(sum(r.amount) filter (where at_issue), 0) or sum(r.amount) > gross_amount + rounding`,
  },
  {
    name: 'a document lists the payments that it has used',
    violations: sql`
      select number || ' ' || coalesce(payment_id, '?') as subject, coalesce(used.amount, 0)::text as expected, coalesce(listed.amount, 0)::text as found
      from (
        select i.account_id, i.monthly_vat_invoice_id, l.payment_id, sum(r.amount) as amount
        from monthly_vat_invoices i join document_receipts r using (account_id, monthly_vat_invoice_id)
        join payment_entries l using (account_id, entry_id)
        where at_issue group by 1, 2, 3
      ) used
      full join (
        select i.account_id, i.monthly_vat_invoice_id, paid ->> 'payment_id' as payment_id, sum((paid ->> 'amount')::numeric) as amount
        from monthly_vat_invoices i cross join jsonb_array_elements(detail -> 'payments') paid
        where basis = 'prepayment' or document_type = 'invoice' group by 1, 2, 3
      ) listed using (account_id, monthly_vat_invoice_id, payment_id)
      join monthly_vat_invoices i using (account_id, monthly_vat_invoice_id)
      where ${hasReceipts} and coalesce(used.amount, 0) <> coalesce(listed.amount, 0)`,
  },
  {
    name: 'credits of a service have paid what is due of its documents',
    violations: sql`
      with due as (
        select i.account_id, i.service_id, min(number) as number, sum(amount_due - coalesce(later.amount, 0)) as amount
        from monthly_vat_invoices i
        left join lateral (
          select sum(amount) as amount from document_receipts r
          where (r.account_id, r.monthly_vat_invoice_id) = (i.account_id, i.monthly_vat_invoice_id) and not at_issue
        ) later on true
        where document_type = 'invoice' and basis = 'usage' and status not in ('corrected', 'canceled')
          and amount_due > coalesce(later.amount, 0) and ${hasReceipts}
        group by i.account_id, i.service_id
      ), credits as (
        -- Less than a cent of a credit pays nothing.
        select a.account_id, a.service_id, sum(trunc(p.amount - coalesce(used.amount, 0), 2)) as amount
        from ledger_accounts a join postings p using (ledger_account_id) join journal_entries e using (entry_id)
        left join (select entry_id, sum(amount) as amount from document_receipts group by entry_id) used using (entry_id)
        where e.kind in ('opening', 'top_up', 'refund', 'credit', 'adjustment', 'credit_note')
          and (a.account_id, a.service_id) in (select account_id, service_id from due)
          and not exists (select from usage_corrections c where c.entry_id = e.entry_id)
        group by a.account_id, a.service_id
      )
      select due.service_id || ' ' || number as subject, '0 of credits left' as expected, credits.amount || ', and ' || due.amount || ' due' as found
      from due join credits using (account_id, service_id)
      where credits.amount > 0`,
  },
];
