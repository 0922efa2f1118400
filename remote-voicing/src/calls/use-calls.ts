import type { CdrQueryInput } from '@portal/contract/cdr';
import { listCdrs } from '@portal/contract/cdr';
import type { VoicingStatsQueryInput } from '@portal/contract/voicing-stats';
import { listVoicingStats } from '@portal/contract/voicing-stats';
import { endpointQuery, keepPreviousData, useQuery } from '@portal/shared/api';

/** A page of calls; the previous page stays on the screen until it has loaded. */
export function useCdrs(serviceId: string, query: CdrQueryInput) {
  return useQuery({
    ...endpointQuery(listCdrs, { params: { service_id: serviceId }, query }),
    placeholderData: keepPreviousData,
  });
}

/** Figures of calls by group; the previous figures stay on the screen until they have loaded. */
export function useVoicingStats(serviceId: string, query: VoicingStatsQueryInput) {
  return useQuery({
    ...endpointQuery(listVoicingStats, { params: { service_id: serviceId }, query }),
    placeholderData: keepPreviousData,
  });
}
