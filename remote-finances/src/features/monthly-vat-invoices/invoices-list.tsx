import type { MonthlyVatInvoicesQuery } from '@portal/contract/monthly-vat-invoices';
import { useTranslation } from '@portal/shared/i18n';
import type { SetUrlQuery } from '@portal/shared/router';
import { Button, EmptyState, PagedTable, PageHeader, Stack } from '@portal/shared/ui';
import classes from './invoices.module.css';
import { useInvoicesColumns } from './invoices-columns.tsx';
import { countFilters, InvoicesFilters } from './invoices-filters.tsx';
import { InvoicesSummary } from './invoices-summary.tsx';
import { useMonthlyVatInvoices } from './use-monthly-vat-invoices.ts';

interface InvoicesListProps {
  query: MonthlyVatInvoicesQuery;
  onQueryChange: SetUrlQuery<MonthlyVatInvoicesQuery>;
  onOpen: (id: string) => void;
}

/** All invoices, with filters, sums and pages. */
export function InvoicesList({ query, onQueryChange, onOpen }: InvoicesListProps) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const invoices = useMonthlyVatInvoices(query);
  const columns = useInvoicesColumns();
  const { data } = invoices;
  const reset = () => onQueryChange({ year: null, month: null, service_type: null, filter_query: null });
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
          empty={<NoInvoices isFiltered={countFilters(query) > 0} onReset={reset} />}
        />
        {data && <InvoicesSummary totals={data.summary} />}
      </Stack>
    </>
  );
}

function NoInvoices({ isFiltered, onReset }: { isFiltered: boolean; onReset: () => void }) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  if (!isFiltered) return <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>;
  return (
    <EmptyState
      title={t('empty.filteredTitle')}
      action={
        <Button theme="outline" onClick={onReset}>
          {t('empty.reset')}
        </Button>
      }
    >
      {t('empty.filteredText')}
    </EmptyState>
  );
}
