import type { invoiceFormats, MonthlyVatInvoiceDetail } from '@portal/contract/monthly-vat-invoice-detail';
import { renderDocument } from '../documents/render-document.ts';
import { facturX, facturXFile } from './factur-x.ts';
import { invoiceDocument } from './invoice-document.ts';
import type { StoredInvoice } from './monthly-vat-invoices.repository.ts';
import { printInvoice } from './print-invoice.ts';

export type InvoiceFormat = (typeof invoiceFormats)[number];

export const mediaTypes = { pdf: 'application/pdf', xml: 'application/xml' } as const satisfies Record<
  InvoiceFormat,
  string
>;

/** Renders the PDF of an invoice with its XML inside, or the XML alone. The same invoice gives the same bytes. */
export async function renderInvoice(
  invoice: StoredInvoice,
  format: InvoiceFormat,
): Promise<Uint8Array | string> {
  const document = invoiceDocument(invoice);
  const xml = facturX(document);
  return format === 'xml' ? xml : renderDocument(printInvoice(document, facturXFile(xml)));
}

export function fileNameOf({ number }: Pick<StoredInvoice, 'number'>, format: InvoiceFormat): string {
  return `invoice_${number}.${format}`;
}

/** The addresses of an invoice's documents, relative to the API. */
export function filesOf({
  monthly_vat_invoice_id: id,
}: Pick<StoredInvoice, 'monthly_vat_invoice_id'>): MonthlyVatInvoiceDetail['files'] {
  const url = (format: InvoiceFormat) => `/v1/finances/monthly-vat-invoices/${id}?format=${format}`;
  const unknown = { size: null, sha256: null };
  return [
    { format: 'pdf', profile: 'facturx-en16931', url: url('pdf'), ...unknown },
    { format: 'xml', profile: 'cii-en16931', url: url('xml'), ...unknown },
  ];
}
