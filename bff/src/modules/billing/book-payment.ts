import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { Big } from '../../listing/decimal.ts';
import { eventOf, type StaffAction, type StaffResult } from '../../staff/staff-action.ts';
import { staffArguments } from '../../staff/staff-command.ts';
import { settleDocuments } from '../monthly-vat-invoices/document-receipts.repository.ts';
import { insertPayment, type NewPayment, nextPaymentNumber } from '../payments/payments.repository.ts';
import { postPayment } from '../payments/post-payment.ts';
import { addVat } from '../vat/vat-amounts.ts';
import { defineIssuingCommand } from './issuing-command.ts';
import { lockService } from './lock-service.ts';

const { service, amount } = staffArguments;
const schema = v.strictObject({ service, amount });

/** Gives a customer money, such as a compensation; no VAT is due on it. */
export const credit = defineIssuingCommand({
  schema,
  act: async (tx, action, given) => {
    if (new Big(given.amount).lte(0))
      throw new OperatorError('--amount is not positive: use "adjust" to take money.');
    return book(tx, action, given, { method: 'bonus', type: 'promo', kind: 'BN' });
  },
});

/** Corrects a balance; a negative amount takes money, below zero too. */
export const adjust = defineIssuingCommand({
  schema,
  act: async (tx, action, given) => {
    if (new Big(given.amount).eq(0)) throw new OperatorError('--amount is zero.');
    return book(tx, action, given, { method: 'adjustment', type: 'adjustment', kind: 'AD' });
  },
});

type Booking = Pick<NewPayment, 'method' | 'type'> & { kind: string };

async function book(
  tx: Transaction,
  action: StaffAction,
  given: v.InferOutput<typeof schema>,
  { kind, ...booking }: Booking,
): Promise<StaffResult> {
  const { account_id, service_id, currency } = await lockService(tx, given.service);
  const booked = { account_id, service_id, currency, ...booking, ...addVat(given.amount, '0') };
  return resultOf(await bookPayment(tx, eventOf(action), kind, booked));
}

type Booked = Omit<NewPayment, 'payment_id' | 'number' | 'status' | 'service_id'> & { service_id: string };

interface BookedPayment {
  payment: NewPayment;
  entry_id: number;
  /** Of the service, after it. */
  balance: string;
}

/** Inserts a payment that is paid when it is created, and posts it. The service is locked. */
export async function bookPayment(
  tx: Transaction,
  event: ReturnType<typeof eventOf>,
  kind: string,
  booked: Booked,
): Promise<BookedPayment> {
  const { now } = await tx.one<{ now: string }>(sql`select now()`);
  const number = await nextPaymentNumber(tx, kind, new Date(now).getUTCFullYear());
  const payment = {
    ...booked,
    payment_id: newPaymentId(),
    number,
    status: 'paid',
    completed: now,
  } as const;
  await insertPayment(tx, payment);
  const { entry_id } = await postPayment(tx, payment, { ...event, occurredAt: now });
  await settleDocuments(tx, payment);
  const { balance } = await tx.one<{ balance: string }>(sql`
    select balance from services where account_id = ${booked.account_id} and service_id = ${booked.service_id}`);
  return { payment, entry_id, balance };
}

/** What the staff are shown of a booked payment. */
export function resultOf({ payment, balance }: BookedPayment): StaffResult {
  const { account_id, payment_id, number, amount: credited, currency } = payment;
  return { account_id, changed: { payment_id, number, credited, currency, balance } };
}

export function newPaymentId(): string {
  return `pay_${randomBytes(10).toString('hex')}`;
}
