import {
  type ThresholdRequest,
  type ThresholdResponse,
  thresholdResponseSchema,
} from '@portal/contract/threshold';
import { api } from '@portal/shared/api';

export function updateThreshold(body: ThresholdRequest): Promise<ThresholdResponse> {
  return api.put('v1/finances/threshold', { body }).json(thresholdResponseSchema);
}
