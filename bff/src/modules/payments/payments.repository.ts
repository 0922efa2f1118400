import type { Period } from '@portal/contract/dates';
import type { Currency } from '@portal/contract/money';
import type { Payment, PaymentsQuery, PaymentsTotal } from '@portal/contract/payments';
import type { Queryable } from '../../database/database.ts';
import { identifier, joinSql, type Sql, sql } from '../../database/sql.ts';
import { orderBy } from '../../listing/page.ts';
import { isAbout } from '../../listing/search.ts';
import { nextNumber } from '../monthly-vat-invoices/document-numbers.repository.ts';

export type PaymentRow = Omit<Payment, 'documents' | 'actions' | 'bank_details'>;

export interface PaymentsFilter extends PaymentsQuery {
  accountId: string;
  period: Pick<Period, 'start_utc' | 'end_utc'>;
}

export interface NewPayment {
  account_id: string;
  payment_id: string;
  service_id: string;
  number: string | null;
  method: string;
  type: string;
  status: string;
  currency: Currency;
  amount: string;
  net_amount: string;
  tax_rate: string;
  tax_amount: string;
  gross_amount: string;
  reference?: string | null;
  description?: string | null;
  note?: string | null | undefined;
  purchase_order?: string | null | undefined;
  due_date?: string | null;
  created?: string;
  expires_at?: string | null;
  fee_amount?: string | null;
  paid_amount?: string | null;
  paid_currency?: string | null;
  exchange_rate?: string | null;
  transaction_reference?: string | null;
  status_reason?: string | null;
  status_updated?: string;
  completed?: string | null;
  balance_before?: string | null;
  balance_after?: string | null;
  monthly_vat_invoice_id?: string | null;
}

/** Days after the due date for which a transfer is still looked for. */
const daysOfGrace = 30;

// Nothing but time makes a payment expire, so nothing stores it: what is awaited is looked at when it is asked for.
const expiry = sql`coalesce(p.expires_at, (p.due_date + ${daysOfGrace + 1}::integer)::timestamptz)`;
const hasExpired = sql`(p.status in ('pending', 'partially_paid') and coalesce(${expiry} <= now(), false))`;
const status = sql`(case when ${hasExpired} then 'expired' else p.status end)`;

const columns = sql`p.payment_id, p.number, p.created, p.method, p.type, p.service_id, s.type as service_type, p.amount,
  p.currency, p.net_amount, p.tax_rate, p.tax_amount, p.gross_amount, p.fee_amount,
  trim_scale(p.paid_amount)::text as paid_amount, p.paid_currency, p.exchange_rate, ${status} as status,
  p.status_reason, case when ${hasExpired} then ${expiry} else p.status_updated end as status_updated, p.completed, p.expires_at, p.due_date, p.description, p.note, p.reference, p.balance_before,
  p.balance_after, p.monthly_vat_invoice_id`;

const orderColumns = {
  created: sql`p.created`,
  number: sql`p.number`,
  method: sql`p.method`,
  amount: sql`p.amount`,
  status,
};

const searchColumns: Readonly<Record<string, Sql>> = {
  number: sql`p.number`,
  reference: sql`p.reference`,
  status,
  method: sql`p.method`,
  amount: sql`p.amount::text`,
  note: sql`concat_ws(' ', p.note, p.description, p.purchase_order)`,
  transaction: sql`p.transaction_reference`,
};

export async function findPayments(database: Queryable, filter: PaymentsFilter): Promise<PaymentRow[]> {
  return database.query<PaymentRow>(sql`
    select ${columns}
    from payments p join services s using (account_id, service_id)
    where ${conditions(filter)}
    ${orderBy(filter.order, { columns: orderColumns, nullable: ['number'], tieBreak: sql`p.payment_id` })}
    limit ${filter.limit} offset ${filter.offset}`);
}

/** Sums of the filter by currency: what was credited, and what is on its way. */
export async function findPaymentTotals(
  database: Queryable,
  filter: PaymentsFilter,
): Promise<PaymentsTotal[]> {
  return database.query<PaymentsTotal>(sql`
    select p.currency, count(*) as count,
      coalesce(sum(p.amount) filter (where ${status} = 'paid'), 0)::numeric(20, 2) as paid,
      coalesce(sum(p.amount) filter (where ${status} in ('pending', 'processing', 'partially_paid')), 0)::numeric(20, 2)
        as pending
    from payments p join services s using (account_id, service_id)
    where ${conditions(filter)}
    group by p.currency
    order by p.currency`);
}

export async function insertPayment(database: Queryable, payment: NewPayment): Promise<PaymentRow> {
  const given = Object.entries(payment).filter(([, value]) => value !== undefined);
  const names = joinSql(
    given.map(([name]) => identifier(name)),
    ', ',
  );
  const values = joinSql(
    given.map(([, value]) => sql`${value}`),
    ', ',
  );
  return database.one<PaymentRow>(sql`
    with p as (insert into payments (${names}) values (${values}) returning *)
    select ${columns} from p join services s using (account_id, service_id)`);
}

/** `PF-2026-000318`: each year begins at 1. */
export async function nextPaymentNumber(database: Queryable, kind: string, year: number): Promise<string> {
  return `${kind}-${year}-${await nextNumber(database, { kind, period: String(year), digits: 6 })}`;
}

function conditions(filter: PaymentsFilter): Sql {
  const { accountId, period, service_type, filter_query, filter_or } = filter;
  const conditions = [
    sql`p.account_id = ${accountId} and p.created >= ${period.start_utc} and p.created < ${period.end_utc}`,
  ];
  if (service_type !== undefined) conditions.push(sql`s.type = ${service_type}`);
  if (filter_query !== undefined) conditions.push(isAbout(searchColumns, filter_or, filter_query));
  return joinSql(conditions, ' and ');
}
