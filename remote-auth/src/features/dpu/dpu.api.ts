import {
  type AcceptDpuRequest,
  type AcceptDpuResponse,
  acceptDpuResponseSchema,
} from '@portal/contract/users';
import { api } from '@portal/shared/api';

/** Accepts the data-processing agreement, or declines it, which ends the session. */
export function acceptDpu(body: AcceptDpuRequest): Promise<AcceptDpuResponse> {
  return api.post('v1/users/login:dpu', { body }).json(acceptDpuResponseSchema);
}
