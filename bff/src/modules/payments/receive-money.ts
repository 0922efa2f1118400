import type { Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import { endOfDay } from '../../listing/local-time.ts';
import type { NewEntry } from '../ledger/post-entry.ts';
import {
  payNamedInvoice,
  reverseReceipts,
  settleDocuments,
} from '../monthly-vat-invoices/document-receipts.repository.ts';
import { includedVat } from '../vat/vat-amounts.ts';
import type { AwaitedPayment, LockedPayment } from './awaited-payments.repository.ts';
import { findPaymentParts } from './payment-parts.repository.ts';
import { vatOfLatest } from './payment-parts.ts';
import { changeState, type PaymentState } from './payment-states.ts';
import { type PostedPayment, postPayment } from './post-payment.ts';

type MoneyEvent = Pick<NewEntry, 'eventKey' | 'reason' | 'actor' | 'occurredAt'>;

/** What a receipt changed: amounts are decimals in the payment's currency. */
export interface Receipt {
  status: string;
  status_reason: string | null;
  /** What reached the balance; negative when the bank took money back. */
  credited: string;
  /** Of the whole payment so far, VAT included. */
  received: string;
}

/**
 * Credits money that has arrived for a payment, or takes it back when `amount` is negative, and stores the payment's state.
 * Every receipt is credited as it arrives, without the VAT that it contains; together the parts are exactly the whole. The
 * payment is locked.
 */
export async function receiveMoney(
  tx: Transaction,
  payment: LockedPayment,
  amount: string,
  event: MoneyEvent,
): Promise<Receipt> {
  const before = new Big(payment.paid_amount ?? 0);
  const received = before.plus(amount);
  const tax = await vatOfReceipt(tx, payment, before, amount);
  const credited = await post(tx, payment, amount, tax, event);
  const state = stateAfter(payment, received, event.occurredAt);
  await changeState(tx, payment, state, event.actor);
  await tx.run(sql`
    update payments set paid_amount = ${received.toFixed(2)}, paid_currency = currency,
      completed = case when ${state.status} = 'paid' then coalesce(completed, ${event.occurredAt}) else completed end
    where account_id = ${payment.account_id} and payment_id = ${payment.payment_id}`);
  return { ...state, credited, received: received.toFixed(2) };
}

/**
 * Posts money that has arrived after `before` without the VAT that it contains, uses it for unpaid invoices, and returns what reached the balance. All
 * amounts are in the payment's currency.
 */
export async function postReceipt(
  tx: Transaction,
  payment: PostedPayment & Pick<AwaitedPayment, 'tax_rate'>,
  before: Big,
  amount: string,
  event: MoneyEvent,
): Promise<string> {
  return post(tx, payment, amount, vatAfter(before, amount, payment), event);
}

/** The bank's return takes the rest of the VAT that refunds have left: of what was given back in parts, too, nothing remains. */
async function vatOfReceipt(
  tx: Transaction,
  payment: LockedPayment,
  before: Big,
  amount: string,
): Promise<Big> {
  const isReturn = amount.startsWith('-') && new Big(payment.refunded).gt(0);
  if (!isReturn) return vatAfter(before, amount, payment);
  return vatOfLatest(await findPaymentParts(tx, payment), new Big(amount).abs()).times(-1);
}

function vatAfter(before: Big, amount: string, { tax_rate }: Pick<AwaitedPayment, 'tax_rate'>): Big {
  return includedVat(before.plus(amount), tax_rate).minus(includedVat(before, tax_rate));
}

async function post(
  tx: Transaction,
  payment: PostedPayment,
  amount: string,
  tax: Big,
  event: MoneyEvent,
): Promise<string> {
  const credited = new Big(amount).minus(tax).toFixed(2);
  const entry = await postPayment(
    tx,
    { ...payment, amount: credited, tax_amount: tax.toFixed(2), gross_amount: amount },
    event,
  );
  if (amount.startsWith('-')) await reverseReceipts(tx, payment, event.eventKey);
  else if (entry.isNew) await payNamedInvoice(tx, payment, entry.entry_id);
  await settleDocuments(tx, payment);
  return credited;
}

function stateAfter(payment: LockedPayment, received: Big, occurredAt: string): PaymentState {
  const { gross_amount, refunded, was_canceled, has_ended } = payment;
  const due = new Big(gross_amount);
  // As `nextState` of crypto payments.
  if (new Big(refunded).gt(0))
    return { status: received.gt(refunded) ? 'partially_refunded' : 'refunded', status_reason: null };
  if (received.lte(0)) return { status: 'failed', status_reason: 'returned' };
  if (received.lt(due)) {
    // Nobody asks for the rest of what the customer has canceled, or of what would expire again.
    if (was_canceled) return { status: 'canceled', status_reason: null };
    return { status: has_ended === true ? 'expired' : 'partially_paid', status_reason: 'underpaid' };
  }
  if (received.gt(due)) return { status: 'paid', status_reason: 'overpaid' };
  return { status: 'paid', status_reason: isLate(payment, occurredAt) ? 'paid_late' : null };
}

/** A canceled payment does not expire; its money is late after the due date. */
function isLate({ status, due_date, timezone }: LockedPayment, occurredAt: string): boolean {
  if (status === 'expired') return true;
  return (
    status === 'canceled' &&
    due_date !== null &&
    Date.parse(occurredAt) >= Date.parse(endOfDay(due_date, timezone))
  );
}
