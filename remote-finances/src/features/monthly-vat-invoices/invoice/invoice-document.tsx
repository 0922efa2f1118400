import type { MonthlyVatInvoiceDetail } from '@portal/contract/monthly-vat-invoice-detail';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import {
  Card,
  CountryName,
  DetailList,
  detail,
  Grid,
  Stack,
  useVatReasonTitle,
  VatReason,
} from '@portal/shared/ui';
import { formatIban } from '../../../iban.ts';
import { InvoiceStatus } from '../invoices-columns.tsx';
import { useInvoiceWords } from '../use-monthly-vat-invoices.ts';
import classes from './invoice.module.css';
import { InvoiceLines, InvoicePayments, InvoiceTaxes } from './invoice-tables.tsx';
import { hasChangedSinceIssue, InvoiceTotals } from './invoice-totals.tsx';

/** The whole invoice with its present state, and the particulars of article 226 of Directive 2006/112/EC. */
export function InvoiceDocument({ invoice }: { invoice: MonthlyVatInvoiceDetail }) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const { supplier, customer } = invoice;
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
        <InvoiceLines invoice={invoice} />
      </Card>
      <Card title={t('invoice.taxes')} padding="none">
        <InvoiceTaxes invoice={invoice} />
      </Card>
      <Grid columns="l">
        <Card title={t('invoice.totals')} className={classes.totals}>
          <InvoiceTotals invoice={invoice} />
        </Card>
        {invoice.payments.length > 0 && (
          <Card
            title={
              hasChangedSinceIssue(invoice)
                ? t('invoice.asIssued', { name: t('invoice.payments') })
                : t('invoice.payments')
            }
            padding="none"
          >
            <InvoicePayments invoice={invoice} />
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

/** The head of the document: number, dates, status. */
function InvoiceFacts({ invoice }: { invoice: MonthlyVatInvoiceDetail }) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const words = useInvoiceWords();
  const vatTitle = useVatReasonTitle();
  const { date } = useFormat();
  // A server of an earlier release names only one.
  const { preceding_invoice: one, preceding_invoices: several } = invoice;
  const corrected = several.length === 0 && one !== null ? [one] : several;
  const correctedText = corrected
    .map((each) => t('invoice.correctsText', { number: each.number, date: date(each.date) }))
    .join(', ');
  return (
    <DetailList
      layout="grid"
      items={[
        {
          term: t('invoice.number'),
          description: `${words.documentType(invoice.document_type)} ${invoice.number}`,
        },
        { term: t('columns.status'), description: <InvoiceStatus status={invoice.status} /> },
        { term: t('invoice.issued'), description: date(invoice.issue_date) },
        detail(t('invoice.due'), invoice.due_date, date),
        {
          term: t('invoice.period'),
          description: `${date(invoice.period_start)} – ${date(invoice.period_end)}`,
        },
        detail(t('invoice.timeZone'), invoice.timezone),
        { term: t('columns.service'), description: words.service(invoice.service_type) },
        { term: t('invoice.treatment'), description: words.treatment(invoice.tax_treatment) },
        detail(vatTitle, invoice.vat, (vat) => <VatReason {...vat} />),
        detail(t('invoice.basis'), invoice.basis, words.basis),
        { term: t('invoice.typeCode'), description: invoice.type_code },
        detail(t('invoice.corrects'), correctedText || null),
      ]}
    />
  );
}

type PartyField = keyof MonthlyVatInvoiceDetail['supplier'] | keyof MonthlyVatInvoiceDetail['customer'];

interface InvoicePartyProps {
  name: string | null;
  /** Shown below the company. */
  person?: string | null;
  party: { readonly [Field in PartyField]?: string | null };
}

/** Supplier or customer: name, address, numbers. */
function InvoiceParty({ name, person, party }: InvoicePartyProps) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const facts = [
    ['taxNumber', party.tax_number],
    ['registrationNumber', party.registration_number],
    ['accountSid', party.account_sid],
    ['email', party.email],
    ['phone', party.phone],
    ['iban', party.iban && formatIban(party.iban)],
    ['bic', party.bic],
  ] as const;
  return (
    <Stack gap="3">
      <address className={classes.address}>
        <strong>{name ?? '–'}</strong>
        {person && person !== name && <span>{person}</span>}
        {party.address && <span>{party.address}</span>}
        {party.country && <CountryName code={party.country} plain />}
      </address>
      <DetailList items={facts.map(([key, value]) => detail(t(`invoice.${key}`), value || null))} />
    </Stack>
  );
}
