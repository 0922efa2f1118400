import { type ServiceResponse, type ServiceType, serviceResponseSchema } from '@portal/contract/services';
import { api, idempotencyKey } from '@portal/shared/api';

/** Adds a service of a type; an account has one of each at most. */
export function createService(type: ServiceType): Promise<ServiceResponse> {
  const headers = { 'Idempotency-Key': idempotencyKey() };
  return api.post('v1/services', { body: { type }, headers }).json(serviceResponseSchema);
}
