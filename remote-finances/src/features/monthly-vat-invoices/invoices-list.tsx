import type { MonthlyVatInvoicesPage, MonthlyVatInvoicesQuery } from '@portal/contract/monthly-vat-invoices';
import { useTranslation } from '@portal/shared/i18n';
import type { SetUrlQuery } from '@portal/shared/router';
import { Card, EmptyList, Grid, Money, PagedTable, PageHeader, Stack, Stat } from '@portal/shared/ui';
import classes from './invoices.module.css';
import { useInvoicesColumns } from './invoices-columns.tsx';
import { InvoicesFilters, invoiceFilters } from './invoices-filters.tsx';
import { useMonthlyVatInvoices } from './use-monthly-vat-invoices.ts';

interface InvoicesListProps {
  query: MonthlyVatInvoicesQuery;
  onQueryChange: SetUrlQuery<MonthlyVatInvoicesQuery>;
  onOpen: (id: string) => void;
}

/** The invoices, with filters, sums and pages. */
export function InvoicesList({ query, onQueryChange, onOpen }: InvoicesListProps) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const invoices = useMonthlyVatInvoices(query);
  const columns = useInvoicesColumns();
  const { data } = invoices;
  const reset = () => onQueryChange(invoiceFilters.reset);
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Stack gap="4">
        <InvoicesFilters query={query} years={data?.years ?? []} onChange={onQueryChange} onReset={reset} />
        <p role="status" className={classes.note}>
          {typeof data?.total === 'number' && t('count', { count: data.total })}
        </p>
        <PagedTable
          caption={t('caption')}
          columns={columns}
          query={invoices}
          rowKey={({ monthly_vat_invoice_id }) => monthly_vat_invoice_id}
          order={query.order}
          onChange={onQueryChange}
          onRowOpen={({ monthly_vat_invoice_id }) => onOpen(monthly_vat_invoice_id)}
          rowLabel={({ number }) => t('open', { number })}
          empty={
            <EmptyList
              textOf={(key) => t(`empty.${key}`)}
              isFiltered={invoiceFilters.count(query) > 0}
              onReset={reset}
            />
          }
        />
        {data && <InvoicesSummary totals={data.summary} />}
      </Stack>
    </>
  );
}

/** The sums of the listed invoices, one row for each currency. */
function InvoicesSummary({ totals }: { totals: MonthlyVatInvoicesPage['summary'] }) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  if (totals.length === 0) return null;
  return (
    <Card title={t('summary.title')}>
      <Stack>
        {totals.map(({ currency, count, net_amount, tax_amount, gross_amount }) => (
          <Grid key={currency} columns="s">
            <Stat
              size="small"
              label={t('summary.net')}
              value={<Money amount={net_amount} currency={currency} />}
              hint={t('count', { count })}
            />
            <Stat
              size="small"
              label={t('summary.vat')}
              value={<Money amount={tax_amount} currency={currency} />}
            />
            <Stat
              size="small"
              label={t('summary.gross')}
              value={<Money amount={gross_amount} currency={currency} />}
            />
          </Grid>
        ))}
      </Stack>
    </Card>
  );
}
