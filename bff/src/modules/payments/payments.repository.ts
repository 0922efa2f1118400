import type { Period } from '@portal/contract/dates';
import type { Currency } from '@portal/contract/money';
import {
  type Payment,
  type PaymentsQuery,
  type PaymentsTotal,
  paymentOrders,
  paymentSchema,
} from '@portal/contract/payments';
import type { Queryable } from '../../database/database.ts';
import { columnsByName, columnsOf, insertInto, joinSql, selectList, sql } from '../../database/sql.ts';
import { selectPage } from '../../listing/page.ts';
import { nextNumber } from '../monthly-vat-invoices/monthly-vat-invoices.repository.ts';
import type { Particulars } from './particulars.ts';
import { matchesPayment } from './payment-search.ts';

interface PaymentsFilter extends PaymentsQuery {
  accountId: string;
  period: Pick<Period, 'start_utc' | 'end_utc'>;
}

const columns = columnsOf(paymentSchema, ['documents', 'actions', 'bank_details']);
export type PaymentRow = Pick<Payment, (typeof columns)[number]> & {
  /** Whether a crypto provider has an invoice for it, so that it can be paid. */
  has_invoice: boolean;
  /** Whether its documents can be printed: the particulars of older payments were not stored. */
  has_particulars: boolean;
  /** Whether money has been credited. */
  has_entries: boolean;
};

/** Payments that were credited without an entry that names them, before the ledger existed. */
const creditedStatuses = sql`('paid', 'refunded', 'partially_refunded')`;

/** What was given back is a payment of its own, with a negative amount. */
const credited = sql`coalesce(
  (select sum(e.amount) from payment_entries e where e.account_id = p.account_id and e.payment_id = p.payment_id),
  case when p.status in ${creditedStatuses} then p.amount else 0 end)::numeric(20, 2)`;

/** Between its entries the balance may have changed otherwise. */
const hasOneEntry = sql`(
  select count(*) from payment_entries e where e.account_id = p.account_id and e.payment_id = p.payment_id) <= 1`;

const computed = {
  service_type: sql`s.type`,
  credited: sql`${credited}::text`,
  balance_before: sql`case when ${hasOneEntry} then p.balance_before end`,
  paid_amount: sql`trim_scale(p.paid_amount)::text`,
  states: sql`(
    select coalesce(json_agg(json_build_object('status', e.status, 'status_reason', e.reason, 'since',
      to_char(e.occurred_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by e.event_id), '[]')
    from payment_events e where e.account_id = p.account_id and e.payment_id = p.payment_id)`,
};
const hasInvoice = sql`exists (
  select from crypto_invoices i where i.account_id = p.account_id and i.payment_id = p.payment_id)`;
const hasEntries = sql`exists (
  select from payment_entries e where e.account_id = p.account_id and e.payment_id = p.payment_id)`;
const selected = sql`${selectList(columns, computed, sql`p`)}, ${hasInvoice} as has_invoice,
  p.particulars is not null as has_particulars, ${hasEntries} as has_entries`;

type Amounts = 'amount' | 'net_amount' | 'tax_rate' | 'tax_amount' | 'gross_amount';
type Given = Omit<
  PaymentRow,
  | Amounts
  | 'service_type'
  | 'credited'
  | 'states'
  | 'has_invoice'
  | 'has_particulars'
  | 'has_entries'
  | 'payment_id'
  | 'service_id'
  | 'currency'
>;

/** A payment to insert: its amounts are decimals with two places, in its currency. */
export type NewPayment = { [Member in keyof Given]?: Given[Member] | undefined } & Record<Amounts, string> &
  Pick<PaymentRow, 'payment_id' | 'service_id' | 'method' | 'type' | 'status'> & {
    account_id: string;
    number: string | null;
    currency: Currency;
    purchase_order?: string | null | undefined;
    transaction_reference?: string | null;
    refunded_payment_id?: string;
    /** What its documents state beside the amounts. */
    particulars?: Particulars;
  };

