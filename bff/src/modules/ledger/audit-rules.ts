import { type Sql, sql } from '../../database/sql.ts';

/** What must be true in the whole database. Its statement selects `subject`, `expected` and `found` of each violation. */
export interface AuditRule {
  name: string;
  violations: Sql;
}

/** Whether the ledger contains what happened to this service at `moment`: older changes are part of the opening balance. */
const isInLedger = (accountId: Sql, serviceId: Sql, moment: Sql) => sql`not exists (
  select from journal_entries opening join postings using (entry_id) join ledger_accounts a using (ledger_account_id)
  where opening.kind = 'opening' and a.account_id = ${accountId} and a.service_id = ${serviceId}
    and opening.recorded_at > ${moment})`;

const records = sql`
  select account_id, service_id, batch_id, price, cdr_id as record from cdrs
  union all
  select account_id, service_id, batch_id, price, message_id from messages`;

const balances: AuditRule[] = [
  {
    name: 'the postings of an entry sum to zero in each currency',
    violations: sql`
      select e.event_key as subject, '0 ' || currency as expected, sum(amount)::text as found
      from journal_entries e join postings using (entry_id)
      group by entry_id, e.event_key, currency having sum(amount) <> 0`,
  },
  {
    name: 'an entry has at least two postings',
    violations: sql`
      select e.event_key as subject, '2' as expected, count(p.entry_id)::text as found
      from journal_entries e left join postings p using (entry_id)
      group by entry_id having count(p.entry_id) < 2`,
  },
  {
    name: 'a posting has the currency of its account, and the account that of its service',
    violations: sql`
      select e.event_key as subject, coalesce(s.currency, a.currency) as expected, p.currency as found
      from postings p join journal_entries e using (entry_id) join ledger_accounts a using (ledger_account_id)
      left join services s on s.account_id = a.account_id and s.service_id = a.service_id
      where p.currency <> a.currency or s.currency <> a.currency`,
  },
  {
    name: 'a balance is the sum of its postings',
    violations: sql`
      select service_id as subject, coalesce(sum(amount), 0)::text as expected, balance::text as found
      from services s left join ledger_accounts a using (account_id, service_id) left join postings p using (ledger_account_id)
      group by account_id, service_id having balance <> coalesce(sum(amount), 0) or count(distinct ledger_account_id) <> 1`,
  },
];

const usage: AuditRule[] = [
  {
    name: 'a usage batch and its corrections have charged its service what its records cost',
    violations: sql`
      select service_id || ' ' || batch_id as subject,
        coalesce(listed.records, 0) || ' records, ' || coalesce(listed.cost, 0) as expected,
        b.records || ' records, ' || b.cost + coalesce(corrected.difference, 0) || ', posted '
          || coalesce(-p.amount, 0) + coalesce(corrected.posted, 0) as found
      from usage_batches b
      left join (
        select account_id, service_id, batch_id, count(*) as records, sum(price) as cost from (${records}) r
        group by account_id, service_id, batch_id
      ) listed using (account_id, service_id, batch_id)
      left join (
        select c.account_id, c.service_id, batch_id, sum(difference) as difference, sum(-amount) as posted
        from usage_corrections c
        left join ledger_accounts a using (account_id, service_id)
        left join postings on postings.entry_id = c.entry_id and postings.ledger_account_id = a.ledger_account_id
        group by c.account_id, c.service_id, batch_id
      ) corrected using (account_id, service_id, batch_id)
      left join ledger_accounts a using (account_id, service_id)
      left join postings p on p.entry_id = b.entry_id and p.ledger_account_id = a.ledger_account_id
      where (b.records, b.cost + coalesce(corrected.difference, 0)) is distinct from (listed.records, listed.cost)
        or b.cost <> coalesce(-p.amount, 0) or corrected.difference is distinct from corrected.posted`,
  },
  {
    name: 'a call or message with a price belongs to a usage batch',
    violations: sql`
      select service_id || ' ' || min(record) || ' and others: ' || count(*) as subject, 'a batch' as expected,
        coalesce(batch_id, 'none') as found
      from (${records}) r left join usage_batches b using (account_id, service_id, batch_id)
      where price <> 0 and b.records is null and batch_id is distinct from 'opening'
      group by service_id, batch_id`,
  },
];

