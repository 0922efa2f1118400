import { invoiceOrders, type MonthlyVatInvoicesQuery } from '@portal/contract/monthly-vat-invoices';
import { sortTerms } from '@portal/contract/order';
import { useTranslation } from '@portal/shared/i18n';
import type { SetUrlQuery } from '@portal/shared/router';
import {
  Button,
  Card,
  EmptyState,
  PageHeader,
  Pagination,
  QueryTable,
  type Sort,
  Stack,
} from '@portal/shared/ui';
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
  const [term] = sortTerms(query.order, invoiceOrders) ?? [];
  const sort: Sort | undefined = term && { id: term.field, direction: term.descending ? 'desc' : 'asc' };
  const reset = () => onQueryChange({ year: null, month: null, service_type: null, filter_query: null });
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Stack gap="4">
        <InvoicesFilters query={query} years={data?.years ?? []} onChange={onQueryChange} onReset={reset} />
        <p role="status" className={classes.note}>
          {typeof data?.total === 'number' && t('count', { count: data.total })}
        </p>
        <Card padding="none">
          <QueryTable
            caption={t('caption')}
            columns={columns}
            query={invoices}
            rows={({ items }) => items}
            rowKey={({ monthly_vat_invoice_id }) => monthly_vat_invoice_id}
            sort={sort}
            onSortChange={({ id, direction }) =>
              onQueryChange({ order: direction === 'desc' ? `-${id}` : id })
            }
            onRowOpen={({ monthly_vat_invoice_id }) => onOpen(monthly_vat_invoice_id)}
            rowLabel={({ number }) => t('open', { number })}
            empty={<NoInvoices isFiltered={countFilters(query) > 0} onReset={reset} />}
          />
        </Card>
        {data && (
          <Pagination
            limit={data.limit}
            offset={data.offset}
            hasNext={data.has_more}
            total={data.total ?? undefined}
            disabled={invoices.isPlaceholderData}
            onChange={(page) => onQueryChange({ limit: String(page.limit), offset: String(page.offset) })}
          />
        )}
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
