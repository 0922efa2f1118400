import type { invoiceFormats } from '@portal/contract/monthly-vat-invoice-detail';
import { renderPdf } from '../documents/render-pdf.ts';
import { facturX, facturXFile } from './factur-x.ts';
import { invoiceDocument } from './invoice-document.ts';
import type { StoredInvoice } from './monthly-vat-invoices.repository.ts';
import { printInvoice } from './print-invoice.ts';

export type InvoiceFormat = (typeof invoiceFormats)[number];

/** Composes the PDF of an invoice with its XML inside, or the XML alone, in this process. */
export async function composeInvoiceFile({
  invoice,
  format,
}: {
  invoice: StoredInvoice;
  format: InvoiceFormat;
}): Promise<Uint8Array | string> {
  const document = invoiceDocument(invoice);
  const xml = facturX(document);
  return format === 'xml' ? xml : renderPdf(printInvoice(document, facturXFile(xml)));
}
