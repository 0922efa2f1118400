import type { PaymentsPage, PaymentsQuery } from '@portal/contract/payments';
import { keepPreviousData, type UseQueryResult, useQuery } from '@portal/shared/api';
import { listPayments } from './payments.api.ts';

/** One page of payments; invalidating `['payments']` reaches every page. */
export function usePayments(query: PaymentsQuery): UseQueryResult<PaymentsPage> {
  return useQuery({
    queryKey: ['payments', query],
    queryFn: ({ signal }) => listPayments(query, signal),
    placeholderData: keepPreviousData,
  });
}
