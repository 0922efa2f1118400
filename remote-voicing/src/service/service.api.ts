import { type ServiceResponse, serviceResponseSchema } from '@portal/contract/services';
import { api, idempotencyKey } from '@portal/shared/api';

export function createVoicingService(): Promise<ServiceResponse> {
  const headers = { 'Idempotency-Key': idempotencyKey() };
  return api.post('v1/services', { body: { type: 'voicing' }, headers }).json(serviceResponseSchema);
}
