import { pagingEntries } from '@portal/contract/paging';
import { type Payment, paymentsQuerySchema } from '@portal/contract/payments';
import { useSidebar } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { useUrlQuery } from '@portal/shared/router';
import { Button, PageHeader } from '@portal/shared/ui';
import { useState } from 'react';
import * as v from 'valibot';
import { CurrencyList } from '../../currency-list.tsx';
import { sidebars } from '../../paths.ts';
import { PaymentRowActions } from './payment-actions.tsx';
import { PaymentCancellation } from './payment-cancellation.tsx';
import { PaymentDrawer } from './payment-drawer.tsx';
import { usePaymentColumns } from './payments-columns.tsx';
import { PaymentsFilters, paymentFilters } from './payments-filters.tsx';
import { usePayments } from './use-payments.ts';

// A patch without an offset returns to the first page; opening a row must stay on its page.
const openRowSchema = v.object({ row: v.optional(v.string()), offset: pagingEntries.offset });

export default function PaymentsPage() {
  const { t } = useTranslation('financesPayments');
  const [query, setQuery] = useUrlQuery(paymentsQuerySchema);
  const [{ row, offset }, setRow] = useUrlQuery(openRowSchema);
  const payments = usePayments(query);
  const sidebar = useSidebar();
  const [canceled, setCanceled] = useState<Payment | null>(null);
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
      <CurrencyList
        caption={t('caption')}
        columns={usePaymentColumns()}
        query={payments}
        rowKey={({ payment_id }) => payment_id}
        order={query.order}
        onChange={setQuery}
        onRowOpen={({ payment_id }) => setRow({ row: payment_id, offset })}
        rowLabel={({ number, payment_id }) => t('open', { number: number ?? payment_id })}
        isRowSelected={({ payment_id }) => payment_id === row}
        rowActions={(payment) => (
          <PaymentRowActions
            payment={payment}
            onOpen={() => setRow({ row: payment.payment_id, offset })}
            onResume={() => sidebar.open(sidebars.topUp, { payment_id: payment.payment_id })}
            onCancel={() => setCanceled(payment)}
          />
        )}
        countText={(count) => t('count', { count })}
        empty={{
          textOf: (key) => t(`empty.${key}`),
          isFiltered: paymentFilters.count(query) > 0,
          onReset: reset,
        }}
        sumsTitle={t('summary.title')}
        sumsOf={({ paid, pending }) => [
          [t('columns.credited'), paid],
          [t('summary.pending'), pending],
        ]}
      >
        <PaymentsFilters query={query} onChange={setQuery} onReset={reset} />
      </CurrencyList>
      {row !== undefined && sidebar.current === null && (
        <PaymentDrawer
          payment={payments.data?.items.find(({ payment_id }) => payment_id === row)}
          isLoading={payments.isPending}
          onCancel={setCanceled}
          onClose={() => setRow({ row: null, offset }, { replace: true })}
        />
      )}
      <PaymentCancellation payment={canceled} onClose={() => setCanceled(null)} />
    </>
  );
}