const payments: AuditRule[] = [
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
          coalesce(sum(e.amount), 0) as posted, status
        from payments p left join payment_entries e using (account_id, payment_id)
        left join (
          select account_id, payment_id, sum(credited) as credited from crypto_transactions group by account_id, payment_id
        ) crypto using (account_id, payment_id)
        group by account_id, payment_id, crypto.credited
      ) p
      where due <> posted and status <> 'partially_paid'
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
    name: 'the balance after a payment is that of the ledger',
    violations: sql`
      select payment_id as subject, (balance_before + l.amount)::text || ' = ' || ledger.balance as expected,
        balance_after::text as found
      from payments p
      join (
        select distinct on (account_id, payment_id) account_id, payment_id, entry_id, amount from payment_entries
        order by account_id, payment_id, entry_id desc
      ) l using (account_id, payment_id)
      join ledger_accounts a using (account_id, service_id)
      cross join lateral (
        select sum(amount) as balance from postings
        where postings.ledger_account_id = a.ledger_account_id and postings.entry_id <= l.entry_id
      ) ledger
      where balance_after is distinct from ledger.balance or balance_after <> balance_before + l.amount`,
  },
];

const bank: AuditRule[] = [
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
      group by account_id, payment_id having sum(b.amount) <> max(p.paid_amount)`,
  },
];

const crypto: AuditRule[] = [
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
];

const documents: AuditRule[] = [
  {
    name: 'a document’s entry debits its gross amount, less the usage that was charged before',
    violations: sql`
      with lines as (
        select account_id, monthly_vat_invoice_id, count(*) as lines,
          coalesce(sum((line ->> 'net_amount')::numeric) filter (
            where line ->> 'description_code' in ('number_rental', 'number_setup')), 0) as rents
        from monthly_vat_invoices cross join jsonb_array_elements(detail -> 'lines') line
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
        concat_ws(', ', tax_amount || ' VAT', l.rents || ' rents', 'a rounding of ' || lines || ' lines') as expected,
        coalesce(concat_ws(', ', vat || ' VAT', posted.rents || ' rents', usage || ' usage', posted.service_id), 'no entry') as found
      from monthly_vat_invoices i
      left join lines l using (account_id, monthly_vat_invoice_id)
      left join posted on event_key = 'invoice:' || monthly_vat_invoice_id
      where basis = 'usage' and gross_amount <> 0
        and ${isInLedger(sql`i.account_id`, sql`i.service_id`, sql`i.created`)}
        and (event_key is null or vat <> tax_amount or posted.rents <> coalesce(l.rents, 0)
          or i.service_id <> posted.service_id
          or case document_type when 'invoice' then abs(usage) > 0.005 * lines else usage <> net_amount - l.rents end)`,
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
        or paid_amount <> (select coalesce(sum((paid ->> 'amount')::numeric), 0) from jsonb_array_elements(detail -> 'payments') paid)`,
  },
  {
    name: 'documents use no more of a payment than was credited',
    violations: sql`
      select payment_id as subject, 'at most ' || p.amount as expected, used::text as found
      from payments p join (
        select account_id, paid ->> 'payment_id' as payment_id, sum((paid ->> 'amount')::numeric) as used
        from monthly_vat_invoices cross join jsonb_array_elements(detail -> 'payments') paid
        where document_type = 'invoice'
        group by 1, 2
      ) used using (account_id, payment_id)
      where used > p.amount or status not in ('paid', 'refunded', 'partially_refunded')`,
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

export const auditRules: readonly AuditRule[] = [
  ...balances,
  ...usage,
  ...payments,
  ...bank,
  ...crypto,
  ...documents,
];
