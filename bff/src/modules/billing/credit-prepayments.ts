import type { Transaction } from '../../database/database.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { Big } from '../../listing/decimal.ts';
import type { CommandContext } from '../../staff/open-portal.ts';
import { eventOf, type StaffAction } from '../../staff/staff-action.ts';
import { insertReceipts } from '../monthly-vat-invoices/document-receipts.repository.ts';
import { findCorrections } from '../monthly-vat-invoices/invoice-corrections.repository.ts';
import { issueInvoice } from '../monthly-vat-invoices/issue-invoice.ts';
import { postRounding } from '../monthly-vat-invoices/post-invoice.ts';
import { vatAmount } from '../vat/vat-amounts.ts';
import type { CorrectedInvoice, CreditNote } from './corrected-invoice.ts';
import { type CorrectedLine, taxOf, usageOf } from './corrected-lines.ts';
import { refundPayment } from './refund.ts';

/** Refunds the payments of the lines, and documents that in the note instead of the invoice of the month. */
export async function creditPrepayments(
  tx: Transaction,
  { config }: CommandContext,
  action: StaffAction,
  corrected: CorrectedInvoice,
): Promise<CreditNote> {
  const { accountId, lines, common } = corrected;
  const serviceType = common.month.type === 'messaging' ? 'messaging' : 'voicing';
  const refunds = [];
  for (const each of lines) {
    const payment = paymentOf(each);
    const event = { ...eventOf(action), eventKey: `staff:${action.key}:${each.line.line_id}` };
    const gross = await grossOf(tx, corrected, each);
    refunds.push({ line: each, ...(await refundPayment(tx, payment, gross, event)) });
  }
  const [first] = lines;
  if (first === undefined) throw new RangeError('a credit note has at least one line');
  const note = await issueInvoice(tx, config, {
    ...common,
    basis: 'prepayment',
    usages: refunds.map(({ line, booked }) =>
      usageOf({ ...line, net: new Big(booked.payment.net_amount).times(-1) }, serviceType),
    ),
    tax: taxOf(first.line),
    payments: refunds.map(({ booked: { payment } }) => ({
      payment_id: payment.payment_id,
      date: common.issueDate,
      amount: payment.gross_amount,
    })),
  });
  const id = note.monthly_vat_invoice_id;
  const receipts = refunds.map(({ booked: { entry_id, payment } }) => ({
    entry_id,
    amount: payment.gross_amount,
  }));
  await insertReceipts(tx, accountId, id, receipts, { atIssue: true });
  const { actor, occurredAt } = eventOf(action);
  await postRounding(tx, note, { actor, occurredAt });
  return { note, givenBack: refunds.map(({ booked }) => booked.payment.gross_amount) };
}

function paymentOf({ line }: CorrectedLine): string {
  const payment = line.description_params?.['number'];
  if (payment === undefined || line.net_amount.startsWith('-'))
    throw new OperatorError(`Line ${line.line_id} is no payment: name the --line of one.`);
  return payment;
}

/** What is given back for a line, VAT included: the rest of what was received, or the part with its VAT. */
async function grossOf(
  tx: Transaction,
  { accountId, original }: CorrectedInvoice,
  { line, net, isRest }: CorrectedLine,
) {
  if (!isRest) return net.plus(vatAmount(net, line.tax_rate));
  const index = original.detail.lines.findIndex(({ line_id }) => line_id === line.line_id);
  const received = original.detail.payments[index]?.amount ?? '0';
  const earlier = await findCorrections(tx, accountId, original.monthly_vat_invoice_id);
  const before = earlier.find(({ corrected_line_id }) => corrected_line_id === line.line_id);
  return new Big(received).plus(before?.gross_amount ?? 0);
}
