import { sql } from '../../../database/sql.ts';
import type { AuditRule } from './audit-rule.ts';

export const chargeRules: readonly AuditRule[] = [
  {
    name: 'a number charge has debited its service by its amount, and nothing else has',
    violations: sql`
      select coalesce(charge_id, event_key) as subject, coalesce(amount, 0)::text as expected,
        concat_ws(', ', balance || ' from ' || posted.service_id, rents || ' rents', event_key) as found
      from number_charges c
      full join (
        select e.entry_id, e.event_key, max(a.account_id) as account_id, max(a.service_id) as service_id,
          -sum(p.amount) filter (where a.kind = 'customer_balance') as balance,
          sum(p.amount) filter (where a.kind = 'number_rents') as rents
        from journal_entries e join postings p using (entry_id) join ledger_accounts a using (ledger_account_id)
        -- Until charges had rows of their own, closing a month posted its rents as rent:<service>:<month>.
        where e.kind = 'number_rent' and e.event_key !~ '^rent:[^:]+:[0-9]{4}-[0-9]{2}$'
        group by e.entry_id
      ) posted using (entry_id)
      where (c.account_id, c.service_id, amount, amount, 'rent:' || charge_id)
        is distinct from (posted.account_id, posted.service_id, balance, rents, event_key)`,
  },
  {
    name: 'a number is charged for each day once',
    violations: sql`
      select b.charge_id as subject, 'from ' || a.period_end + 1 as expected, 'from ' || b.period_start as found
      from number_charges a join number_charges b using (account_id, number_id, kind)
      where b.period_start > a.period_start and b.period_start <= a.period_end`,
  },
  {
    name: 'a number is set up on the first day that it pays for',
    violations: sql`
      select charge_id as subject, period_start::text as expected, period_end::text as found
      from number_charges where kind = 'setup' and period_end <> period_start`,
  },
  {
    name: 'the charges of a closed month are on a document if its usage is taxed',
    violations: sql`
      select charge_id as subject, 'a document' as expected, 'none' as found
      from number_charges c join services s using (account_id, service_id)
      where vat_on = 'usage' and exists (
          select from month_closings m
          where m.account_id = c.account_id and m.service_id = c.service_id and m.period_end > c.occurred_at
            and m.last_entry >= c.entry_id)
        and not exists (select from invoiced_charges i where i.charge_id = c.charge_id)`,
  },
  {
    name: 'a charge is on a document of its own service',
    violations: sql`
      select charge_id as subject, c.service_id as expected, i.service_id as found
      from invoiced_charges d join number_charges c using (account_id, charge_id)
      join monthly_vat_invoices i using (account_id, monthly_vat_invoice_id)
      where i.service_id is distinct from c.service_id or i.basis <> 'usage' or i.document_type <> 'invoice'`,
  },
];
