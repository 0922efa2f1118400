import type { Transaction } from '../../database/database.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { Big } from '../../listing/decimal.ts';
import type { CommandContext } from '../../staff/open-portal.ts';
import type { StaffAction } from '../../staff/staff-action.ts';
import { chargeableByMonth } from '../monthly-vat-invoices/close-usage.ts';
import { insertReceipts, settleDocuments } from '../monthly-vat-invoices/document-receipts.repository.ts';
import { composeInvoice } from '../monthly-vat-invoices/invoice-arithmetic.ts';
import { findCreditedAmount } from '../monthly-vat-invoices/invoice-corrections.repository.ts';
import { issueInvoice } from '../monthly-vat-invoices/issue-invoice.ts';
import { postInvoice } from '../monthly-vat-invoices/post-invoice.ts';
import { insertPayment, nextPaymentNumber } from '../payments/payments.repository.ts';
import { linkPayment } from '../payments/post-payment.ts';
import { addVat } from '../vat/vat-amounts.ts';
import { newPaymentId } from './book-payment.ts';
import { type CorrectedInvoice, type CreditNote, rateOn } from './corrected-invoice.ts';
import { taxOf, usageOf } from './corrected-lines.ts';

/**
 * Credits the balance with the note's amount, which first pays what is due of the invoice itself. The note that completes the
 * correction makes all notes together exactly the invoice's amount.
 */
export async function creditUsage(
  tx: Transaction,
  { config }: CommandContext,
  { actor }: StaffAction,
  corrected: CorrectedInvoice,
): Promise<CreditNote> {
  const { accountId, serviceId, currency, original, lines, isComplete, common } = corrected;
  const serviceType = common.month.type === 'messaging' ? 'messaging' : 'voicing';
  const usages = lines.map((each) => usageOf(each, serviceType));
  const [first] = lines;
  if (first === undefined) throw new RangeError('a credit note has at least one line');
  const tax = taxOf(first.line);
  const { gross } = composeInvoice(usages, tax);
  const before = await findCreditedAmount(tx, accountId, original.monthly_vat_invoice_id);
  const credited = isComplete
    ? new Big(original.gross_amount).plus(before).toFixed(2)
    : new Big(gross).times(-1).toFixed(2);

  const now = new Date();
  const number = await nextPaymentNumber(tx, 'AD', now.getUTCFullYear());
  const payment_id = newPaymentId();
  const note = await issueInvoice(tx, config, {
    ...common,
    usages,
    tax,
    chargeable: chargeableByMonth(usages, tax, original.period_end).map((part) => ({
      ...part,
      rate: rateOn(original, part.day),
    })),
    payments: [{ payment_id, number, date: common.issueDate, amount: `-${credited}` }],
  });
  const payment = {
    ...{ account_id: accountId, service_id: serviceId, payment_id, number, currency },
    ...{ method: 'adjustment', type: 'adjustment', status: 'paid' },
    ...addVat(credited, '0'),
    description: `Credit note ${note.number}`,
    monthly_vat_invoice_id: note.monthly_vat_invoice_id,
    completed: now.toISOString(),
  } as const;
  await insertPayment(tx, payment);
  const posting = { accountId, serviceId, charged: { usage: '0', rents: '0' }, actor };
  const entry = await postInvoice(tx, note, { ...posting, occurredAt: now.toISOString() });
  if (entry === undefined) throw new OperatorError(`${original.number} has nothing to credit.`);
  const { entry_id } = entry;
  await linkPayment(tx, payment, entry_id);
  const due = new Big(original.amount_due).lt(credited) ? original.amount_due : credited;
  if (new Big(due).gt(0))
    await insertReceipts(tx, accountId, original.monthly_vat_invoice_id, [{ entry_id, amount: due }], {
      atIssue: false,
    });
  await settleDocuments(tx, { account_id: accountId, service_id: serviceId });
  return { note };
}
