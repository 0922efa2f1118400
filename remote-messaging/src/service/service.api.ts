import { type ServiceResponse, serviceResponseSchema } from '@portal/contract/services';
import { api, idempotencyKey } from '@portal/shared/api';

export function createMessagingService(): Promise<ServiceResponse> {
  const headers = { 'Idempotency-Key': idempotencyKey() };
  return api.post('v1/services', { body: { type: 'messaging' }, headers }).json(serviceResponseSchema);
}
