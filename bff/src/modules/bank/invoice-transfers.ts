import { randomBytes } from 'node:crypto';
import type { Currency } from '@portal/contract/money';
import { findAccount } from '../../accounts/accounts.repository.ts';
import type { Config } from '../../config/config.ts';
import type { Queryable, Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import { creditorReference } from '../bank-transfer/creditor-reference.ts';
import { type LockedPayment, lockPayment, takesTooMuch } from '../payments/awaited-payments.repository.ts';
import { particularsOf } from '../payments/particulars.ts';
import { setActor } from '../payments/payment-states.ts';
import { insertPayment, nextPaymentNumber } from '../payments/payments.repository.ts';
import { addVat } from '../vat/vat-amounts.ts';
import type { BankEntry } from './bank-entry.ts';

/** A monthly invoice that a customer can pay by transfer. */
export interface PayableInvoice {
  account_id: string;
  service_id: string;
  monthly_vat_invoice_id: string;
  number: string;
  currency: Currency;
}

/** Finds the invoices with these numbers. Those with the basis `prepayment` list what was paid before. */
export async function findPayableInvoices(
  db: Queryable,
  numbers: readonly string[],
): Promise<PayableInvoice[]> {
  return db.query<PayableInvoice>(sql`
    select account_id, service_id, monthly_vat_invoice_id, number, currency from monthly_vat_invoices
    where number = any(${numbers}::text[]) and document_type = 'invoice' and basis = 'usage' and service_id is not null`);
}

/**
 * Inserts the payment of a transfer for an invoice: a top-up of the invoice's service by what has arrived, which the caller
 * credits. The invoice has charged the VAT, so the payment contains none.
 */
export async function insertInvoiceTransfer(
  tx: Transaction,
  config: Config,
  { number: invoiceNumber, ...invoice }: PayableInvoice,
  { amount, booked, bank_entry_id }: Pick<BankEntry, 'amount' | 'booked' | 'bank_entry_id'>,
): Promise<LockedPayment> {
  const number = await nextPaymentNumber(tx, 'BT', Number(booked.slice(0, 4)));
  const account = await findAccount(tx, invoice.account_id);
  if (account === undefined) throw new Error(`account ${invoice.account_id} is not visible`);
  await setActor(tx, `bank:${bank_entry_id}`);
  await insertPayment(tx, {
    ...invoice,
    ...addVat(amount, '0'),
    payment_id: `pay_${randomBytes(10).toString('hex')}`,
    number,
    method: 'bank_transfer',
    type: 'top_up',
    status: 'processing',
    reference: creditorReference(invoiceNumber),
    particulars: particularsOf(config, account, { vat: null, basis: 'usage' }),
  });
  const payment = await lockPayment(tx, number);
  if (payment === undefined) throw new Error(`${number} is not visible`);
  return payment;
}

/** Finds the latest transfer for an invoice that the bank takes back, and locks it; undefined unless one has that amount. */
export async function lockReturnedTransfer(
  tx: Transaction,
  { account_id, monthly_vat_invoice_id }: PayableInvoice,
  { amount }: BankEntry,
): Promise<LockedPayment | undefined> {
  const found = await tx.first<{ payment_id: string }>(sql`
    select payment_id from payments
    where account_id = ${account_id} and monthly_vat_invoice_id = ${monthly_vat_invoice_id}
      and method = 'bank_transfer' and type = 'top_up' and paid_amount = ${new Big(amount).abs().toFixed(2)}
    order by created desc, payment_id limit 1`);
  const payment = found && (await lockPayment(tx, found.payment_id));
  return payment === undefined || takesTooMuch(payment, amount) ? undefined : payment;
}
