import type { Transaction } from '../../database/database.ts';
import type { LineCorrections } from '../monthly-vat-invoices/invoice-corrections.repository.ts';
import type { StoredInvoice } from '../monthly-vat-invoices/monthly-vat-invoices.repository.ts';
import { lockPayment } from '../payments/awaited-payments.repository.ts';
import { findDocumentedEntries, findPaymentParts } from '../payments/payment-parts.repository.ts';
import { leftOf } from '../payments/payment-parts.ts';

/**
 * What is left of the receipts that a document lists, as corrections of its lines. A refund or a return by the bank has
 * corrected a line as well, in another document, and there is nothing to correct of its own negative line.
 */
export async function findGivenBack(
  tx: Transaction,
  accountId: string,
  { monthly_vat_invoice_id, detail }: StoredInvoice,
): Promise<LineCorrections[]> {
  const entries = await findDocumentedEntries(tx, accountId, monthly_vat_invoice_id);
  const corrections: LineCorrections[] = [];
  for (const { line_id: corrected_line_id, payment_id, entry_id } of entries) {
    const payment = await lockPayment(tx, payment_id);
    const parts = payment === undefined ? [] : await findPaymentParts(tx, payment);
    const left = leftOf(parts.filter((part) => part.entry_id === entry_id));
    const line = detail.lines.find(({ line_id }) => line_id === corrected_line_id);
    const net_amount = left.gross.minus(left.vat).minus(line?.net_amount ?? 0);
    corrections.push({ corrected_line_id, net_amount: net_amount.toFixed(2), gross_amount: null });
  }
  return corrections;
}
