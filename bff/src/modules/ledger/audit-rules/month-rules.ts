import { sql } from '../../../database/sql.ts';
import { chargingEntry, usageCorrections } from '../../usage/invoiced-usage.ts';
import { type AuditRule, records } from './audit-rule.ts';

/** The document that a closing issued: a credit note of its own corrects a month that was closed before. */
const isOfClosing = sql`i.service_id is not null and detail -> 'preceding_invoice' ->> 'number' is null`;

/** The migration that introduced closings has taken them from documents. */
const isClosedByPortal = sql`c.closed > (select applied from migrations where name like '0170-month-closings%')`;

/** Closed months, against the calendar and the documents that they issued. */
export const monthRules: readonly AuditRule[] = [
  {
    name: 'a month was closed after its end, at midnight in a time zone',
    violations: sql`
      select c.service_id || ' ' || to_char(c.month, 'YYYY-MM') as subject,
        to_char(c.month + interval '1 month', 'YYYY-MM-DD') || ' ' || coalesce(i.timezone, 'somewhere') as expected,
        concat_ws(' ', c.period_end, 'closed', c.closed) as found
      from month_closings c left join monthly_vat_invoices i using (account_id, monthly_vat_invoice_id)
      where c.closed < c.period_end
        -- The server has closed it, whose rules for the time zone can differ from those of the database by an hour.
        or c.period_end - (c.month + interval '1 month') at time zone i.timezone not between interval '-1 hour' and interval '1 hour'
        or (c.period_end at time zone 'UTC') - (c.month + interval '1 month') not between interval '-14 hours' and interval '12 hours'`,
  },
  {
    name: 'a closed month names its document, and no document of another month',
    violations: sql`
      select coalesce(c.service_id || ' ' || to_char(c.month, 'YYYY-MM'), number) as subject,
        coalesce(i.monthly_vat_invoice_id, 'none') as expected, coalesce(c.monthly_vat_invoice_id, 'none') as found
      from month_closings c
      full join (
        -- Prepayments of several buyers or treatments have several.
        select account_id, service_id, make_date(year, month, 1) as month, number, created, first_value(monthly_vat_invoice_id) over (
            partition by account_id, service_id, year, month order by length(number), number
          ) as monthly_vat_invoice_id,
          basis = 'usage' and count(*) over (partition by account_id, service_id, year, month) > 1 as is_double
        from monthly_vat_invoices i where ${isOfClosing}
      ) i using (account_id, service_id, month)
      where c.monthly_vat_invoice_id is distinct from i.monthly_vat_invoice_id or i.created <> c.closed or is_double`,
  },
  {
    name: 'the last entry of a closing is that before its document’s',
    violations: sql`
      select c.service_id || ' ' || to_char(c.month, 'YYYY-MM') as subject, before.entry_id::text as expected, last_entry::text as found
      from month_closings c join journal_entries e on e.event_key = 'invoice:' || c.monthly_vat_invoice_id
      join ledger_accounts a using (account_id, service_id)
      cross join lateral (
        select coalesce(max(p.entry_id), 0) as entry_id from postings p
        where p.ledger_account_id = a.ledger_account_id and p.entry_id < e.entry_id
      ) before
      where last_entry <> before.entry_id`,
  },
  {
    name: 'the first closed month of a service is that in which it was created',
    violations: sql`
      select service_id as subject, 'at the latest ' || to_char(s.created, 'YYYY-MM') as expected, to_char(first.month, 'YYYY-MM') as found
      from services s
      join (
        select distinct on (account_id, service_id) * from month_closings order by account_id, service_id, month
      ) first using (account_id, service_id)
      -- A day begins somewhere 14 hours before it begins in UTC.
      where first.month > date_trunc('month', (s.created at time zone 'UTC') + interval '14 hours')`,
  },
  {
    name: 'no service was opened in the future',
    violations: sql`
      select service_id as subject, 'at most ' || now() as expected, created::text as found
      from services where created > now() + interval '1 minute'`,
  },
  {
    name: 'a closed month has documented every batch that has records of it',
    violations: sql`
      select b.service_id || ' ' || batch_id || ' ' || to_char(c.month, 'YYYY-MM') as subject, 'documented' as expected, 'not' as found
      from usage_batches b
      join (
        select *, coalesce(lag(period_end) over (service order by period_end), '-infinity') as period_start,
          max(last_entry) over service as latest_entry
        from month_closings window service as (partition by account_id, service_id)
      ) c on c.account_id = b.account_id and c.service_id = b.service_id
        and c.period_end > b.first_record and c.period_start <= b.last_record
      where ${chargingEntry} <= c.latest_entry
        and not exists (
          select from invoiced_usage d
          where (d.account_id, d.service_id, d.batch_id, d.month) = (b.account_id, b.service_id, b.batch_id, c.month))
        and exists (
          select from (${records}) r
          where (r.account_id, r.service_id, r.batch_id) = (b.account_id, b.service_id, b.batch_id)
            and r.moment >= c.period_start and r.moment < c.period_end
            and r.moment between b.first_record and b.last_record)`,
  },
  {
    name: 'usage that cost something when its month was closed names its document',
    violations: sql`
      select b.service_id || ' ' || b.batch_id || ' ' || d.month as subject, 'a document' as expected, 'none' as found
      from invoiced_usage d join services s using (account_id, service_id) join usage_batches b using (account_id, service_id, batch_id)
      where d.monthly_vat_invoice_id is null and s.vat_on = 'usage' and b.cost > 0 and not exists (${usageCorrections})
        and exists (
          select from month_closings c
          where (c.account_id, c.service_id, c.month) = (d.account_id, d.service_id, d.month) and ${isClosedByPortal})
        and exists (
          select from (${records}) r
          where (r.account_id, r.service_id, r.batch_id) = (d.account_id, d.service_id, d.batch_id) and r.price > 0
            and r.moment between b.first_record and b.last_record
            and d.month = (
              select c.month from month_closings c
              where c.account_id = b.account_id and c.service_id = b.service_id and c.period_end > r.moment
              order by c.period_end limit 1))`,
  },
  {
    name: 'documents tax what their service is taxed on',
    violations: sql`
      select number as subject, vat_on as expected, basis as found
      from monthly_vat_invoices i join services s using (account_id, service_id)
      where basis <> case vat_on when 'topup' then 'prepayment' else 'usage' end`,
  },
  {
    name: 'a document has the days of its month',
    violations: sql`
      select number as subject, concat_ws(' ', year, month) as expected,
        concat_ws(' ', period_start, period_end, 'issued', issue_date, 'due', due_date) as found
      from monthly_vat_invoices
      where period_start <> make_date(year, month, 1) or period_end <> (make_date(year, month, 1) + interval '1 month')::date - 1
        or issue_date <= period_end or issue_date > local_time(created, timezone)::date + 1
        or due_date < issue_date or (due_date is null) <> (amount_due = 0)`,
  },
  {
    name: 'a document is stored as paid, paid in part or issued, by what it says is due',
    violations: sql`
      select number as subject, paid_amount || ' paid, ' || amount_due || ' due' as expected, status as found
      from monthly_vat_invoices
      where status in ('paid', 'partially_paid', 'issued')
        and status <> case when amount_due = 0 then 'paid' when paid_amount > 0 then 'partially_paid' else 'issued' end`,
  },
];
