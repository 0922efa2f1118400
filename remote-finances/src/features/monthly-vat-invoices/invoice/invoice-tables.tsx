import type { InvoiceLine, MonthlyVatInvoiceDetail } from '@portal/contract/monthly-vat-invoice-detail';
import { useTranslation } from '@portal/shared/i18n';
import { type Column, DataTable, DateTime, Money, Stack, useDecimalFormat } from '@portal/shared/ui';
import { useInvoiceWords } from '../use-monthly-vat-invoices.ts';

type Discount = MonthlyVatInvoiceDetail['discounts'][number];
type Tax = MonthlyVatInvoiceDetail['tax_breakdown'][number];
type InvoicePayment = MonthlyVatInvoiceDetail['payments'][number];

interface TableProps {
  /** An invoice, or the preview of one. */
  invoice: Pick<MonthlyVatInvoiceDetail, 'lines' | 'discounts' | 'tax_breakdown' | 'payments' | 'currency'>;
}

/** The invoiced lines and the discounts. Descriptions are in the language of the document. */
export function InvoiceLines({ invoice: { lines, discounts, currency } }: TableProps) {
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
    amountColumn('net', t('line.net'), currency, (line) => line.net_amount),
  ];
  const discountColumns: Column<Discount>[] = [
    {
      id: 'description',
      header: t('discount.description'),
      cell: (discount) => discount.description,
      primary: true,
      wrap: true,
    },
    amountColumn('amount', t('discount.amount'), currency, (discount) => discount.amount),
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

/** VAT by category and rate, with the reason when none is charged. */
export function InvoiceTaxes({ invoice: { tax_breakdown: taxes, currency } }: TableProps) {
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
    amountColumn('taxable', t('tax.taxable'), currency, (tax) => tax.taxable_amount),
    amountColumn('amount', t('tax.amount'), currency, (tax) => tax.tax_amount),
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

/** The payments that were set off against the invoice. */
export function InvoicePayments({ invoice: { payments, currency } }: TableProps) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const columns: Column<InvoicePayment>[] = [
    {
      id: 'date',
      header: t('payment.date'),
      cell: ({ date }) => <DateTime value={date} show="date" />,
      primary: true,
    },
    { id: 'id', header: t('payment.id'), cell: ({ number, payment_id }) => number ?? payment_id },
    amountColumn('amount', t('payment.amount'), currency, ({ amount }) => amount),
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

function amountColumn<Row>(
  id: string,
  header: string,
  currency: string,
  amountOf: (row: Row) => string,
): Column<Row> {
  return { id, header, cell: (row) => <Money amount={amountOf(row)} currency={currency} />, align: 'end' };
}
