import { sql } from '../../../database/sql.ts';
import { type AuditRule, isInLedger } from './audit-rule.ts';

export const paymentRules: readonly AuditRule[] = [
  {
    name: 'a payment was credited what was received without VAT',
    violations: sql`
      select payment_id as subject, due::text as expected, posted::text as found
      from (
        select payment_id, account_id, service_id, coalesce(completed, p.created) as moment,
          case when crypto.credited is not null then crypto.credited - round(crypto.credited * tax_rate / (100 + tax_rate), 2)
            when status not in ('paid', 'refunded', 'partially_refunded', 'expired', 'canceled') then 0
            when exists (select from bank_entries b where (b.account_id, b.payment_id) = (p.account_id, p.payment_id))
                or (status in ('expired', 'canceled') and paid_currency = currency)
              then paid_amount::numeric(20, 2) - round(paid_amount * tax_rate / (100 + tax_rate), 2)
            when status in ('expired', 'canceled') then 0
            else p.amount end as due,
          coalesce(sum(e.amount), 0) as posted, status,
          -- The bank's return of what refunds have left takes the rest of its VAT, which may differ by a cent.
          0.01 * count(*) filter (where e.amount < 0 and exists (
            select from payments r where r.account_id = p.account_id and r.refunded_payment_id = p.payment_id)) as tolerance
        from payments p left join payment_entries e using (account_id, payment_id)
        left join (
          select account_id, payment_id, sum(credited) as credited from crypto_transactions group by account_id, payment_id
        ) crypto using (account_id, payment_id)
        group by account_id, payment_id, crypto.credited
      ) p
      where abs(due - posted) > tolerance and status <> 'partially_paid'
        and ${isInLedger(sql`p.account_id`, sql`p.service_id`, sql`p.moment`)}`,
  },
  {
    name: 'an entry changes a balance by the amounts of its payments',
    violations: sql`
      select e.event_key as subject, sum(l.amount)::text as expected, coalesce(max(posted.amount), 0)::text as found
      from journal_entries e
      join payment_entries l using (entry_id)
      join payments using (account_id, payment_id)
      left join ledger_accounts a using (account_id, service_id)
      left join postings posted on posted.entry_id = e.entry_id and posted.ledger_account_id = a.ledger_account_id
      group by e.entry_id, a.ledger_account_id having sum(l.amount) <> coalesce(max(posted.amount), 0)`,
  },
  {
    name: 'an entry of a top-up or refund belongs to a payment',
    violations: sql`
      select event_key as subject, 'a payment' as expected, 'none' as found
      from journal_entries e left join payment_entries l using (entry_id)
      where e.kind in ('top_up', 'refund') and l.entry_id is null`,
  },
  {
    name: 'the balance after a payment is that of the statement',
    violations: sql`
      select payment_id as subject, (balance_before + last.amount)::text || ' = ' || coalesce(line.balance_after, p.balance_after) as expected,
        p.balance_after::text as found
      from payments p
      join (
        select distinct on (account_id, payment_id) account_id, payment_id, entry_id, amount
        from payment_entries order by account_id, payment_id, entry_id desc
      ) last using (account_id, payment_id)
      join ledger_accounts a using (account_id, service_id)
      -- A receipt of a cent can be VAT alone: it has no line, and the balance is that of a line before it.
      left join postings line on line.ledger_account_id = a.ledger_account_id and line.entry_id = last.entry_id
      where p.balance_after is distinct from balance_before + last.amount
        or (line.entry_id is not null and p.balance_after <> line.balance_after)
        or (line.entry_id is null and p.balance_after <> 0 and not exists (
          select from postings earlier
          where earlier.ledger_account_id = a.ledger_account_id and earlier.balance_after = p.balance_after))`,
  },
];

export const bankRules: readonly AuditRule[] = [
  {
    name: 'what the bank booked for a payment is in the ledger',
    violations: sql`
      select bank_entry_id as subject, (-b.amount)::text as expected, coalesce(p.amount::text, 'nothing') as found
      from bank_entries b
      left join journal_entries e on e.event_key = 'bank:' || bank_entry_id
      left join ledger_accounts a on a.kind = 'incoming_bank' and a.currency = lower(b.currency)
      left join postings p on p.entry_id = e.entry_id and p.ledger_account_id = a.ledger_account_id
      where (case when payment_id is null then null else -b.amount end) is distinct from p.amount`,
  },
  {
    name: 'a payment has received what the bank booked for it',
    violations: sql`
      select payment_id as subject, sum(b.amount)::text as expected, max(p.paid_amount)::numeric(20, 2)::text as found
      from bank_entries b join payments p using (account_id, payment_id)
      group by account_id, payment_id having sum(b.amount) is distinct from max(p.paid_amount)`,
  },
];
