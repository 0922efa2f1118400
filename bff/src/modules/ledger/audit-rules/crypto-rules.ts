import { sql } from '../../../database/sql.ts';
import type { AuditRule } from './audit-rule.ts';

/** What the transfers that count have sent and are worth at the rate of the quote. */
const transfers = sql`
  select t.*, i.rate, p.gross_amount, greatest(t.amount - t.fee, 0) * i.rate as at_quote
  from crypto_transactions t join crypto_invoices i using (account_id, payment_id) join payments p using (account_id, payment_id)
  where state <> 'invalid'`;

export const cryptoRules: readonly AuditRule[] = [
  {
    name: 'each settled crypto transfer has one entry, and a payment with an invoice of a provider has no other',
    violations: sql`
      select coalesce(event_key, transaction_id) as subject, coalesce(credited::text, 'none') as expected,
        coalesce(posted::text, 'none') as found
      from (
        select 'provider:' || i.provider || ':' || i.invoice_id || ':' || t.transaction_id as key, t.transaction_id, t.credited
        from crypto_transactions t join crypto_invoices i using (account_id, payment_id)
        where t.credited > 0
      ) transfers
      full join (
        select e.event_key, -p.amount as posted
        from journal_entries e join payment_entries l using (entry_id)
        join crypto_invoices i using (account_id, payment_id)
        join postings p using (entry_id) join ledger_accounts a using (ledger_account_id)
        where a.kind = 'crypto_clearing'
      ) entries on event_key = key
      where credited is distinct from posted`,
  },
  {
    name: 'a crypto payment has the fee, the rate and the reference of its transfers',
    violations: sql`
      select payment_id as subject, concat_ws(' ', stated.fee, stated.rate, stated.last) as expected,
        concat_ws(' ', p.fee_amount, p.exchange_rate, p.transaction_reference) as found
      from payments p join crypto_invoices i using (account_id, payment_id)
      cross join lateral (
        select nullif(round(sum(fee) filter (where state <> 'invalid') * i.rate, 2), 0) as fee,
          -- Rates of older payments have eight decimals.
          case when count(*) > 0 then round(1 / i.rate, case when scale(p.exchange_rate) = 8 then 8 else 12 end) end as rate,
          (array_agg(transaction_id order by received_at desc, transaction_id desc))[1] as last
        from crypto_transactions t where (t.account_id, t.payment_id) = (p.account_id, p.payment_id)
      ) stated
      where (p.fee_amount, p.exchange_rate, p.transaction_reference) is distinct from (stated.fee, stated.rate, stated.last)`,
  },
  {
    name: 'a crypto payment has received what its transfers have sent',
    violations: sql`
      select payment_id as subject, concat_ws(' ', trim_scale(sent.amount), i.pay_currency) as expected,
        concat_ws(' ', trim_scale(p.paid_amount), p.paid_currency) as found
      from payments p join crypto_invoices i using (account_id, payment_id)
      join (
        select account_id, payment_id, nullif(sum(amount) filter (where state <> 'invalid'), 0) as amount
        from crypto_transactions group by account_id, payment_id
      ) sent using (account_id, payment_id)
      where (p.paid_amount, p.paid_currency) is distinct from (sent.amount, i.pay_currency)`,
  },
  {
    // Cents are rounded in the sum. Transfers from before the column are worth what was credited.
    name: 'crypto transfers were credited with what they are worth together',
    violations: sql`
      select payment_id as subject, round(sum(coalesce(worth, credited)), 2)::text as expected, sum(credited)::text as found
      from crypto_transactions where credited is not null
      group by account_id, payment_id having sum(credited) <> round(sum(coalesce(worth, credited)), 2)`,
  },
  {
    // What came late, or is more than was asked for, is worth what the provider has settled; that has one copy.
    name: 'a crypto transfer is worth no more than at the rate of the quote, and one in time no less as far as it was asked for',
    violations: sql`
      select payment_id as subject, 'from ' || trim_scale(least(max(gross_amount), sum(at_quote) filter (where not is_late))) || ' to '
          || trim_scale(sum(at_quote)) as expected,
        trim_scale(sum(worth))::text as found
      from (${transfers}) t where credited is not null
      group by account_id, payment_id
      having bool_and(worth is not null)
        and (bool_or(worth > at_quote + 0.00000001)
          or sum(worth) filter (where not is_late) < least(max(gross_amount), sum(at_quote) filter (where not is_late)) - 0.00000001)`,
  },
];
