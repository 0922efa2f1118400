import type { Language } from '@portal/contract/language';
import type { Currency } from '@portal/contract/money';
import type { MonthlyVatInvoiceDetail } from '@portal/contract/monthly-vat-invoice-detail';
import {
  invoiceFilterFields,
  invoiceOrders,
  type MonthlyVatInvoice,
  type MonthlyVatInvoicesPage,
  type MonthlyVatInvoicesQuery,
  monthlyVatInvoiceSchema,
} from '@portal/contract/monthly-vat-invoices';
import type { Queryable } from '../../database/database.ts';
import { columnsByName, columnsOf, insertInto, joinSql, selectList, sql } from '../../database/sql.ts';
import { matchesText } from '../../listing/conditions.ts';
import { selectPage } from '../../listing/page.ts';
import { plainAmount } from '../../listing/plain-amount.ts';
import type { StatedVat } from '../vat/vat-of-document.ts';

/** The content of a document beyond its row in a list, stored as issued. */
export type InvoiceContent = Pick<
  MonthlyVatInvoiceDetail,
  'supplier' | 'customer' | 'lines' | 'tax_breakdown' | 'totals' | 'payments' | 'notes' | 'preceding_invoice'
> &
  Partial<
    Pick<
      MonthlyVatInvoiceDetail,
      | 'payment_terms'
      | 'tax_currency'
      | 'tax_amount_in_tax_currency'
      | 'exchange_rate'
      | 'exchange_rate_source'
      | 'tax_conversions'
      | 'preceding_invoices'
    >
  > & {
    /** Why payments were taxed as they state, if this does not follow from the parties. */
    vat?: StatedVat;
  };

interface InvoicesFilter extends Omit<MonthlyVatInvoicesQuery, 'limit'> {
  accountId: string;
  limit: number;
  /** Only these. */
  ids?: readonly string[] | undefined;
}

// Issued documents never change: what was received since, overdue and corrected are computed in each query.
const received = sql`coalesce((
  select sum(amount) from document_receipts r
  where r.account_id = monthly_vat_invoices.account_id and not at_issue
    and r.monthly_vat_invoice_id = monthly_vat_invoices.monthly_vat_invoice_id), 0)`;
const paid = sql`(paid_amount + ${received})`;
const due = sql`(gross_amount - ${paid} + rounding)`;
const isCorrected = sql`exists (
  select from invoice_corrections c
  where c.account_id = monthly_vat_invoices.account_id and c.corrected_id = monthly_vat_invoices.monthly_vat_invoice_id
  having sum(c.net_amount) = -monthly_vat_invoices.net_amount)`;
// Overdue in the document's time zone.
// A payment that the bank has taken back leaves a document unpaid that was issued as paid.
const status = sql`(case when ${isCorrected} then 'corrected'
  when status not in ('issued', 'partially_paid') and (status <> 'paid' or ${received} >= 0) then status
  when ${due} <= 0 then 'paid'
  when due_date < local_time(now(), timezone)::date then 'overdue'
  when ${paid} > 0 then 'partially_paid' else 'issued' end)`;

const columns = columnsOf(monthlyVatInvoiceSchema, ['has_pdf', 'has_xml']);
export type InvoiceRow = Pick<MonthlyVatInvoice, (typeof columns)[number]>;
const selected = selectList(columns, { status, paid_amount: paid, amount_due: due });

export type StoredInvoice = InvoiceRow & {
  basis: 'usage' | 'prepayment';
  timezone: string;
  currency: Currency;
  /** Of its documents: the customer's when it was issued. */
  language: Language;
  /** BT-114: what `amount_due` differs by from gross less paid; 0 unless given. */
  rounding?: string;
  detail: InvoiceContent;
};

const source = {
  select: selected,
  from: sql`monthly_vat_invoices`,
  columns: columnsByName(invoiceOrders, { status }),
  tieBreak: sql`monthly_vat_invoice_id`,
};
const searchColumns = columnsByName(invoiceFilterFields, {
  status,
  // Every amount that the list and the document show.
  amount: sql`concat_ws(' ', net_amount, tax_amount, gross_amount, ${paid}::numeric(20, 2), ${due}::numeric(20, 2))`,
});

