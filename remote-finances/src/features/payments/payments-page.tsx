import { pagingEntries } from '@portal/contract/paging';
import { paymentsQuerySchema } from '@portal/contract/payments';
import { useSidebar } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { useUrlQuery } from '@portal/shared/router';
import { Button, EmptyState, PagedTable, PageHeader, Stack } from '@portal/shared/ui';
import * as v from 'valibot';
import { sidebars } from '../../paths.ts';
import { PaymentDrawer } from './payment-drawer.tsx';
import { PaymentRowActions } from './payment-row-actions.tsx';
import classes from './payments.module.css';
import { usePaymentColumns } from './payments-columns.tsx';
import { countFilters, PaymentsFilters } from './payments-filters.tsx';
import { PaymentsSummary } from './payments-summary.tsx';
import { usePayments } from './use-payments.ts';

// A patch that names no offset goes back to the first page; opening a row must not.
const openRowSchema = v.object({ row: v.optional(v.string()), offset: pagingEntries.offset });

export default function PaymentsPage() {
  const { t } = useTranslation('financesPayments');
  const [query, setQuery] = useUrlQuery(paymentsQuerySchema);
  const [{ row, offset }, setRow] = useUrlQuery(openRowSchema);
  const payments = usePayments(query);
  const columns = usePaymentColumns();
  const sidebar = useSidebar();
  const { data } = payments;
  const reset = () =>
    setQuery({ start_date: null, end_date: null, service_type: null, filter_query: null, filter_or: null });

  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <>
            <Button icon="plus" onClick={() => sidebar.open(sidebars.topUp)}>
              {t('topUp')}
            </Button>
            <Button theme="outline" icon="bell" onClick={() => sidebar.open(sidebars.alerts)}>
              {t('alerts')}
            </Button>
          </>
        }
      />
      <Stack gap="4">
        <PaymentsFilters query={query} onChange={setQuery} onReset={reset} />
        <p role="status" className={classes.count}>
          {typeof data?.total === 'number' && t('count', { count: data.total })}
        </p>
        <PagedTable
          caption={t('caption')}
          columns={columns}
          query={payments}
          rowKey={({ payment_id }) => payment_id}
          order={query.order}
          onChange={setQuery}
          onRowOpen={({ payment_id }) => setRow({ row: payment_id, offset })}
          rowLabel={({ number, payment_id }) => t('open', { number: number ?? payment_id })}
          isRowSelected={({ payment_id }) => payment_id === row}
          rowActions={(payment) => (
            <PaymentRowActions payment={payment} onOpen={() => setRow({ row: payment.payment_id, offset })} />
          )}
          empty={<NoPayments isFiltered={countFilters(query) > 0} onReset={reset} />}
        />
        {data && <PaymentsSummary totals={data.summary} />}
      </Stack>
      {row !== undefined && sidebar.current === null && (
        <PaymentDrawer
          payment={data?.items.find(({ payment_id }) => payment_id === row)}
          isLoading={payments.isPending}
          onClose={() => setRow({ row: null, offset }, { replace: true })}
        />
      )}
    </>
  );
}

function NoPayments({ isFiltered, onReset }: { isFiltered: boolean; onReset: () => void }) {
  const { t } = useTranslation('financesPayments');
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
