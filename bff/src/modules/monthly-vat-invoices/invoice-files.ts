import type { MonthlyVatInvoiceDetail } from '@portal/contract/monthly-vat-invoice-detail';
import { inRenderer } from '../documents/render-document.ts';
import type { InvoiceFormat } from './compose-invoice-file.ts';
import type { StoredInvoice } from './monthly-vat-invoices.repository.ts';

export const mediaTypes = { pdf: 'application/pdf', xml: 'application/xml' } as const satisfies Record<
  InvoiceFormat,
  string
>;

/**
 * Renders the PDF of an invoice with its XML inside, or the XML alone, in another process. The same invoice gives the same
 * bytes.
 */
export async function renderInvoice(
  invoice: StoredInvoice,
  format: InvoiceFormat,
): Promise<Uint8Array | string> {
  const task = { module: new URL('compose-invoice-file.ts', import.meta.url), name: 'composeInvoiceFile' };
  return inRenderer(task, { invoice, format });
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
