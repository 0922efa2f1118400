import { sql } from '../../../database/sql.ts';
import type { AuditRule } from './audit-rule.ts';

/** What payments and documents say of themselves. */
export const stateRules: readonly AuditRule[] = [
  {
    name: 'a payment was given back by refunds, and only then its state says so',
    violations: sql`
      select p.payment_id as subject, 'a refund' as expected, status as found
      from payments p join payment_entries l using (account_id, payment_id)
      where status in ('refunded', 'partially_refunded') and not exists (
        select from payments r where r.account_id = p.account_id and r.refunded_payment_id = p.payment_id)
      group by account_id, payment_id`,
  },
  {
    name: 'a payment that has received all of its amount is paid',
    violations: sql`
      select payment_id as subject, 'paid' as expected, status as found
      from payments
      where status in ('pending', 'partially_paid', 'expired', 'canceled') and paid_currency = currency
        and paid_amount >= gross_amount and gross_amount > 0`,
  },
  {
    name: 'a refund names its payment, and has the amounts that were posted',
    violations: sql`
      select p.payment_id as subject, concat_ws(' ', posted.net, posted.vat, posted.gross, 'of a payment') as expected,
        concat_ws(' ', net_amount, tax_amount, gross_amount, 'of ' || coalesce(refunded_payment_id, 'none')) as found
      from payments p
      join payment_entries l using (account_id, payment_id)
      cross join lateral (
        select l.amount as net, vat_of_entry(l.entry_id, p.account_id)::numeric(20, 2) as vat,
          (l.amount + vat_of_entry(l.entry_id, p.account_id))::numeric(20, 2) as gross
      ) posted
      where type = 'refund' and (refunded_payment_id is null or (net_amount, tax_amount, gross_amount) <> (net, vat, gross))`,
  },
  {
    name: 'a settled crypto transfer was credited',
    violations: sql`
      select payment_id || ' ' || transaction_id as subject, 'credited' as expected, 'not' as found
      from crypto_transactions where state = 'settled' and credited is null`,
  },
  {
    name: 'a document has the rate of its lines, unless they have several',
    violations: sql`
      select number as subject, line ->> 'tax_rate' as expected, i.tax_rate::text as found
      from monthly_vat_invoices i cross join jsonb_array_elements(detail -> 'lines') line
      where i.tax_rate is not null and (line ->> 'tax_rate')::numeric <> i.tax_rate`,
  },
];
