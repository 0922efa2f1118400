import { maxDownloadedInvoices } from '@portal/contract/monthly-vat-invoices';
import { Zip, ZipPassThrough } from 'fflate';
import { AfterCommit, begunStream, downloadHeaders, waitForTurn } from '../../app/after-commit.ts';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import { HttpError } from '../../errors/http-error.ts';
import type { InvoiceFormat } from './compose-invoice-file.ts';
import { fileNameOf, renderInvoice } from './invoice-files.ts';
import * as repository from './monthly-vat-invoices.repository.ts';

/**
 * Sends the documents of several invoices as one ZIP. Each is read and rendered after the one before it has been sent, so
 * that memory holds one of them and a customer who leaves stops the work.
 */
export async function downloadInvoices(
  { tx, account, query, reply }: ExchangeOf<'downloadMonthlyVatInvoices'>,
  context: AppContext,
): Promise<AfterCommit> {
  const accountId = account.account_id;
  // One more than allowed shows that there are too many.
  const page = { limit: maxDownloadedInvoices + 1, offset: 0 };
  const rows = await repository.findInvoices(tx, { ...query, ...page, accountId });
  if (rows.length === 0) throw new HttpError('not_found');
  if (rows.length > maxDownloadedInvoices) throw new HttpError('range_too_long');
  const documentOf = (id: string) =>
    context.load.run(accountId, 'reports', async () => {
      const find = (db: typeof tx) => repository.findInvoice(db, accountId, id);
      const invoice = await context.database.withAccount(accountId, find, 'reports');
      if (invoice === undefined) throw new HttpError('not_found');
      return { invoice, content: await renderInvoice(invoice, query.format) };
    });
  return new AfterCommit(async () => {
    const zip = await begunStream(zipOf(rows, query.format, documentOf));
    const name = query.year === undefined ? 'invoices.zip' : `invoices_${periodOf(query)}.zip`;
    return reply.headers(downloadHeaders(name, 'application/zip')).send(zip);
  });
}

type DocumentOf = (id: string) => Promise<{
  invoice: repository.StoredInvoice;
  content: Uint8Array | string;
}>;

/** Writes the documents of invoices as a ZIP, while they are rendered. Throws 429 only before the first one. */
export async function* zipOf(
  rows: readonly Pick<repository.InvoiceRow, 'monthly_vat_invoice_id'>[],
  format: InvoiceFormat,
  documentOf: DocumentOf,
): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    written.push(chunk);
  });
  for (const [index, { monthly_vat_invoice_id }] of rows.entries()) {
    const load = () => documentOf(monthly_vat_invoice_id);
    const { invoice, content } = await (index === 0 ? load() : waitForTurn(load));
    // Stored: a PDF is compressed already.
    const file = new ZipPassThrough(fileNameOf(invoice, format));
    file.mtime = `${invoice.issue_date}T12:00:00`;
    zip.add(file);
    file.push(Buffer.from(content), true);
    yield Buffer.concat(written.splice(0));
  }
  zip.end();
  yield Buffer.concat(written);
}

function periodOf({ year, month }: { year?: number | undefined; month?: number | undefined }): string {
  return month === undefined ? String(year) : `${year}-${String(month).padStart(2, '0')}`;
}
