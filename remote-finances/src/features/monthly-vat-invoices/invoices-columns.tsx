import type { MonthlyVatInvoice } from '@portal/contract/monthly-vat-invoices';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { type Column, DateTime, Money, StatusBadge, useDecimalFormat } from '@portal/shared/ui';
import { useMemo } from 'react';
import classes from './invoices.module.css';
import { toneOfInvoice, useInvoiceWords } from './use-monthly-vat-invoices.ts';

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

interface CellProps {
  invoice: MonthlyVatInvoice;
}

function InvoicePeriod({ invoice }: CellProps) {
  return useFormat().month(invoice.year, invoice.month);
}

function InvoiceService({ invoice }: CellProps) {
  return useInvoiceWords().service(invoice.service_type);
}

/** The number, with the type of document below it. */
function InvoiceNumber({ invoice }: CellProps) {
  const words = useInvoiceWords();
  return (
    <span className={classes.lines}>
      {invoice.number}
      <span className={classes.note}>{words.documentType(invoice.document_type)}</span>
    </span>
  );
}

export function InvoiceStatus({ status }: { status: string }) {
  const words = useInvoiceWords();
  return <StatusBadge tone={toneOfInvoice(status)}>{words.status(status)}</StatusBadge>;
}

/** The VAT, with its rate below it, or the reason when none is charged. */
function InvoiceVat({ invoice: { currency, tax_amount, tax_rate, tax_treatment } }: CellProps) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const words = useInvoiceWords();
  const decimals = useDecimalFormat();
  const rate = tax_rate === null ? t('treatment.several') : decimals.percent(tax_rate);
  return (
    <span className={classes.lines}>
      <Money amount={tax_amount} currency={currency} />
      <span className={classes.note}>
        {tax_treatment === 'standard' ? rate : words.treatment(tax_treatment)}
      </span>
    </span>
  );
}

/** What is left to pay, with the due date below it. */
function InvoiceDue({ invoice: { amount_due, currency, due_date } }: CellProps) {
  return (
    <span className={classes.lines}>
      <Money amount={amount_due} currency={currency} />
      {due_date !== null && (
        <span className={classes.note}>
          <DateTime value={due_date} show="date" />
        </span>
      )}
    </span>
  );
}
