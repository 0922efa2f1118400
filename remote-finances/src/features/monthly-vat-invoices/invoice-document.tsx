import type { MonthlyVatInvoiceDetail } from '@portal/contract/monthly-vat-invoice-detail';
import { useTranslation } from '@portal/shared/i18n';
import { Card, Grid, Stack } from '@portal/shared/ui';
import { InvoiceFacts } from './invoice-facts.tsx';
import { InvoiceLines } from './invoice-lines.tsx';
import { InvoiceParty } from './invoice-party.tsx';
import { InvoicePayments } from './invoice-payments.tsx';
import { InvoiceTaxes } from './invoice-taxes.tsx';
import { InvoiceTotals } from './invoice-totals.tsx';
import classes from './invoices.module.css';

/** The whole invoice as it was issued: what article 226 of Directive 2006/112/EC asks for. */
export function InvoiceDocument({ invoice }: { invoice: MonthlyVatInvoiceDetail }) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const { supplier, customer, currency } = invoice;
  const notes = [invoice.payment_terms, ...invoice.notes].filter((note) => note !== null && note !== '');
  return (
    <Stack gap="4" className={classes.document}>
      <Card>
        <InvoiceFacts invoice={invoice} />
      </Card>
      <Grid columns="l">
        <Card title={t('invoice.supplier')}>
          <InvoiceParty name={supplier.name} party={supplier} />
        </Card>
        <Card title={t('invoice.customer')}>
          <InvoiceParty name={customer.company ?? customer.name} person={customer.name} party={customer} />
        </Card>
      </Grid>
      <Card title={t('invoice.lines')} padding="none" className={classes.long}>
        <InvoiceLines lines={invoice.lines} discounts={invoice.discounts} currency={currency} />
      </Card>
      <Card title={t('invoice.taxes')} padding="none">
        <InvoiceTaxes taxes={invoice.tax_breakdown} currency={currency} />
      </Card>
      <Grid columns="l">
        <Card title={t('invoice.totals')} className={classes.totals}>
          <InvoiceTotals invoice={invoice} />
        </Card>
        {invoice.payments.length > 0 && (
          <Card title={t('invoice.payments')} padding="none">
            <InvoicePayments payments={invoice.payments} currency={currency} />
          </Card>
        )}
      </Grid>
      {notes.length > 0 && (
        <Card title={t('invoice.notes')}>
          <Stack gap="2">
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </Stack>
        </Card>
      )}
    </Stack>
  );
}
