import type { Transaction } from '../../database/database.ts';
import { vatOn } from '../vat/vat.ts';
import { type Closing, type ClosingContext, closingActor, contentOf } from './closing.ts';
import { insertReceipts } from './document-receipts.repository.ts';
import type { Tax, Usage } from './invoice-arithmetic.ts';
import { type IssuedInvoice, issueInvoice } from './issue-invoice.ts';
import { findPendingUsage, insertClosing } from './month-closings.repository.ts';
import type { StoredInvoice } from './monthly-vat-invoices.repository.ts';
import { postRounding } from './post-invoice.ts';
import { groupPrepayments } from './prepayment-documents.ts';
import { findInvoicesGivenBack, findPrepayments, type Prepayment } from './prepayments.repository.ts';
import { type BilledMonth, noUsage } from './usage.repository.ts';

/**
 * The documents list the payments of the month, whose VAT was posted with them: one for each buyer and treatment of theirs. The
 * closing names the first. Usage is not taxed again.
 */
export async function closePrepayments(
  tx: Transaction,
  context: ClosingContext,
  closing: Closing,
): Promise<StoredInvoice[]> {
  const { month, closings, now } = closing;
  const pending = await findPendingUsage(tx, month, closings);
  const issued: StoredInvoice[] = [];
  for (const { prepayments, content } of await preparePrepayments(tx, context, closing)) {
    const invoice = await issueInvoice(tx, context.config, content);
    issued.push(invoice);
    const receipts = prepayments.map(({ entry_id, gross_amount: amount }) => ({ entry_id, amount }));
    await insertReceipts(tx, month.accountId, invoice.monthly_vat_invoice_id, receipts, { atIssue: true });
  }
  await insertClosing(tx, month, pending, issued[0]?.monthly_vat_invoice_id ?? null);
  for (const invoice of issued)
    await postRounding(tx, invoice, { actor: closingActor, occurredAt: now.toISO() ?? '' });
  return issued;
}

/** Returns what the documents would contain if the month were closed now; none without payments. It only reads. */
export async function preparePrepayments(
  tx: Transaction,
  { config }: Pick<ClosingContext, 'config'>,
  closing: Closing,
): Promise<{ prepayments: Prepayment[]; content: IssuedInvoice }[]> {
  const { account, month } = closing;
  const groups = groupPrepayments(await findPrepayments(tx, month), account, config);
  if (groups.length === 0) return [];
  const common = await contentOf(tx, closing);
  const documents = [];
  for (const [index, { customer, vat, lines }] of groups.entries()) {
    const prepayments = lines.map(({ prepayment }) => prepayment);
    const content = {
      ...common,
      // The usage of the month is on its first document.
      ...(index > 0 && { summary: noUsage }),
      basis: 'prepayment' as const,
      customer,
      vat,
      usages: lines.map(({ prepayment, tax }) => lineOf(prepayment, month, tax)),
      tax: vatOn(month.period.end_date, account, config),
      chargeable: prepayments.map(({ tax_day: day, tax_amount: amount }) => ({ day, amount })),
      payments: prepayments.map(({ payment_id, number, date, gross_amount: amount }) => ({
        payment_id,
        number,
        date,
        amount,
      })),
      givesBack: await findInvoicesGivenBack(tx, month, prepayments),
    };
    documents.push({ prepayments, content });
  }
  return documents;
}

function lineOf(
  { number, payment_id, date, net_amount }: Prepayment,
  { type }: BilledMonth,
  tax: Tax,
): Usage {
  const name = number ?? payment_id;
  return {
    code: 'prepayment',
    description: `Prepayment ${name} of ${date}`,
    params: { number: name, date },
    service_type: type === 'messaging' ? 'messaging' : 'voicing',
    quantity: net_amount.startsWith('-') ? '-1' : '1',
    unit: 'piece',
    amount: net_amount,
    tax,
  };
}