const source = {
  select: selected,
  from: sql`payments p join services s using (account_id, service_id)`,
  columns: columnsByName(paymentOrders, {}, sql`p`),
  nullable: ['number'],
  tieBreak: sql`p.payment_id`,
};

export async function findPayments(db: Queryable, filter: PaymentsFilter) {
  return db.query<PaymentRow>(selectPage(filter, { ...source, where: conditions(filter) }));
}

/** Returns the filter's sums by currency: what was credited, and what is still to come. */
export async function findPaymentTotals(db: Queryable, filter: PaymentsFilter) {
  return db.query<PaymentsTotal>(sql`
    select p.currency, count(*) as count,
      sum(${credited}) as paid,
      coalesce(sum(p.amount - ${credited}) filter (where p.status in ('pending', 'processing', 'partially_paid')), 0)
        ::numeric(20, 2) as pending
    from ${source.from}
    where ${conditions(filter)}
    group by p.currency
    order by p.currency`);
}

export async function findPayment(db: Queryable, accountId: string, paymentId: string) {
  return db.first<PaymentRow>(sql`
    select ${selected} from ${source.from} where p.account_id = ${accountId} and p.payment_id = ${paymentId}`);
}

export async function insertPayment(
  db: Queryable,
  { particulars, ...payment }: NewPayment,
): Promise<PaymentRow> {
  const row = particulars === undefined ? payment : { ...payment, particulars: JSON.stringify(particulars) };
  await db.run(insertInto('payments', row));
  const inserted = await findPayment(db, payment.account_id, payment.payment_id);
  if (inserted === undefined) throw new Error(`${payment.payment_id} is not visible to its account`);
  return inserted;
}

/** Cancels the account's own pro-forma invoice that waits for money. Returns false if it does not, or is another account's. */
export async function cancelPayment(db: Queryable, paymentId: string): Promise<boolean> {
  const { is_canceled } = await db.one<{ is_canceled: boolean }>(
    sql`select cancel_own_payment(${paymentId}) as is_canceled`,
  );
  return is_canceled;
}

/**
 * Counts the account's payments of the last hour and day, and the seconds until the oldest of each is older. Those that a clock
 * that was ahead has dated in the future do not count.
 */
export async function countRecentPayments(db: Queryable, accountId: string) {
  const oldest = sql`extract(epoch from min(created) - now())`;
  return db.one<Record<'in_hour' | 'in_day' | 'hour_left' | 'day_left', number>>(sql`
    with recent as (
      select created, created > now() - interval '1 hour' as is_in_hour from payments
      where account_id = ${accountId} and created > now() - interval '1 day' and created < now() + interval '1 minute'
    )
    select (select count(*) from recent)::int as in_day,
      (select count(*) from recent where is_in_hour)::int as in_hour,
      (select ceil(${oldest} + 86400) from recent)::int as day_left,
      (select ceil(${oldest} + 3600) from recent where is_in_hour)::int as hour_left`);
}

/**
 * Returns the next number for a top-up, which this transaction must insert: customers leave out no number. `kind` is that of its
 * method.
 */
export async function takePaymentNumber(db: Queryable, kind: 'PF' | 'CR'): Promise<string> {
  const { number } = await db.one<{ number: string }>(sql`select take_payment_number(${kind}) as number`);
  return number;
}

/** Returns the next payment number, such as `PF-2026-000318` or, in a series, `PF-2026-KTRVW-000318`; each year starts at 1. */
export async function nextPaymentNumber(database: Queryable, kind: string, year: number): Promise<string> {
  return `${kind}-${year}-${await nextNumber(database, { kind, period: String(year), digits: 6 })}`;
}

function conditions(filter: PaymentsFilter) {
  const { accountId, period, service_type, filter_query } = filter;
  const conditions = [
    sql`p.account_id = ${accountId} and p.created >= ${period.start_utc} and p.created < ${period.end_utc}`,
  ];
  if (service_type !== undefined) conditions.push(sql`s.type = ${service_type}`);
  if (filter_query !== undefined) conditions.push(matchesPayment(filter, credited));
  return joinSql(conditions, ' and ');
}
