import type { MonthlyVatInvoiceDetail } from '@portal/contract/monthly-vat-invoice-detail';
import type { MonthlyVatInvoicesPage, MonthlyVatInvoicesQuery } from '@portal/contract/monthly-vat-invoices';
import { keepPreviousData, type UseQueryResult, useQuery } from '@portal/shared/api';
import { getMonthlyVatInvoice, listMonthlyVatInvoices } from './monthly-vat-invoices.api.ts';

/** One page of invoices. */
export function useMonthlyVatInvoices(
  query: MonthlyVatInvoicesQuery,
): UseQueryResult<MonthlyVatInvoicesPage> {
  return useQuery({
    queryKey: ['monthly-vat-invoices', query],
    queryFn: ({ signal }) => listMonthlyVatInvoices(query, signal),
    placeholderData: keepPreviousData,
  });
}

/** One whole invoice. */
export function useMonthlyVatInvoice(id: string): UseQueryResult<MonthlyVatInvoiceDetail> {
  return useQuery({
    queryKey: ['monthly-vat-invoice', id],
    queryFn: async ({ signal }) => (await getMonthlyVatInvoice(id, signal)).invoice,
  });
}
