import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import type { BilledMonth } from './usage.repository.ts';

/** An entry by which a service was topped up, or money of a top-up was given back (negative amounts). */
export interface Prepayment {
  entry_id: number;
  payment_id: string;
  number: string | null;
  /** `YYYY-MM-DD` in the account's time zone: the payment is the tax point (Directive 2006/112/EC, article 65). */
  date: string;
  net_amount: string;
  tax_amount: string;
  gross_amount: string;
  /** Per cent. */
  tax_rate: string;
}

/** Returns the prepayments until the end of the month that no document contains, the earliest first. */
export async function findPrepayments(db: Queryable, { accountId, serviceId, period }: BilledMonth) {
  return db.query<Prepayment>(sql`
    select e.entry_id, y.payment_id, y.number, (e.occurred_at at time zone ${period.timezone})::date::text as date,
      l.amount::text as net_amount, vat.amount::numeric(20, 2)::text as tax_amount,
      (l.amount + vat.amount)::numeric(20, 2)::text as gross_amount, y.tax_rate::text as tax_rate
    from payments y
    join payment_entries l on l.account_id = y.account_id and l.payment_id = y.payment_id
    join journal_entries e using (entry_id)
    cross join lateral (select vat_of_entry(e.entry_id, y.account_id) as amount) vat
    where y.account_id = ${accountId} and y.service_id = ${serviceId} and e.kind in ('top_up', 'refund')
      and e.occurred_at < ${period.end_utc}
      and not exists (select from document_receipts r where r.entry_id = e.entry_id)
    order by e.occurred_at, e.entry_id`);
}
