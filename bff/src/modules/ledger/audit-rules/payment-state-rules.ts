import { sql } from '../../../database/sql.ts';
import type { AuditRule } from './audit-rule.ts';

/** What a payment says of itself, against its arithmetic, its states and what was received and given back. */
export const paymentStateRules: readonly AuditRule[] = [
  {
    name: 'a payment has the VAT of its rate, and is credited without it',
    violations: sql`
      select payment_id as subject, concat_ws(' ', amount, vat, amount + vat) as expected,
        concat_ws(' ', net_amount, tax_amount, gross_amount) as found
      from payments cross join lateral (select round(amount * tax_rate / 100, 2) as vat) due
      where amount <> net_amount or gross_amount <> net_amount + tax_amount
        -- Refunds share the VAT of what they give back to the cent.
        or (type <> 'refund' and tax_amount <> vat) or (type in ('promo', 'adjustment') and tax_rate <> 0)`,
  },
  {
    name: 'a payment that the ledger credited at once says how much',
    violations: sql`
      select payment_id as subject, l.amount::text as expected, p.amount::text as found
      from payments p join payment_entries l using (account_id, payment_id)
      where type <> 'top_up' and p.amount <> l.amount`,
  },
  {
    name: 'a payment has the method and the kind of its number',
    violations: sql`
      select number as subject, concat_ws(' ', type, method) as expected, split_part(number, '-', 1) as found
      from payments
      where case split_part(number, '-', 1)
        when 'PF' then (type, method) not in (('top_up', 'bank_transfer'), ('refund', 'bank_transfer'))
        when 'BT' then (type, method) <> ('top_up', 'bank_transfer')
        when 'CR' then (type, method) <> ('top_up', 'crypto')
        when 'BN' then (type, method) <> ('promo', 'bonus')
        when 'AD' then (type, method) <> ('adjustment', 'adjustment')
        when 'RD' then type <> 'refund' else false end`,
  },
  {
    name: 'the state of a payment is the last that was recorded',
    violations: sql`
      select payment_id as subject, coalesce(concat_ws(' ', last.status, last.reason), 'a state') as expected,
        concat_ws(' ', p.status, status_reason) as found
      from payments p left join (
        select distinct on (account_id, payment_id) account_id, payment_id, status, reason
        from payment_events order by account_id, payment_id, event_id desc
      ) last using (account_id, payment_id)
      where (p.status, status_reason) is distinct from (last.status, last.reason)`,
  },
  {
    name: 'a payment expires with the quote of its invoice; a transfer has a due date only',
    violations: sql`
      select payment_id as subject, coalesce(i.expires_at::text, 'none') as expected, coalesce(p.expires_at::text, 'none') as found
      from payments p left join crypto_invoices i using (account_id, payment_id)
      where p.expires_at is distinct from i.expires_at
        -- A demonstration has crypto payments without an invoice.
        and (i.payment_id is not null or p.method <> 'crypto')`,
  },
  {
    name: 'a transfer has paid a payment that says so',
    violations: sql`
      select payment_id as subject, gross_amount || ' ' || currency as expected,
        concat_ws(' ', paid_amount::numeric(20, 2), paid_currency, status) as found
      from payments
      where type = 'top_up' and (
        (status = 'paid' and method = 'bank_transfer' and paid_amount < gross_amount)
        or (method = 'bank_transfer' and paid_amount is not null and paid_currency is distinct from currency))`,
  },
  {
    name: 'a payment was completed by one of its entries',
    violations: sql`
      select payment_id as subject, 'the time of an entry' as expected, completed::text as found
      from payments p
      where completed is not null
        and exists (select from payment_entries l where (l.account_id, l.payment_id) = (p.account_id, p.payment_id))
        and not exists (
          select from payment_entries l join journal_entries e using (entry_id)
          where (l.account_id, l.payment_id) = (p.account_id, p.payment_id) and p.completed in (e.occurred_at, e.recorded_at))
        -- A provider can accept a crypto payment without another transfer.
        and not exists (
          select from payment_events s
          where (s.account_id, s.payment_id) = (p.account_id, p.payment_id) and s.status = 'paid' and s.recorded_at = p.completed)`,
  },
  {
    name: 'a refund gives back a top-up of its service',
    violations: sql`
      select p.payment_id as subject, 'a top-up of ' || p.service_id as expected,
        concat_ws(' ', p.refunded_payment_id, o.type, o.service_id) as found
      from payments p left join payments o on o.account_id = p.account_id and o.payment_id = p.refunded_payment_id
      where p.type = 'refund'
        and (o.type, o.service_id, o.currency, o.tax_rate) is distinct from ('top_up', p.service_id, p.currency, p.tax_rate)`,
  },
  {
    name: 'refunds give back no more than was received, and the state says whether something is left',
    violations: sql`
      select payment_id as subject, received || ' received, ' || refunded || ' given back' as expected, status as found
      from (
        select o.account_id, o.payment_id, o.status, -refunds.gross as refunded, (
            select sum(l.amount + vat_of_entry(l.entry_id, l.account_id))::numeric(20, 2) from payment_entries l
            where (l.account_id, l.payment_id) = (o.account_id, o.payment_id)) as received
        from payments o join (
          select account_id, refunded_payment_id as payment_id, sum(gross_amount) as gross
          from payments where type = 'refund' and status = 'paid' group by 1, 2
        ) refunds using (account_id, payment_id)
      ) given
      -- What was paid before the ledger has no entries.
      where received < refunded or status <> case when received > refunded then 'partially_refunded' when received = refunded then 'refunded' else status end`,
  },
  {
    name: 'a receipt states what has arrived with its VAT',
    violations: sql`
      select payment_id || ' ' || event_key as subject, due::text as expected, received::text as found
      from payment_entries l join journal_entries e using (entry_id)
      cross join lateral (
        -- A credit note credits VAT and all, and the payment is the whole.
        select case when e.kind = 'credit_note' then amount
          else (amount + vat_of_entry(l.entry_id, l.account_id))::numeric(20, 2) end as due
      ) stated
      where received <> due`,
  },
];
