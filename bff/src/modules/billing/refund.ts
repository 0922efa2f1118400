import * as v from 'valibot';
import type { Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { Big } from '../../listing/decimal.ts';
import { eventOf } from '../../staff/staff-action.ts';
import { defineStaffCommand, staffArguments } from '../../staff/staff-command.ts';
import { type AwaitedPayment, lockPayment } from '../payments/awaited-payments.repository.ts';
import { changeState } from '../payments/payment-states.ts';
import { includedVat } from '../vat/vat-amounts.ts';
import { bookPayment, resultOf } from './book-payment.ts';
import { lockService } from './lock-service.ts';

const { payment, amount } = staffArguments;

/**
 * Records that a top-up was given back, in full or in part: `amount` is what is transferred, VAT included. The balance loses it
 * without the VAT, and may not fall below zero.
 */
export const refund = defineStaffCommand({
  schema: v.strictObject({ payment, amount: v.optional(amount) }),
  act: async (tx, action, given) => {
    const gross = given.amount === undefined ? undefined : new Big(given.amount);
    const { booked, refunded, status } = await refundPayment(tx, given.payment, gross, eventOf(action));
    const { account_id, changed } = resultOf(booked);
    return { account_id, changed: { ...changed, refunded: refunded.number, status } };
  },
});

/** Gives a top-up back: `gross`, VAT included, or what is left of it. Throws OperatorError if that is more than is left or unused. */
export async function refundPayment(
  tx: Transaction,
  payment: string,
  given: Big | undefined,
  event: ReturnType<typeof eventOf>,
) {
  const original = await lockPayment(tx, payment);
  if (original === undefined) throw new OperatorError(`There is no payment ${payment}.`);
  const { received, before } = await receivedAndRefunded(tx, original);
  const gross = given ?? received.minus(before);
  if (gross.lte(0) || before.plus(gross).gt(received)) {
    throw new OperatorError(
      `${original.number} has received ${received.toFixed(2)}, of which ${before.toFixed(2)} was given back.`,
    );
  }
  const { balance } = await lockService(tx, original.service_id);
  const { tax_rate, account_id, payment_id, service_id, method, currency } = original;
  const tax = includedVat(before.plus(gross), tax_rate).minus(includedVat(before, tax_rate));
  const net = gross.minus(tax);
  if (net.gt(balance))
    throw new OperatorError(
      `The balance of ${service_id} is ${balance}: ${net.toFixed(2)} was used already.`,
    );
  const negative = (decimal: Big) => decimal.times(-1).toFixed(2);
  const isWhole = before.plus(gross).eq(received);
  const status = isWhole ? 'refunded' : 'partially_refunded';
  await changeState(tx, original, { status, status_reason: null }, event.actor);
  const booked = await bookPayment(tx, event, 'RD', {
    ...{ account_id, service_id, method, currency, tax_rate },
    type: 'refund',
    amount: negative(net),
    net_amount: negative(net),
    tax_amount: negative(tax),
    gross_amount: negative(gross),
    refunded_payment_id: payment_id,
  });
  return { booked, refunded: original, status };
}

/** The gross amounts that a payment has received and that were given back. Throws if it can give nothing back. */
async function receivedAndRefunded(tx: Transaction, original: AwaitedPayment) {
  const { account_id, payment_id, type, status, number, gross_amount } = original;
  if (type !== 'top_up' || (status !== 'paid' && status !== 'partially_refunded'))
    throw new OperatorError(
      `${number} is no top-up that was paid: its type is ${type}, its state ${status}.`,
    );
  // A payment from before the ledger has no entries.
  const { received, before } = await tx.one<{ received: string | null; before: string }>(sql`
    select (
      select -sum(p.amount)::numeric(20, 2) from payment_entries l join postings p using (entry_id)
      join ledger_accounts a using (ledger_account_id)
      where l.account_id = ${account_id} and l.payment_id = ${payment_id} and a.kind in ('incoming_bank', 'crypto_clearing')
    ) as received, (
      select coalesce(-sum(gross_amount), 0) from payments
      where account_id = ${account_id} and refunded_payment_id = ${payment_id}
    ) as before`);
  return { received: new Big(received ?? gross_amount), before: new Big(before) };
}
