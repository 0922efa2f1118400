import { pagingEntries } from '@portal/contract/paging';
import { type PaymentsTotal, paymentsQuerySchema } from '@portal/contract/payments';
import { useSidebar } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { useUrlQuery } from '@portal/shared/router';
import { Button, Card, EmptyList, Grid, Money, PagedTable, PageHeader, Stack, Stat } from '@portal/shared/ui';
import * as v from 'valibot';
import { sidebars } from '../../paths.ts';
import { PaymentDrawer } from './payment-drawer.tsx';
import { usePayments } from './payment-requests.ts';
import { PaymentRowActions } from './payment-row-actions.tsx';
import classes from './payments.module.css';
import { usePaymentColumns } from './payments-columns.tsx';
import { PaymentsFilters, paymentFilters } from './payments-filters.tsx';

// A patch without an offset returns to the first page; opening a row must stay on its page.
const openRowSchema = v.object({ row: v.optional(v.string()), offset: pagingEntries.offset });

export default function PaymentsPage() {
  const { t } = useTranslation('financesPayments');
  const [query, setQuery] = useUrlQuery(paymentsQuerySchema);
  const [{ row, offset }, setRow] = useUrlQuery(openRowSchema);
  const payments = usePayments(query);
  const columns = usePaymentColumns();
  const sidebar = useSidebar();
  const { data } = payments;
  const reset = () => setQuery(paymentFilters.reset);

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
          empty={
            <EmptyList
              textOf={(key) => t(`empty.${key}`)}
              isFiltered={paymentFilters.count(query) > 0}
              onReset={reset}
            />
          }
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

/** The sums of the listed payments, one row for each currency. */
function PaymentsSummary({ totals }: { totals: readonly PaymentsTotal[] }) {
  const { t } = useTranslation('financesPayments');
  if (totals.length === 0) return null;
  return (
    <Card title={t('summary.title')}>
      <Stack>
        {totals.map(({ currency, count, paid, pending }) => (
          <Grid key={currency} columns="s">
            <Stat
              size="small"
              label={t('summary.paid')}
              value={<Money amount={paid} currency={currency} />}
              hint={t('count', { count })}
            />
            <Stat
              size="small"
              label={t('summary.pending')}
              value={<Money amount={pending} currency={currency} />}
            />
          </Grid>
        ))}
      </Stack>
    </Card>
  );
}
