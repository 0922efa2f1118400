import type { InvoiceLine, MonthlyVatInvoiceDetail } from '@portal/contract/monthly-vat-invoice-detail';
import { useTranslation } from '@portal/shared/i18n';
import { type Column, DataTable, Money, Stack } from '@portal/shared/ui';
import { useDecimalFormat } from '../../decimal/use-decimal-format.ts';
import { useInvoiceWords } from './use-invoice-words.ts';

type Discount = MonthlyVatInvoiceDetail['discounts'][number];

interface InvoiceLinesProps {
  lines: readonly InvoiceLine[];
  discounts: readonly Discount[];
  currency: string;
}

/** What is invoiced, and what is taken off. Descriptions stand in the language of the document. */
export function InvoiceLines({ lines, discounts, currency }: InvoiceLinesProps) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const words = useInvoiceWords();
  const decimals = useDecimalFormat();
  const columns: Column<InvoiceLine>[] = [
    {
      id: 'description',
      header: t('line.description'),
      cell: (line) => line.description,
      primary: true,
      wrap: true,
    },
    {
      id: 'quantity',
      header: t('line.quantity'),
      cell: (line) => `${decimals.quantity(line.quantity)} ${words.unit(line.unit, line.quantity)}`,
      align: 'end',
    },
    {
      id: 'price',
      header: t('line.unitPrice'),
      cell: (line) => <Money amount={line.unit_price} currency={currency} rate />,
      align: 'end',
    },
    { id: 'rate', header: t('line.rate'), cell: (line) => decimals.percent(line.tax_rate), align: 'end' },
    {
      id: 'net',
      header: t('line.net'),
      cell: (line) => <Money amount={line.net_amount} currency={currency} />,
      align: 'end',
    },
  ];
  const discountColumns: Column<Discount>[] = [
    {
      id: 'description',
      header: t('discount.description'),
      cell: (discount) => discount.description,
      primary: true,
      wrap: true,
    },
    {
      id: 'amount',
      header: t('discount.amount'),
      cell: (discount) => <Money amount={discount.amount} currency={currency} />,
      align: 'end',
    },
  ];
  return (
    <Stack>
      <DataTable
        caption={t('invoice.lines')}
        columns={columns}
        rows={lines}
        rowKey={({ line_id }) => line_id}
      />
      {discounts.length > 0 && (
        <DataTable
          caption={t('invoice.discounts')}
          showCaption
          columns={discountColumns}
          rows={discounts}
          rowKey={({ description, amount }) => `${description} ${amount}`}
        />
      )}
    </Stack>
  );
}
