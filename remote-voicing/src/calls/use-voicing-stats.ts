import type { VoicingStatsPage, VoicingStatsQueryInput } from '@portal/contract/voicing-stats';
import { keepPreviousData, type UseQueryResult, useQuery } from '@portal/shared/api';
import { listVoicingStats } from './voicing-stats.api.ts';

/** Figures of calls by group; those before stay on the screen until they are there. */
export function useVoicingStats(
  serviceId: string,
  query: VoicingStatsQueryInput,
): UseQueryResult<VoicingStatsPage> {
  return useQuery({
    queryKey: ['voicing-stats', serviceId, query],
    queryFn: ({ signal }) => listVoicingStats(serviceId, query, signal),
    placeholderData: keepPreviousData,
  });
}
