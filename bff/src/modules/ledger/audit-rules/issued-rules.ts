import { sql } from '../../../database/sql.ts';
import type { AuditRule } from './audit-rule.ts';

/** What nothing else in the database repeats, such as the customer's address on an invoice, has a digest of the time of its issue. */
export const issuedRules: readonly AuditRule[] = [
  {
    name: 'what was issued has not changed',
    violations: sql`
      select coalesce(number, document_id) as subject, coalesce(stored.digest, 'none') as expected, coalesce(issued.digest, 'none') as found
      from document_digests stored
      full join (
        select account_id, monthly_vat_invoice_id as document_id, number, invoice_digest(i) as digest from monthly_vat_invoices i
        union all
        select account_id, payment_id, number, payment_digest(p) from payments p
        where not exists (select from payment_set_backs b where (b.account_id, b.payment_id) = (p.account_id, p.payment_id))
        union all
        -- The portal has set back when it was made, and nothing else.
        select account_id, payment_id, number, payment_digest(payment_as_issued(p)) from payments p
        where exists (select from payment_set_backs b where (b.account_id, b.payment_id) = (p.account_id, p.payment_id))
      ) issued using (account_id, document_id)
      where stored.digest is distinct from issued.digest`,
  },
  {
    name: 'what the bank stated has not changed',
    violations: sql`
      select bank_entry_id as subject, coalesce(stored.digest, 'none') as expected, coalesce(stated.digest, 'none') as found
      from bank_entry_digests stored
      full join (select bank_entry_id, bank_entry_digest(b) as digest from bank_entries b) stated using (bank_entry_id)
      where stored.digest is distinct from stated.digest`,
  },
  {
    name: 'what the staff have done has not changed',
    violations: sql`
      select action_key as subject, coalesce(stored.digest, 'none') as expected, coalesce(done.digest, 'none') as found
      from staff_action_digests stored
      full join (select action_key, staff_action_digest(a) as digest from staff_actions a) done using (action_key)
      where stored.digest is distinct from done.digest`,
  },
  {
    name: 'a credit limit is what the staff have set',
    violations: sql`
      select service_id as subject, coalesce(given.amount, '0.00') as expected, credit_limit::text as found
      from services s
      left join (
        select distinct on (service_id) result -> 'changed' ->> 'service_id' as service_id, result -> 'changed' ->> 'after' as amount
        from staff_actions where result -> 'changed' ?& array['service_id', 'before', 'after', 'currency']
        order by service_id, number desc
      ) given using (service_id)
      where credit_limit::text <> coalesce(given.amount, '0.00')`,
  },
];
