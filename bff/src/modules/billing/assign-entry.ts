import * as v from 'valibot';
import type { Transaction } from '../../database/database.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import type { CommandContext } from '../../staff/open-portal.ts';
import type { StaffAction, StaffResult } from '../../staff/staff-action.ts';
import { staffArguments } from '../../staff/staff-command.ts';
import {
  assignBankEntry,
  lockUnmatched,
  returnBankEntry,
  type UnmatchedEntry,
  type UnmatchedReason,
} from '../bank/bank-entries.repository.ts';
import { findPayableInvoices, insertInvoiceTransfer } from '../bank/invoice-transfers.ts';
import { momentOfBooking } from '../bank/moment-of-booking.ts';
import { type LockedPayment, lockPayment, takesTooMuch } from '../payments/awaited-payments.repository.ts';
import { mailReceipt } from '../payments/mail-receipt.ts';
import { receiveMoney } from '../payments/receive-money.ts';
import { defineIssuingCommand } from './issuing-command.ts';

const { entry, payment } = staffArguments;

/** Debits that may be deducted from no payment: a refund that the staff have recorded, or another entry explains them. */
const explained: ReadonlySet<UnmatchedReason> = new Set([
  'no_such_receipt',
  'several_receipts',
  'outgoing',
  'possible_duplicate',
]);

/** Credits money that has arrived without a usable reference to a payment, or for a monthly invoice, as if it had named that. */
export const assign = defineIssuingCommand({
  schema: v.strictObject({ entry, payment }),
  act: async (tx, action, given, portal) => {
    const [invoice] = await findPayableInvoices(tx, [given.payment]);
    const awaited = invoice ?? (await awaitedPayment(tx, given.payment));
    const booked = await unmatchedEntry(tx, given.entry);
    if (booked.amount.startsWith('-'))
      throw new OperatorError(
        'The bank took this money back: use "return", which deducts it from a payment.',
      );
    const target =
      'payment_id' in awaited ? awaited : await insertInvoiceTransfer(tx, portal.config, awaited, booked);
    return settle(tx, action, booked, target, portal);
  },
});

/** Deducts what the bank has taken back, or closes an entry whose money was sent back to the payer. */
export const returnTransfer = defineIssuingCommand({
  schema: v.strictObject({ entry, payment: v.optional(payment) }),
  act: async (tx, action, given, portal) => {
    const target = given.payment === undefined ? undefined : await awaitedPayment(tx, given.payment);
    const booked = await unmatchedEntry(tx, given.entry);
    const isTakenBack = booked.amount.startsWith('-');
    if (isTakenBack && target === undefined && !explained.has(booked.reason))
      throw new OperatorError('The bank took this money back: name the --payment from which it is deducted.');
    if (!isTakenBack && target !== undefined)
      throw new OperatorError(
        'This money arrived: use "assign", or leave --payment out if it was sent back.',
      );
    if (target !== undefined) return settle(tx, action, booked, target, portal);
    return closeReturned(tx, action, booked);
  },
});

async function awaitedPayment(tx: Transaction, idOrNumber: string): Promise<LockedPayment> {
  const found = await lockPayment(tx, idOrNumber);
  if (found === undefined) throw new OperatorError(`There is no payment ${idOrNumber}.`);
  if (found.method !== 'bank_transfer' || found.type !== 'top_up')
    throw new OperatorError(`${idOrNumber} is no top-up by bank transfer.`);
  return found;
}

async function unmatchedEntry(tx: Transaction, id: string): Promise<UnmatchedEntry> {
  const found = await lockUnmatched(tx, id);
  if (found === undefined)
    throw new OperatorError(`${id} is no entry that waits for a decision: see "billing -- unmatched".`);
  return found;
}

/** The key of the ledger's entry is that of the import, so that neither credits what the other has credited. */
async function settle(
  tx: Transaction,
  { reason, actor }: StaffAction,
  { bank_entry_id, amount, currency, booked }: UnmatchedEntry,
  target: LockedPayment,
  { mailer }: CommandContext,
): Promise<StaffResult> {
  if (currency.toLowerCase() !== target.currency)
    throw new OperatorError(`The entry is in ${currency}, the payment in ${target.currency.toUpperCase()}.`);
  if (takesTooMuch(target, amount))
    throw new OperatorError(
      `${target.number} has received ${target.paid_amount ?? '0.00'}, of which ${target.refunded} was given back: ${amount} is too much.`,
    );
  const occurredAt = await momentOfBooking(tx, target.account_id, booked);
  const event = { eventKey: `bank:${bank_entry_id}`, reason, actor, occurredAt };
  const receipt = await receiveMoney(tx, target, amount, event);
  await assignBankEntry(tx, bank_entry_id, target);
  await mailReceipt({ mailer }, tx, target, receipt);
  const { status, status_reason, credited, received } = receipt;
  const { account_id, payment_id, number } = target;
  return { account_id, changed: { payment_id, number, status, status_reason, credited, received } };
}

async function closeReturned(
  tx: Transaction,
  { key }: StaffAction,
  { bank_entry_id, amount, currency, payer_iban }: UnmatchedEntry,
): Promise<StaffResult> {
  await returnBankEntry(tx, bank_entry_id, key);
  return { account_id: null, changed: { bank_entry_id, returned: `${amount} ${currency}`, payer_iban } };
}
