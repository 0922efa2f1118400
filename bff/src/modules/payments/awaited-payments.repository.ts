import type { Queryable } from '../../database/database.ts';
import { type Sql, sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import { hasEnded } from './payment-states.ts';
import type { PostedPayment } from './post-payment.ts';

/** A top-up by bank that waits for a transfer, or has received one. */
export type AwaitedPayment = PostedPayment & {
  number: string;
  status: string;
  tax_rate: string;
  /** What has been received so far, in the payment's currency. */
  paid_amount: string | null;
};

export type LockedPayment = AwaitedPayment & {
  /** The gross amount that refunds have given back. */
  refunded: string;
  /** Whether the customer has canceled it; its state may be another one since money has arrived. */
  was_canceled: boolean;
  /** `YYYY-MM-DD`, by the account's clock; null for a payment without one. */
  due_date: string | null;
  timezone: string;
  /** Whether it is awaited no longer; null for a payment without a time to pay. */
  has_ended: boolean | null;
};

const columns = sql`account_id, payment_id, service_id, number, method, type, status, currency, amount, tax_rate, tax_amount,
  gross_amount, case when paid_currency = currency then paid_amount::numeric(20, 2)::text end as paid_amount,
  (
    select coalesce(-sum(r.gross_amount), 0)::text from payments r
    where r.account_id = payments.account_id and r.refunded_payment_id = payments.payment_id
  ) as refunded,
  exists (
    select from payment_events e
    where e.account_id = payments.account_id and e.payment_id = payments.payment_id and e.status = 'canceled'
  ) as was_canceled,
  due_date::text as due_date,
  (select timezone from accounts a where a.account_id = payments.account_id) as timezone,
  (select ${hasEnded} from accounts where accounts.account_id = payments.account_id) as has_ended`;

/** Finds the top-ups by bank with these numbers, and locks them. */
export async function lockAwaitedPayments(db: Queryable, numbers: readonly string[]) {
  return lockPayments(
    db,
    sql`number = any(${numbers}::text[]) and method = 'bank_transfer' and type = 'top_up'`,
  );
}

/** Finds the payment of any account with this id or number, and locks it. */
export async function lockPayment(db: Queryable, idOrNumber: string) {
  const [payment] = await lockPayments(db, sql`${idOrNumber} in (payment_id, number)`);
  return payment;
}

/**
 * A statement that waits for a lock afterwards reads the locked row again, but what its subqueries read is as old as its
 * begin: a refund that was made meanwhile would be missing.
 */
async function lockPayments(db: Queryable, condition: Sql): Promise<LockedPayment[]> {
  await db.run(sql`select from payments where ${condition} for update`);
  return db.query<LockedPayment>(sql`select ${columns} from payments where ${condition}`);
}

/** Whether a negative amount takes more back than was received and not refunded. */
export function takesTooMuch({ paid_amount, refunded }: LockedPayment, amount: string): boolean {
  const left = new Big(paid_amount ?? 0).minus(refunded);
  return amount.startsWith('-') && left.plus(amount).lt(0);
}
