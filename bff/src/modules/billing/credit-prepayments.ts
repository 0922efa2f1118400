import type { InvoiceLine } from '@portal/contract/monthly-vat-invoice-detail';
import type { Transaction } from '../../database/database.ts';
import type { CommandContext } from '../../staff/open-portal.ts';
import { eventOf, type StaffAction } from '../../staff/staff-action.ts';
import type { ChargeableVat } from '../exchange-rates/exchange-rates.service.ts';
import { insertReceipts } from '../monthly-vat-invoices/document-receipts.repository.ts';
import { issueInvoice } from '../monthly-vat-invoices/issue-invoice.ts';
import type { StoredInvoice } from '../monthly-vat-invoices/monthly-vat-invoices.repository.ts';
import { postRounding } from '../monthly-vat-invoices/post-invoice.ts';
import { findDocumentedEntries } from '../payments/payment-parts.repository.ts';
import { type CorrectedInvoice, type CreditNote, rateOn } from './corrected-invoice.ts';
import { taxOf, usageOf } from './corrected-lines.ts';
import { refundReceipt } from './refund.ts';

/** Refunds the payments of the lines, and documents that in the note instead of the invoice of the month. */
export async function creditPrepayments(
  tx: Transaction,
  { config }: CommandContext,
  action: StaffAction,
  corrected: CorrectedInvoice,
): Promise<CreditNote> {
  const { accountId, original, lines, common } = corrected;
  const entries = await findDocumentedEntries(tx, accountId, original.monthly_vat_invoice_id);
  const serviceType = common.month.type === 'messaging' ? 'messaging' : 'voicing';
  const refunds = [];
  const given = new Map<number, number>();
  for (const each of lines) {
    const listed = entries.find(({ line_id }) => line_id === each.line.line_id);
    if (listed === undefined) throw new RangeError(`line ${each.line.line_id} lists no payment`);
    const event = { ...eventOf(action), eventKey: `staff:${action.key}:${each.line.line_id}` };
    const refunded = await refundReceipt(tx, listed, each.net, event, given);
    given.set(refunded.booked.entry_id, listed.entry_id);
    refunds.push(refunded);
  }
  const [first] = lines;
  if (first === undefined) throw new RangeError('a credit note has at least one line');
  const note = await issueInvoice(tx, config, {
    ...common,
    basis: 'prepayment',
    usages: lines.map((line) => usageOf(line, serviceType)),
    tax: taxOf(first.line),
    chargeable: refunds.map(({ booked: { payment } }, index) => ({
      ...chargedOn(original, lines[index]?.line),
      amount: payment.tax_amount,
    })),
    payments: refunds.map(({ booked: { payment } }) => ({
      payment_id: payment.payment_id,
      number: payment.number,
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

/** When the VAT of a payment became chargeable, and the rate at which the invoice converted it. */
function chargedOn(original: StoredInvoice, line: InvoiceLine | undefined): Omit<ChargeableVat, 'amount'> {
  const day = line?.description_params?.['date'] ?? original.period_end;
  return { day, rate: rateOn(original, day) };
}
