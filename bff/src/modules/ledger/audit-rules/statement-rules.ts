import { sql } from '../../../database/sql.ts';
import type { AuditRule } from './audit-rule.ts';

/** The lines of all statements, with what they book. */
const lines = sql`
  select a.account_id, a.service_id, p.line, p.booked_at, p.amount, p.balance_after, p.entry_id, e.kind, e.document_id
  from postings p join journal_entries e using (entry_id) join ledger_accounts a using (ledger_account_id)
  where a.service_id is not null`;

export const statementRules: readonly AuditRule[] = [
  {
    name: 'the lines of a statement have no gap, and each balance is the one before it and the amount',
    violations: sql`
      select service_id || ' line ' || coalesce(line::text, 'without a number') as subject,
        concat_ws(' ', number, before + amount, 'after', booked_before) as expected,
        concat_ws(' ', line, balance_after, booked_at) as found
      from (
        select *, row_number() over account as number, coalesce(lag(balance_after) over account, 0) as before,
          lag(booked_at) over account as booked_before
        from (${lines}) l
        window account as (partition by account_id, service_id order by line)
      ) l
      where line is distinct from number or balance_after is distinct from before + amount
        or booked_at is null or booked_at < booked_before`,
  },
  {
    name: 'no line of a statement lies in the future',
    violations: sql`
      select service_id || ' line ' || line as subject, 'at most ' || now() as expected, booked_at::text as found
      from (${lines}) l
      where booked_at > now() + interval '1 minute'`,
  },
  {
    name: 'the last balance of a statement is that of its service',
    violations: sql`
      select service_id as subject, balance::text as expected, coalesce(balance_after, 0)::text as found
      from services s
      left join (
        select distinct on (account_id, service_id) account_id, service_id, balance_after from (${lines}) l
        order by account_id, service_id, line desc
      ) last using (account_id, service_id)
      where balance <> coalesce(balance_after, 0)`,
  },
  {
    name: 'a statement charges what the usage batches and their corrections cost',
    violations: sql`
      select service_id as subject, coalesce(-charged.cost, 0)::text as expected, coalesce(shown.amount, 0)::text as found
      from services
      left join (
        select account_id, service_id, sum(cost) as cost from (
          select account_id, service_id, cost from usage_batches
          union all select account_id, service_id, difference from usage_corrections
        ) c group by account_id, service_id
      ) charged using (account_id, service_id)
      left join (
        select account_id, service_id, sum(amount) as amount from (${lines}) l
        where kind = 'usage' or entry_id in (select entry_id from usage_corrections)
        group by account_id, service_id
      ) shown using (account_id, service_id)
      where coalesce(-charged.cost, 0) <> coalesce(shown.amount, 0)`,
  },
  {
    name: 'a statement credits what the list of payments does',
    violations: sql`
      select service_id as subject, coalesce(listed.amount, 0)::text as expected, coalesce(shown.amount, 0)::text as found
      from services
      left join (
        select account_id, service_id, sum(e.amount) as amount
        from payments join payment_entries e using (account_id, payment_id)
        group by account_id, service_id
      ) listed using (account_id, service_id)
      left join (
        select account_id, service_id, sum(amount) as amount from (${lines}) l
        where entry_id in (select entry_id from payment_entries)
        group by account_id, service_id
      ) shown using (account_id, service_id)
      where coalesce(listed.amount, 0) <> coalesce(shown.amount, 0)`,
  },
  {
    name: 'a line of a statement names the usage, payment or document that the lists have',
    violations: sql`
      select service_id || ' line ' || line as subject, kind as expected, 'nothing' as found
      from (${lines}) l
      where case
        when kind = 'usage' then not exists (
          select from usage_batches b
          where (b.account_id, b.service_id, b.entry_id) = (l.account_id, l.service_id, l.entry_id))
        when kind in ('invoice', 'credit_note') then not exists (
          select from monthly_vat_invoices i
          where (i.account_id, i.service_id, i.monthly_vat_invoice_id) = (l.account_id, l.service_id, l.document_id))
        when kind in ('top_up', 'refund') then not exists (
          select from payment_entries e join payments y using (account_id, payment_id)
          where e.entry_id = l.entry_id and (y.account_id, y.service_id) = (l.account_id, l.service_id))
        else false end`,
  },
];
