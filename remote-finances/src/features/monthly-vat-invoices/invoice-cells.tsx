import type { MonthlyVatInvoice } from '@portal/contract/monthly-vat-invoices';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { DateTime, Money, StatusBadge } from '@portal/shared/ui';
import { useDecimalFormat } from '../../decimal/use-decimal-format.ts';
import classes from './invoices.module.css';
import { toneOfInvoice, useInvoiceWords } from './use-invoice-words.ts';

interface CellProps {
  invoice: MonthlyVatInvoice;
}

export function InvoicePeriod({ invoice }: CellProps) {
  return useFormat().month(invoice.year, invoice.month);
}

export function InvoiceService({ invoice }: CellProps) {
  return useInvoiceWords().service(invoice.service_type);
}

/** The number, and what kind of document bears it. */
export function InvoiceNumber({ invoice }: CellProps) {
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

/** The VAT, and below it the rate or why none is charged. */
export function InvoiceVat({ invoice: { currency, tax_amount, tax_rate, tax_treatment } }: CellProps) {
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

/** What is left to pay, and until when. */
export function InvoiceDue({ invoice: { amount_due, currency, due_date } }: CellProps) {
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
