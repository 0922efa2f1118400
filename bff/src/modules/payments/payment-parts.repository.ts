import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import type { AwaitedPayment } from './awaited-payments.repository.ts';
import { type Movement, type PaymentPart, partsOf } from './payment-parts.ts';

/**
 * Returns what a payment has received, with what is left of each receipt. The payment is locked if the caller takes from it.
 * `given`: which receipts the refunds of a credit note give back that is being written.
 */
export async function findPaymentParts(
  db: Queryable,
  { account_id, payment_id, amount, tax_amount, status }: AwaitedPayment,
  given: ReadonlyMap<number, number> = new Map(),
): Promise<PaymentPart[]> {
  const found = await db.query<Movement & { is_receipt: boolean }>(sql`
    with lines as (
      select monthly_vat_invoice_id, entry_id,
        row_number() over (partition by monthly_vat_invoice_id order by occurred_at, entry_id)::text as line_id
      from document_receipts join monthly_vat_invoices using (account_id, monthly_vat_invoice_id)
      join journal_entries using (entry_id)
      where account_id = ${account_id} and basis = 'prepayment'
    )
    select l.entry_id, l.amount::text as net, vat_of_entry(l.entry_id, l.account_id)::text as vat, corrected.entry_id as of_entry,
      y.refunded_payment_id is null as is_receipt
    from payments y join payment_entries l using (account_id, payment_id)
    left join lines note on note.entry_id = l.entry_id
    left join invoice_corrections c on c.account_id = l.account_id and c.credit_note_id = note.monthly_vat_invoice_id
      and c.line_id = note.line_id
    left join lines corrected on corrected.monthly_vat_invoice_id = c.corrected_id and corrected.line_id = c.corrected_line_id
    where y.account_id = ${account_id} and ${payment_id} in (y.payment_id, y.refunded_payment_id)
    order by l.entry_id`);
  const movements = found.map((each) => ({
    ...each,
    of_entry: each.of_entry ?? given.get(each.entry_id) ?? null,
  }));
  // A payment from before the ledger has no entries of its own.
  const wasPaid = ['paid', 'partially_refunded', 'refunded'].includes(status);
  const isOlder = wasPaid && !movements.some(({ is_receipt }) => is_receipt);
  const older = { entry_id: 0, net: amount, vat: tax_amount, of_entry: null };
  return partsOf(isOlder ? [older, ...movements] : movements);
}

/** A line of a prepayment document, and the entry of the payment that it lists. */
export interface DocumentedEntry {
  line_id: string;
  entry_id: number;
  payment_id: string;
}

/** Returns the entries that a prepayment document lists, in the order of its lines. */
export async function findDocumentedEntries(
  db: Queryable,
  accountId: string,
  invoiceId: string,
): Promise<DocumentedEntry[]> {
  return db.query<DocumentedEntry>(sql`
    select row_number() over (order by occurred_at, entry_id)::text as line_id, entry_id, payment_id
    from document_receipts join journal_entries using (entry_id) join payment_entries using (account_id, entry_id)
    where account_id = ${accountId} and monthly_vat_invoice_id = ${invoiceId}
    order by occurred_at, entry_id`);
}
