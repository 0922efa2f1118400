import { listPayments } from '@portal/contract/finance-endpoints';
import type { PaymentsPage, PaymentsQuery } from '@portal/contract/payments';
import { endpointQuery, keepPreviousData, type UseQueryResult, useQuery } from '@portal/shared/api';

/** One page of payments. */
export function usePayments(query: PaymentsQuery): UseQueryResult<PaymentsPage> {
  return useQuery({ ...endpointQuery(listPayments, { query }), placeholderData: keepPreviousData });
}
