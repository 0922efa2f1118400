import { sql } from '../../../database/sql.ts';
import { retentionHorizon } from '../../traffic/retention.ts';
import { removedRecords } from '../../usage/invoiced-usage.ts';
import { type AuditRule, records } from './audit-rule.ts';

export const balanceRules: readonly AuditRule[] = [
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

export const usageRules: readonly AuditRule[] = [
  {
    name: 'a usage batch and its corrections have charged its service what its records cost',
    violations: sql`
      select service_id || ' ' || batch_id as subject,
        coalesce(listed.records, 0) || ' records, ' || coalesce(listed.cost, 0) as expected,
        b.left_records || ' records, ' || b.cost + coalesce(corrected.difference, 0) || ', posted '
          || coalesce(-p.amount, 0) + coalesce(corrected.posted, 0) as found
      from (select *, records - (${removedRecords}) as left_records from usage_batches b) b
      left join (
        select account_id, service_id, batch_id, count(*) as records, sum(price) as cost from (${records}) r
        group by account_id, service_id, batch_id
      ) listed using (account_id, service_id, batch_id)
      left join (
        select c.account_id, c.service_id, batch_id, sum(difference) as difference, coalesce(sum(-amount), 0) as posted
        from usage_corrections c
        left join ledger_accounts a using (account_id, service_id)
        left join postings on postings.entry_id = c.entry_id and postings.ledger_account_id = a.ledger_account_id
        group by c.account_id, c.service_id, batch_id
      ) corrected using (account_id, service_id, batch_id)
      left join ledger_accounts a using (account_id, service_id)
      left join postings p on p.entry_id = b.entry_id and p.ledger_account_id = a.ledger_account_id
      -- Records are deleted when their time is over.
      where b.first_record >= ${retentionHorizon}
          and (b.left_records, b.cost + coalesce(corrected.difference, 0))
            is distinct from (coalesce(listed.records, 0), coalesce(listed.cost, 0))
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
  {
    name: 'a call is billed in the intervals of its rate',
    violations: sql`
      select service_id || ' ' || min(cdr_id) || ' and others: ' || count(*) as subject, min(due) || ' s' as expected,
        min(billed_seconds) || ' s' as found
      from cdrs cross join lateral (
        select case when duration_seconds = 0 or rate_initial_interval is null then 0
          else rate_initial_interval + coalesce(ceil(greatest(duration_seconds - rate_initial_interval, 0)
            / nullif(rate_next_interval, 0)::numeric) * rate_next_interval, 0) end as due
      ) rated
      -- Calls from before the portal rated them have a price without a rate.
      where billed_seconds <> due and (rate_initial_interval is not null or price = 0)
      group by account_id, service_id`,
  },
  {
    name: 'the sums of usage, from which pages compute what is available, are those of the records',
    violations: sql`
      select service_id || ' ' || to_char(month, 'YYYY-MM') || ' by ' || name as subject, coalesce(sum(expected), 0)::text as expected,
        coalesce(sum(found), 0)::text as found
      from (
        select account_id, service_id, date_trunc('month', moment, 'UTC') as month, 'time' as name, price as expected, 0 as found
        from (${records}) r
        union all
        select account_id, service_id, date_trunc('month', moment, 'UTC'), 'line', price, 0 from (${records}) r
        where batch_id <> 'opening'
        union all
        select account_id, service_id, date_trunc('month', moment, 'UTC'), 'time', 0, cost from usage_by_time
        union all
        select account_id, service_id, date_trunc('month', moment, 'UTC'), 'line', 0, cost from usage_by_line
      ) sums
      group by account_id, service_id, month, name having sum(expected) <> sum(found)`,
  },
];
