import type { CdrQueryInput, CdrsPage } from '@portal/contract/cdr';
import { listCdrs } from '@portal/contract/service-endpoints';
import { endpointQuery, keepPreviousData, type UseQueryResult, useQuery } from '@portal/shared/api';

/** A page of calls; the previous page stays on the screen until it has loaded. */
export function useCdrs(serviceId: string, query: CdrQueryInput): UseQueryResult<CdrsPage> {
  return useQuery({
    ...endpointQuery(listCdrs, { params: { service_id: serviceId }, query }),
    placeholderData: keepPreviousData,
  });
}
