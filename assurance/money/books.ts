import type pg from 'pg';

const statements = {
  services: 'select service_id, balance::text, vat_on, currency from services',
  payments: `select payment_id, service_id, number, method, type, status, amount::text, tax_rate::text, gross_amount::text,
    paid_amount::text, paid_currency, (
      select status from payment_events e where e.account_id = p.account_id and e.payment_id = p.payment_id
      order by event_id desc limit 1) as last_event
    from payments p`,
  entries: 'select entry_id::text, event_key, kind, occurred_at from journal_entries',
  postings: `select entry_id::text, kind, service_id, p.currency, amount::text
    from postings p join ledger_accounts using (ledger_account_id)`,
  links: 'select payment_id, entry_id::text, amount::text from payment_entries',
  bankEntries: 'select bank_entry_id, remittance, amount::text, payment_id from bank_entries',
  cryptoTransfers: `select invoice_id, transaction_id, state, credited::text from crypto_transactions
    join crypto_invoices using (account_id, payment_id)`,
  documents: `select monthly_vat_invoice_id as document_id, number, service_id, basis, document_type, net_amount::text,
    tax_amount::text, gross_amount::text, paid_amount::text, rounding::text from monthly_vat_invoices`,
  closings: `select service_id, to_char(month, 'YYYY-MM') as month, period_end, monthly_vat_invoice_id as document_id
    from month_closings order by service_id, month`,
  receipts: `select monthly_vat_invoice_id as document_id, entry_id::text, amount::text, at_issue from document_receipts`,
  batches: 'select service_id, batch_id, records::text, cost::text, entry_id::text from usage_batches',
  calls: `select c.service_id, c.price::text, exists (
      select from invoiced_usage d join month_closings m using (account_id, service_id, month)
      where d.account_id = c.account_id and d.service_id = c.service_id and d.batch_id = c.batch_id
        and d.monthly_vat_invoice_id is not null and m.period_end > c.started and not exists (
          select from month_closings e where e.account_id = c.account_id and e.service_id = c.service_id
            and e.period_end > c.started and e.period_end < m.period_end)) as is_documented
    from cdrs c`,
  staffActions: 'select action_key from staff_actions',
} as const;

type Column = string | null;
interface Rows {
  services: Record<'service_id' | 'balance' | 'vat_on' | 'currency', string>;
  payments: Record<
    'payment_id' | 'service_id' | 'method' | 'type' | 'status' | 'amount' | 'tax_rate' | 'gross_amount',
    string
  > &
    Record<'number' | 'paid_amount' | 'paid_currency' | 'last_event', Column>;
  entries: Record<'entry_id' | 'event_key' | 'kind', string> & { occurred_at: Date };
  postings: Record<'entry_id' | 'kind' | 'currency' | 'amount', string> & { service_id: Column };
  links: Record<'payment_id' | 'entry_id' | 'amount', string>;
  bankEntries: Record<'bank_entry_id' | 'remittance' | 'amount', string> & { payment_id: Column };
  cryptoTransfers: Record<'invoice_id' | 'transaction_id' | 'state', string> & { credited: Column };
  documents: Record<
    | 'document_id'
    | 'number'
    | 'service_id'
    | 'basis'
    | 'document_type'
    | 'net_amount'
    | 'tax_amount'
    | 'gross_amount'
    | 'paid_amount'
    | 'rounding',
    string
  >;
  closings: Record<'service_id' | 'month', string> & { document_id: Column; period_end: Date };
  receipts: Record<'document_id' | 'entry_id' | 'amount', string> & { at_issue: boolean };
  batches: Record<'service_id' | 'batch_id' | 'records' | 'cost', string> & { entry_id: Column };
  calls: Record<'service_id' | 'price', string> & { is_documented: boolean };
  staffActions: Record<'action_key', string>;
}

/** All rows of money in a database. */
export type Books = { [Name in keyof Rows]: Rows[Name][] };

/** Reads the rows of money, in the caller's transaction, which must see one snapshot. */
export async function readBooks(client: pg.ClientBase): Promise<Books> {
  const books: Record<string, unknown[]> = {};
  for (const [name, statement] of Object.entries(statements))
    books[name] = (await client.query(statement)).rows;
  // The statements above select these columns.
  return books as unknown as Books;
}
