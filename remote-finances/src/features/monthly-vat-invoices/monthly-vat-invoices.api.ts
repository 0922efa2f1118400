import {
  type MonthlyVatInvoiceResponse,
  monthlyVatInvoiceResponseSchema,
} from '@portal/contract/monthly-vat-invoice-detail';
import {
  type MonthlyVatInvoicesPage,
  type MonthlyVatInvoicesQuery,
  monthlyVatInvoicesPageSchema,
} from '@portal/contract/monthly-vat-invoices';
import { api } from '@portal/shared/api';

export function listMonthlyVatInvoices(
  query: MonthlyVatInvoicesQuery,
  signal?: AbortSignal,
): Promise<MonthlyVatInvoicesPage> {
  return api.get('v1/finances/monthly-vat-invoices', { query, signal }).json(monthlyVatInvoicesPageSchema);
}

export function getMonthlyVatInvoice(id: string, signal?: AbortSignal): Promise<MonthlyVatInvoiceResponse> {
  return api.get(pathOf(id), { signal }).json(monthlyVatInvoiceResponseSchema);
}

/** The invoice as a document; the same address gives each kind by its media type. */
export function getMonthlyVatInvoiceDocument(id: string, format: 'pdf' | 'xml'): Promise<Blob> {
  return api.get(pathOf(id)).blob(`application/${format}`);
}

function pathOf(id: string): string {
  return `v1/finances/monthly-vat-invoices/${encodeURIComponent(id)}`;
}
