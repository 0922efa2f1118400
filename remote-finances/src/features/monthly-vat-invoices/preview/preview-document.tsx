import type { MonthlyVatInvoicePreview } from '@portal/contract/monthly-vat-invoice-preview';
import { severalVatReasons } from '@portal/contract/vat';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import {
  Card,
  DetailList,
  detail,
  EmptyState,
  Grid,
  Loader,
  Money,
  Stack,
  useVatReasonTitle,
  VatReason,
} from '@portal/shared/ui';
import { Suspense } from 'react';
import classes from '../invoice/invoice.module.css';
import { InvoiceLines, InvoicePayments, InvoiceTaxes } from '../invoice/invoice-tables.tsx';
import { InvoiceTotals } from '../invoice/invoice-totals.tsx';
import { useInvoiceWords } from '../use-monthly-vat-invoices.ts';

interface PreviewProps {
  preview: MonthlyVatInvoicePreview;
}

/** The content of the next invoice so far, in the same order as an invoice; without the parties, number and dates. */
export function PreviewDocument({ preview }: PreviewProps) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const isEmpty = preview.lines.length === 0;
  return (
    <Stack gap="4" className={classes.document}>
      <Card>
        {/* The reasons have texts of their own; the rest stays on the screen while they load. */}
        <Suspense fallback={<Loader />}>
          <PreviewFacts preview={preview} />
        </Suspense>
      </Card>
      {isEmpty ? (
        <Card>
          <EmptyState title={t('preview.empty')} icon="invoice">
            {t('preview.emptyText')}
          </EmptyState>
        </Card>
      ) : (
        <>
          <Card title={t('invoice.lines')} padding="none" className={classes.long}>
            <InvoiceLines invoice={preview} />
          </Card>
          <Card title={t('invoice.taxes')} padding="none">
            <InvoiceTaxes invoice={preview} />
          </Card>
          <Grid columns="l">
            <Card title={t('invoice.totals')} className={classes.totals}>
              <InvoiceTotals invoice={preview} />
            </Card>
            {preview.payments.length > 0 && (
              <Card title={t('invoice.payments')} padding="none">
                <InvoicePayments invoice={preview} />
              </Card>
            )}
          </Grid>
        </>
      )}
    </Stack>
  );
}

function PreviewFacts({ preview }: PreviewProps) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const words = useInvoiceWords();
  const vatTitle = useVatReasonTitle();
  const { date } = useFormat();
  const { currency, upcoming_rents } = preview;
  const isTaxedOnce = preview.vat.reason !== severalVatReasons;
  return (
    <DetailList
      items={[
        {
          term: t('invoice.period'),
          description: `${date(preview.period_start)} – ${date(preview.period_end)}`,
        },
        detail(t('invoice.timeZone'), preview.timezone),
        { term: t('columns.service'), description: words.service(preview.service_type) },
        detail(t('invoice.basis'), preview.basis, words.basis),
        isTaxedOnce && { term: t('invoice.treatment'), description: words.treatment(preview.tax_treatment) },
        isTaxedOnce && { term: vatTitle, description: <VatReason {...preview.vat} advice /> },
        /[1-9]/.test(upcoming_rents) && {
          term: t('preview.upcoming'),
          description: <Money amount={upcoming_rents} currency={currency} />,
        },
      ]}
    />
  );
}
