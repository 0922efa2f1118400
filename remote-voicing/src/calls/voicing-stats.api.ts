import {
  type VoicingStatsPage,
  type VoicingStatsQueryInput,
  voicingStatsPageSchema,
} from '@portal/contract/voicing-stats';
import { api } from '@portal/shared/api';

export function listVoicingStats(
  serviceId: string,
  query: VoicingStatsQueryInput,
  signal?: AbortSignal,
): Promise<VoicingStatsPage> {
  const path = `v1/services/${encodeURIComponent(serviceId)}/stats`;
  return api.get(path, { query, signal }).json(voicingStatsPageSchema);
}
