import type { MonthlyVatInvoiceDetail } from '@portal/contract/monthly-vat-invoice-detail';
import { useTranslation } from '@portal/shared/i18n';
import { type Column, DataTable, Money } from '@portal/shared/ui';
import { useDecimalFormat } from '../../decimal/use-decimal-format.ts';
import { useInvoiceWords } from './use-invoice-words.ts';

type Tax = MonthlyVatInvoiceDetail['tax_breakdown'][number];

interface InvoiceTaxesProps {
  taxes: readonly Tax[];
  currency: string;
}

/** VAT by category and rate, with the reason where none is charged. */
export function InvoiceTaxes({ taxes, currency }: InvoiceTaxesProps) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const words = useInvoiceWords();
  const decimals = useDecimalFormat();
  const columns: Column<Tax>[] = [
    {
      id: 'category',
      header: t('tax.category'),
      cell: (tax) => `${words.category(tax.category)} (${tax.category})`,
      primary: true,
    },
    { id: 'rate', header: t('tax.rate'), cell: (tax) => decimals.percent(tax.rate), align: 'end' },
    {
      id: 'taxable',
      header: t('tax.taxable'),
      cell: (tax) => <Money amount={tax.taxable_amount} currency={currency} />,
      align: 'end',
    },
    {
      id: 'amount',
      header: t('tax.amount'),
      cell: (tax) => <Money amount={tax.tax_amount} currency={currency} />,
      align: 'end',
    },
    {
      id: 'exemption',
      header: t('tax.exemption'),
      cell: ({ exemption_text, exemption_code }) =>
        [exemption_text, exemption_code].filter(Boolean).join(' · ') || '–',
      wrap: true,
    },
  ];
  return (
    <DataTable
      caption={t('invoice.taxes')}
      columns={columns}
      rows={taxes}
      rowKey={({ category, rate }) => `${category} ${rate}`}
    />
  );
}
