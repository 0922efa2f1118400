import type { CdrQueryInput, CdrsPage } from '@portal/contract/cdr';
import { keepPreviousData, type UseQueryResult, useQuery } from '@portal/shared/api';
import { listCdrs } from './cdrs.api.ts';

/** A page of calls; the one before stays on the screen until it is there. */
export function useCdrs(serviceId: string, query: CdrQueryInput): UseQueryResult<CdrsPage> {
  return useQuery({
    queryKey: ['cdrs', serviceId, query],
    queryFn: ({ signal }) => listCdrs(serviceId, query, signal),
    placeholderData: keepPreviousData,
  });
}
