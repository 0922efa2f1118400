import type { AccountRow } from '@portal/bff/accounts';
import type { Transaction } from '@portal/bff/database';
import { insertReceipts } from '@portal/bff/document-receipts';
import { insertCorrections } from '@portal/bff/invoice-corrections';
import { findClosings, findPendingUsage, insertClosing } from '@portal/bff/month-closings';
import { insertInvoicedCharges } from '@portal/bff/number-charges';
import { sql } from '@portal/bff/sql';
import type { IssuedDocument } from './invoices.ts';

/** Closes the month of an invoice, which was issued without `closeMonths`, before the invoice is posted. */
export async function closeDemoMonth(
  tx: Transaction,
  { account_id }: AccountRow,
  { invoice, month }: IssuedDocument,
): Promise<void> {
  const closings = await findClosings(tx, { account_id, service_id: month.serviceId });
  const pending = await findPendingUsage(tx, month, closings);
  await insertClosing(tx, month, pending, invoice.monthly_vat_invoice_id);
}

/** Records what the invoices contain, what has paid them, and what corrects them. */
export async function settleDemoInvoices(
  tx: Transaction,
  { account_id }: AccountRow,
  documents: readonly IssuedDocument[],
): Promise<void> {
  for (const { invoice, charges } of documents.filter(({ credit }) => credit === undefined)) {
    const id = invoice.monthly_vat_invoice_id;
    await insertInvoicedCharges(tx, account_id, id, charges);
    const credits = await tx.query<{ entry_id: number; amount: string }>(sql`
      select entry_id, paid.amount
      from json_to_recordset(${JSON.stringify(invoice.detail.payments)}::json) paid(payment_id text, amount text)
      join payment_entries l using (payment_id)
      where l.account_id = ${account_id}`);
    await insertReceipts(tx, account_id, id, credits, { atIssue: true });
  }
  for (const { invoice, corrected } of documents) {
    if (corrected === undefined) continue;
    const ids = { creditNote: invoice.monthly_vat_invoice_id, corrected: corrected.monthly_vat_invoice_id };
    // The calls that were charged twice are part of the largest line to Germany.
    const line = corrected.detail.lines.find(({ description }) => description.includes('Germany'));
    const corrections = invoice.detail.lines.map(({ line_id, net_amount }) => ({
      ...{ line_id, net_amount },
      corrected_line_id: line?.line_id ?? '',
    }));
    await insertCorrections(tx, account_id, ids, corrections);
  }
}
