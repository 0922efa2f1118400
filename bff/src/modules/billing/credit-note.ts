import * as v from 'valibot';
import type { Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { Big } from '../../listing/decimal.ts';
import { mailMoney } from '../../mail/mail-formats.ts';
import type { Recipient } from '../../mail/mailer.ts';
import type { CommandContext } from '../../staff/open-portal.ts';
import type { StaffResult } from '../../staff/staff-action.ts';
import { staffArguments } from '../../staff/staff-command.ts';
import { insertCorrections } from '../monthly-vat-invoices/invoice-corrections.repository.ts';
import {
  findInvoiceByNumber,
  type StoredInvoice,
} from '../monthly-vat-invoices/monthly-vat-invoices.repository.ts';
import { type CorrectedInvoice, lockInvoice } from './corrected-invoice.ts';
import { creditPrepayments } from './credit-prepayments.ts';
import { creditUsage } from './credit-usage.ts';
import { defineIssuingCommand } from './issuing-command.ts';

const { invoice, line, amount } = staffArguments;

/**
 * Corrects an issued invoice in full, or one of its lines in full or in part. Invoices for usage: the customer's balance is
 * credited. Invoices for prepayments: they are refunded, as `refund` does, and documented immediately.
 */
export const creditNote = defineIssuingCommand({
  schema: v.strictObject({ invoice, line: v.optional(line), amount: v.optional(amount) }),
  act: async (tx, action, given, portal) => {
    if (given.amount !== undefined && given.line === undefined)
      throw new OperatorError('--amount is a part of a line: name the --line, too.');
    const corrected = await lockInvoice(tx, given);
    const credit = corrected.original.basis === 'usage' ? creditUsage : creditPrepayments;
    const { note, givenBack } = await credit(tx, portal, action, corrected);
    await record(tx, corrected, note, givenBack);
    await mailCustomer(tx, portal, corrected, note);
    return resultOf(tx, corrected, note);
  },
});

async function record(
  tx: Transaction,
  { accountId, original, lines }: CorrectedInvoice,
  note: StoredInvoice,
  givenBack: readonly string[] | undefined,
): Promise<void> {
  const corrections = note.detail.lines.map(({ line_id, net_amount }, index) => {
    const gross_amount = givenBack?.[index];
    const corrected_line_id = lines[index]?.line.line_id ?? '';
    return { line_id, corrected_line_id, net_amount, ...(gross_amount !== undefined && { gross_amount }) };
  });
  const documents = { creditNote: note.monthly_vat_invoice_id, corrected: original.monthly_vat_invoice_id };
  await insertCorrections(tx, accountId, documents, corrections);
}

async function mailCustomer(
  tx: Transaction,
  { mailer }: CommandContext,
  { accountId, serviceId, original, currency }: CorrectedInvoice,
  note: StoredInvoice,
): Promise<void> {
  const customer = await tx.one<Recipient & { type: string }>(sql`
    select email, name, language, email_confirmed_at, s.type from accounts a join services s using (account_id)
    where account_id = ${accountId} and service_id = ${serviceId}`);
  await mailer.send(
    tx,
    customer,
    original.basis === 'usage' ? 'credit_note_issued' : 'credit_note_refunded',
    {
      number: note.number,
      corrected: original.number,
      service_type: customer.type,
      gross: mailMoney(customer.language, new Big(note.paid_amount).abs().toFixed(2), currency),
      invoice_id: note.monthly_vat_invoice_id,
    },
  );
}

async function resultOf(
  tx: Transaction,
  { accountId, serviceId, currency, original }: CorrectedInvoice,
  { number, net_amount: net, tax_amount: tax, paid_amount: credited }: StoredInvoice,
): Promise<StaffResult> {
  const { balance } = await tx.one<{ balance: string }>(sql`
    select balance from services where account_id = ${accountId} and service_id = ${serviceId}`);
  const corrected = await findInvoiceByNumber(tx, original.number);
  const amounts = { net, tax, gross: credited, currency, balance };
  return {
    account_id: accountId,
    changed: { number, corrects: original.number, ...amounts, status_of_invoice: corrected?.status ?? null },
  };
}
