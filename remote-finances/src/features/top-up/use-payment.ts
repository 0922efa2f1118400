import { listPayments } from '@portal/contract/payments';
import { getBalance, listServices } from '@portal/contract/services';
import { getPayment } from '@portal/contract/top-up';
import { endpointKey, endpointQuery, type ResponseOf, useQuery, useQueryClient } from '@portal/shared/api';
import { useEffect, useState } from 'react';
import { isUnconfirmed } from './crypto-status.tsx';

const second = 1000;
const minute = 60 * second;

/**
 * A payment, read repeatedly while it is on a visible page and its money is awaited. The other lists are refreshed when its
 * state has changed.
 */
export function usePayment(paymentId: string) {
  const [startMs] = useState(() => Date.now());
  const query = useQuery({
    ...endpointQuery(getPayment, { params: { payment_id: paymentId } }),
    refetchInterval: ({ state }) => (isAwaited(state.data) ? pauseAfter(Date.now() - startMs) : false),
    refetchOnWindowFocus: 'always',
  });
  useRefreshedLists(query.data);
  return query;
}

/** Shows the payment that has just been created before it is requested. */
export function useShownPayment(): (created: ResponseOf<typeof getPayment>) => void {
  const queries = useQueryClient();
  return (created) => {
    const { payment_id } = created.payment;
    queries.setQueryData(endpointQuery(getPayment, { params: { payment_id } }).queryKey, created);
  };
}

/** Endless requests would keep an idle session alive; a page that is looked at again is read anyway. */
function pauseAfter(waitedMs: number): number | false {
  if (waitedMs < minute) return 5 * second;
  return waitedMs < 30 * minute ? 15 * second : false;
}

const awaited: ReadonlySet<string> = new Set(['pending', 'processing', 'partially_paid', 'expired']);

function isAwaited(data: ResponseOf<typeof getPayment> | undefined): boolean {
  if (data === undefined) return false;
  return awaited.has(data.payment.status) || (data.crypto !== null && isUnconfirmed(data.crypto));
}

/** Keeps the lists and balances in step with the payment's state. */
function useRefreshedLists(data: ResponseOf<typeof getPayment> | undefined): void {
  const queries = useQueryClient();
  const state = data && `${data.payment.status} ${data.payment.balance_after}`;
  const [first, setFirst] = useState(state);
  useEffect(() => {
    if (state === undefined || state === first) return;
    setFirst(state);
    if (first === undefined) return;
    for (const endpoint of [listPayments, listServices, getBalance])
      void queries.invalidateQueries({ queryKey: endpointKey(endpoint) });
  }, [queries, state, first]);
}
