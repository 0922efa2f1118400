import type { MonthlyVatInvoice } from '@portal/contract/monthly-vat-invoices';
import { useTranslation } from '@portal/shared/i18n';
import { type Column, Money } from '@portal/shared/ui';
import { useMemo } from 'react';
import {
  InvoiceDue,
  InvoiceNumber,
  InvoicePeriod,
  InvoiceService,
  InvoiceStatus,
  InvoiceVat,
} from './invoice-cells.tsx';

type Invoice = MonthlyVatInvoice;

// A sortable column's id is the field of the order.
const columns = [
  {
    id: 'number',
    key: 'number',
    cell: (invoice: Invoice) => <InvoiceNumber invoice={invoice} />,
    sortable: true,
    primary: true,
  },
  {
    id: 'issue_date',
    key: 'period',
    cell: (invoice: Invoice) => <InvoicePeriod invoice={invoice} />,
    sortable: true,
  },
  { id: 'service', key: 'service', cell: (invoice: Invoice) => <InvoiceService invoice={invoice} /> },
  {
    id: 'net',
    key: 'net',
    cell: (invoice: Invoice) => <Money amount={invoice.net_amount} currency={invoice.currency} />,
    align: 'end',
  },
  { id: 'vat', key: 'vat', cell: (invoice: Invoice) => <InvoiceVat invoice={invoice} />, align: 'end' },
  {
    id: 'gross_amount',
    key: 'gross',
    cell: (invoice: Invoice) => <Money amount={invoice.gross_amount} currency={invoice.currency} />,
    align: 'end',
    sortable: true,
  },
  { id: 'due', key: 'due', cell: (invoice: Invoice) => <InvoiceDue invoice={invoice} />, align: 'end' },
  {
    id: 'status',
    key: 'status',
    cell: (invoice: Invoice) => <InvoiceStatus status={invoice.status} />,
    sortable: true,
  },
] as const;

/** The columns of the list, with their headers in the customer's language. */
export function useInvoicesColumns(): readonly Column<Invoice>[] {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  return useMemo(
    () => columns.map(({ key, ...column }) => ({ ...column, header: t(`columns.${key}`) })),
    [t],
  );
}
