import * as v from 'valibot';
import type { Transaction } from '../../database/database.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { Big } from '../../listing/decimal.ts';
import { eventOf } from '../../staff/staff-action.ts';
import { staffArguments } from '../../staff/staff-command.ts';
import { type LockedPayment, lockPayment } from '../payments/awaited-payments.repository.ts';
import { type DocumentedEntry, findPaymentParts } from '../payments/payment-parts.repository.ts';
import { type Amounts, leftOf, vatOfLatest, vatOfNet } from '../payments/payment-parts.ts';
import { changeState } from '../payments/payment-states.ts';
import { bookPayment, resultOf } from './book-payment.ts';
import { defineIssuingCommand } from './issuing-command.ts';
import { lockService } from './lock-service.ts';

const { payment, amount } = staffArguments;

/**
 * Records that a top-up was given back, in full or in part: `amount` is what is transferred, VAT included. The balance loses it
 * without the VAT, and may not fall below zero.
 */
export const refund = defineIssuingCommand({
  schema: v.strictObject({ payment, amount: v.optional(amount) }),
  act: async (tx, action, given) => {
    const gross = given.amount === undefined ? undefined : new Big(given.amount);
    const { booked, refunded, status } = await refundPayment(tx, given.payment, gross, eventOf(action));
    const { account_id, changed } = resultOf(booked);
    return { account_id, changed: { ...changed, refunded: refunded.number, status } };
  },
});

/** Gives a top-up back: `given`, VAT included, or what is left of it. Throws OperatorError if that is more than is left or unused. */
export async function refundPayment(
  tx: Transaction,
  payment: string,
  given: Big | undefined,
  event: ReturnType<typeof eventOf>,
) {
  const original = await lockTopUp(tx, payment);
  const parts = await findPaymentParts(tx, original);
  const left = leftOf(parts);
  const gross = given ?? left.gross;
  if (gross.lte(0) || gross.gt(left.gross)) throw refusal(original, left.gross);
  return giveBack(
    tx,
    original,
    { gross, vat: vatOfLatest(parts, gross), isRest: gross.eq(left.gross) },
    event,
  );
}

/**
 * Gives back a receipt of a top-up, or `net` of it, so that the line that lists it is corrected by exactly that. `given`: which
 * receipts the earlier refunds of the same credit note have given back.
 */
export async function refundReceipt(
  tx: Transaction,
  { payment_id, entry_id }: Pick<DocumentedEntry, 'payment_id' | 'entry_id'>,
  net: Big,
  event: ReturnType<typeof eventOf>,
  given: ReadonlyMap<number, number>,
) {
  const original = await lockTopUp(tx, payment_id);
  const parts = await findPaymentParts(tx, original, given);
  const left = leftOf(parts);
  const part = parts.find((each) => each.entry_id === entry_id);
  if (part === undefined || net.gt(part.left.gross.minus(part.left.vat))) throw refusal(original, left.gross);
  const vat = vatOfNet(part, net);
  const gross = net.plus(vat);
  return giveBack(tx, original, { gross, vat, isRest: gross.eq(left.gross) }, event);
}

async function giveBack(
  tx: Transaction,
  original: LockedPayment,
  { gross, vat, isRest }: Amounts & { isRest: boolean },
  event: ReturnType<typeof eventOf>,
) {
  const { balance } = await lockService(tx, original.service_id);
  const { tax_rate, account_id, payment_id, service_id, method, currency } = original;
  const net = gross.minus(vat);
  if (net.gt(balance))
    throw new OperatorError(
      `The balance of ${service_id} is ${balance}: ${net.minus(balance).toFixed(2)} of the ${net.toFixed(2)} was used already.`,
    );
  const negative = (decimal: Big) => decimal.times(-1).toFixed(2);
  const status = isRest ? 'refunded' : 'partially_refunded';
  await changeState(tx, original, { status, status_reason: null }, event.actor);
  const booked = await bookPayment(tx, event, 'RD', {
    ...{ account_id, service_id, method, currency, tax_rate },
    type: 'refund',
    amount: negative(net),
    net_amount: negative(net),
    tax_amount: negative(vat),
    gross_amount: negative(gross),
    refunded_payment_id: payment_id,
  });
  return { booked, refunded: original, status };
}

async function lockTopUp(tx: Transaction, payment: string): Promise<LockedPayment> {
  const found = await lockPayment(tx, payment);
  if (found === undefined) throw new OperatorError(`There is no payment ${payment}.`);
  if (found.type !== 'top_up')
    throw new OperatorError(`${found.number} is no top-up: its type is ${found.type}.`);
  return found;
}

function refusal({ number, status, refunded }: LockedPayment, left: Big): OperatorError {
  const received = left.plus(refunded).toFixed(2);
  return new OperatorError(
    `${number} has received ${received}, of which ${new Big(refunded).toFixed(2)} was given back; its state is ${status}.`,
  );
}
