import type { MonthlyVatInvoiceDetail } from '@portal/contract/monthly-vat-invoice-detail';
import { getMonthlyVatInvoice } from '@portal/contract/monthly-vat-invoice-detail';
import type { MonthlyVatInvoicesPage, MonthlyVatInvoicesQuery } from '@portal/contract/monthly-vat-invoices';
import { listMonthlyVatInvoices } from '@portal/contract/monthly-vat-invoices';
import { endpointQuery, keepPreviousData, type UseQueryResult, useQuery } from '@portal/shared/api';

/** One page of invoices. */
export function useMonthlyVatInvoices(
  query: MonthlyVatInvoicesQuery,
): UseQueryResult<MonthlyVatInvoicesPage> {
  return useQuery({
    ...endpointQuery(listMonthlyVatInvoices, { query }),
    placeholderData: keepPreviousData,
  });
}

/** One invoice with all its details. */
export function useMonthlyVatInvoice(id: string): UseQueryResult<MonthlyVatInvoiceDetail> {
  return useQuery({
    ...endpointQuery(getMonthlyVatInvoice, { params: { monthly_vat_invoice_id: id } }),
    select: ({ invoice }) => invoice,
  });
}
