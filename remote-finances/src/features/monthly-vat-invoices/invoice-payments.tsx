import type { MonthlyVatInvoiceDetail } from '@portal/contract/monthly-vat-invoice-detail';
import { useTranslation } from '@portal/shared/i18n';
import { type Column, DataTable, DateTime, Money } from '@portal/shared/ui';

type InvoicePayment = MonthlyVatInvoiceDetail['payments'][number];

interface InvoicePaymentsProps {
  payments: readonly InvoicePayment[];
  currency: string;
}

/** The payments that were set off against the invoice. */
export function InvoicePayments({ payments, currency }: InvoicePaymentsProps) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const columns: Column<InvoicePayment>[] = [
    {
      id: 'date',
      header: t('payment.date'),
      cell: ({ date }) => <DateTime value={date} show="date" />,
      primary: true,
    },
    { id: 'id', header: t('payment.id'), cell: ({ payment_id }) => payment_id },
    {
      id: 'amount',
      header: t('payment.amount'),
      cell: ({ amount }) => <Money amount={amount} currency={currency} />,
      align: 'end',
    },
  ];
  return (
    <DataTable
      caption={t('invoice.payments')}
      columns={columns}
      rows={payments}
      rowKey={({ payment_id, date }) => `${payment_id} ${date}`}
    />
  );
}
