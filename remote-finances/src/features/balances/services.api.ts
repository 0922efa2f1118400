import { type ServiceResponse, type ServiceType, serviceResponseSchema } from '@portal/contract/services';
import { api } from '@portal/shared/api';

/** `key` makes a repeated request give the first one's answer. */
export function createService(type: ServiceType, key: string): Promise<ServiceResponse> {
  return api
    .post('v1/services', { body: { type }, headers: { 'Idempotency-Key': key } })
    .json(serviceResponseSchema);
}