export async function findInvoices(db: Queryable, filter: InvoicesFilter) {
  return db.query<InvoiceRow>(selectPage(filter, { ...source, where: conditions(filter) }));
}

/** Returns sums by currency; credit notes reduce them. */
export async function findInvoiceTotals(db: Queryable, filter: InvoicesFilter) {
  return db.query<MonthlyVatInvoicesPage['summary'][number]>(sql`
    select currency, count(*) as count, sum(net_amount) as net_amount, sum(tax_amount) as tax_amount,
      sum(gross_amount) as gross_amount
    from monthly_vat_invoices
    where ${conditions(filter)}
    group by currency
    order by currency`);
}

/** Returns the years that have invoices, latest first, independent of the filter. */
export async function findInvoiceYears(db: Queryable, accountId: string): Promise<number[]> {
  const rows = await db.query<{ year: number }>(sql`
    select distinct year from monthly_vat_invoices where account_id = ${accountId} order by year desc`);
  return rows.map(({ year }) => year);
}

export async function findInvoice(db: Queryable, accountId: string, invoiceId: string) {
  return db.first<StoredInvoice>(sql`
    select ${selected}, basis, timezone, language, detail from monthly_vat_invoices
    where account_id = ${accountId} and monthly_vat_invoice_id = ${invoiceId}`);
}

/** Returns an issued document of any account by its number. */
export async function findInvoiceByNumber(db: Queryable, number: string) {
  return db.first<StoredInvoice & { account_id: string }>(sql`
    select account_id, ${selected}, basis, timezone, language, detail from monthly_vat_invoices where number = ${number}`);
}

/** Returns an account's invoices on which money is due, the earliest first. */
export async function findUnpaidInvoices(db: Queryable, accountId: string) {
  return db.query<Pick<InvoiceRow, 'number' | 'amount_due' | 'currency'>>(sql`
    select number, amount_due, currency
    from (select ${selected} from monthly_vat_invoices where account_id = ${accountId} and document_type = 'invoice') i
    where status in ('issued', 'partially_paid', 'overdue') and amount_due > 0
    order by number`);
}

/** Inserts an issued document. A customer's role cannot write to this table. */
export async function insertInvoice(db: Queryable, accountId: string, invoice: StoredInvoice): Promise<void> {
  const { summary, detail, ...columnsOfRow } = invoice;
  await db.run(
    insertInto('monthly_vat_invoices', {
      account_id: accountId,
      ...columnsOfRow,
      summary: JSON.stringify(summary),
      detail: JSON.stringify(detail),
    }),
  );
}

function conditions(filter: InvoicesFilter) {
  const { accountId, ids, year, month, service_id, service_type, filter_query, filter_or } = filter;
  const conditions = [sql`account_id = ${accountId}`];
  if (ids !== undefined) conditions.push(sql`monthly_vat_invoice_id = any(${ids})`);
  if (year !== undefined) conditions.push(sql`year = ${year}`);
  if (month !== undefined) conditions.push(sql`month = ${month}`);
  if (service_id !== undefined) conditions.push(sql`service_id = ${service_id}`);
  if (service_type !== undefined) conditions.push(sql`service_type = ${service_type}`);
  if (filter_query !== undefined)
    conditions.push(matchesText(searchColumns, filter_or, filter_query, { amount: plainAmount }));
  return joinSql(conditions, ' and ');
}

/**
 * Returns the next number of a kind of documents, with leading zeros, and after the letters of a series once the database was
 * restored. It starts at 1 in each `period`, a year or a month. A rollback frees it, so there are no gaps.
 */
export async function nextNumber(
  db: Queryable,
  { kind, period, digits }: { kind: string; period: string; digits: number },
): Promise<string> {
  const { number } = await db.one<{ number: string }>(
    sql`select number_in_series(next_document_number(${kind}, ${period}), ${digits}) as number`,
  );
  return number;
}
