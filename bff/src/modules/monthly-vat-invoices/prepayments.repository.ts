import type { PrecedingInvoice } from '@portal/contract/monthly-vat-invoice-detail';
import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { dayOfEntry } from '../ledger/day-of-entry.ts';
import type { Vat } from '../vat/vat.ts';
import type { InvoiceContent } from './monthly-vat-invoices.repository.ts';
import type { BilledMonth } from './usage.repository.ts';

/** An entry by which a service was topped up, or money of a top-up was given back (negative amounts). */
export interface Prepayment {
  entry_id: number;
  payment_id: string;
  number: string | null;
  /** `YYYY-MM-DD`, the bank's or in the account's time zone: the payment is the tax point (Directive 2006/112/EC, article 65). */
  date: string;
  /** `YYYY-MM-DD`: the same, or for what is given back, of the payment's first receipt. */
  tax_day: string;
  net_amount: string;
  tax_amount: string;
  gross_amount: string;
  /** Per cent. */
  tax_rate: string;
  /** Why the payment was taxed, or that which is given back; null for payments from before this was stored. */
  vat: { reason: Vat['reason']; country: string | null } | null;
  /** The payment's buyer; null likewise. */
  customer: InvoiceContent['customer'] | null;
}

/** Returns the prepayments until the end of the month that no document contains, the earliest first. */
export async function findPrepayments(db: Queryable, { accountId, serviceId, period }: BilledMonth) {
  const day = dayOfEntry(sql`y.account_id`, period.timezone);
  return db.query<Prepayment>(sql`
    select e.entry_id, y.payment_id, y.number, entry.day::text as date, coalesce(given.received, entry.day)::text as tax_day,
      l.amount::text as net_amount, vat.amount::numeric(20, 2)::text as tax_amount,
      (l.amount + vat.amount)::numeric(20, 2)::text as gross_amount, y.tax_rate::text as tax_rate,
      nullif(paid.particulars -> 'vat', 'null') as vat, paid.particulars -> 'customer' as customer
    from payments y
    join payment_entries l on l.account_id = y.account_id and l.payment_id = y.payment_id
    join journal_entries e using (entry_id)
    cross join lateral (select vat_of_entry(e.entry_id, y.account_id) as amount) vat
    cross join lateral (select ${day} as day) entry
    join payments paid on paid.account_id = y.account_id and paid.payment_id = coalesce(y.refunded_payment_id, y.payment_id)
    left join lateral (
      select min(${day}) as received
      from payment_entries r join journal_entries e using (entry_id)
      where l.amount < 0 and r.account_id = y.account_id and e.kind = 'top_up'
        and r.payment_id = paid.payment_id
    ) given on true
    where y.account_id = ${accountId} and y.service_id = ${serviceId} and e.kind in ('top_up', 'refund')
      and coalesce(bank_day_of_entry(e.entry_id, y.account_id) <= ${period.end_date}::date, e.occurred_at < ${period.end_utc})
      and not exists (select from document_receipts r where r.entry_id = e.entry_id)
    order by e.occurred_at, e.entry_id`);
}

/** Returns the issued invoices that list the payments which these entries, refunds and returns by the bank, give back. */
export async function findInvoicesGivenBack(
  db: Queryable,
  { accountId }: Pick<BilledMonth, 'accountId'>,
  entries: readonly Pick<Prepayment, 'entry_id' | 'net_amount'>[],
): Promise<PrecedingInvoice[]> {
  const ids = entries.filter(({ net_amount }) => net_amount.startsWith('-')).map(({ entry_id }) => entry_id);
  if (ids.length === 0) return [];
  return db.query<PrecedingInvoice>(sql`
    select distinct i.number, i.issue_date::text as date
    from payment_entries given join payments y using (account_id, payment_id)
    join payment_entries l on l.account_id = y.account_id and l.payment_id = coalesce(y.refunded_payment_id, y.payment_id)
    join document_receipts r on r.account_id = l.account_id and r.entry_id = l.entry_id
    join monthly_vat_invoices i on i.account_id = r.account_id and i.monthly_vat_invoice_id = r.monthly_vat_invoice_id
    where given.account_id = ${accountId} and given.entry_id = any(${ids}) and r.amount > 0
      and i.document_type = 'invoice' and i.basis = 'prepayment'
    order by i.number`);
}
