import type { Queryable, Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';

/** What the lines of credit notes correct of one line of an invoice. */
export interface LineCorrections {
  /** Null for credit notes that name no line. */
  corrected_line_id: string | null;
  /** Negative when the customer got it back. */
  net_amount: string;
  /** Of prepayments, VAT included. */
  gross_amount: string | null;
}

/** Returns what has been corrected of an invoice, by line. The service is locked if the caller adds to it. */
export async function findCorrections(
  db: Queryable,
  accountId: string,
  invoiceId: string,
): Promise<LineCorrections[]> {
  return db.query<LineCorrections>(sql`
    select corrected_line_id, sum(net_amount)::text as net_amount, sum(gross_amount)::text as gross_amount
    from invoice_corrections where account_id = ${accountId} and corrected_id = ${invoiceId}
    group by corrected_line_id`);
}

/** Returns what the credit notes of an invoice amount to, VAT and their rounding included; negative or zero. */
export async function findCreditedAmount(
  db: Queryable,
  accountId: string,
  invoiceId: string,
): Promise<string> {
  const { amount } = await db.one<{ amount: string }>(sql`
    select coalesce(sum(gross_amount + rounding), 0)::text as amount from monthly_vat_invoices n
    where account_id = ${accountId} and exists (
      select from invoice_corrections c
      where c.account_id = n.account_id and c.credit_note_id = n.monthly_vat_invoice_id and c.corrected_id = ${invoiceId})`);
  return amount;
}

export interface Correction {
  line_id: string;
  corrected_line_id: string;
  net_amount: string;
  gross_amount?: string;
}

/** Records what the lines of a credit note correct. */
export async function insertCorrections(
  tx: Transaction,
  accountId: string,
  { creditNote, corrected }: { creditNote: string; corrected: string },
  corrections: readonly Correction[],
): Promise<void> {
  await tx.run(sql`
    insert into invoice_corrections (account_id, credit_note_id, line_id, corrected_id, corrected_line_id, net_amount, gross_amount)
    select ${accountId}, ${creditNote}, line_id, ${corrected}, corrected_line_id, net_amount, gross_amount
    from json_to_recordset(${JSON.stringify(corrections)}::json)
      given(line_id text, corrected_line_id text, net_amount numeric, gross_amount numeric)`);
}
