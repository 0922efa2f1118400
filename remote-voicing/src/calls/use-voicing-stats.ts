import { listVoicingStats } from '@portal/contract/service-endpoints';
import type { VoicingStatsPage, VoicingStatsQueryInput } from '@portal/contract/voicing-stats';
import { endpointQuery, keepPreviousData, type UseQueryResult, useQuery } from '@portal/shared/api';

/** Figures of calls by group; the previous figures stay on the screen until they have loaded. */
export function useVoicingStats(
  serviceId: string,
  query: VoicingStatsQueryInput,
): UseQueryResult<VoicingStatsPage> {
  return useQuery({
    ...endpointQuery(listVoicingStats, { params: { service_id: serviceId }, query }),
    placeholderData: keepPreviousData,
  });
}
