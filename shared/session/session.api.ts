import { logoutResponseSchema, type VerifyResponse, verifyResponseSchema } from '@portal/contract/access';
import { type Profile, type ProfileUpdate, profileSchema } from '@portal/contract/profile';
import {
  type Balance,
  balanceSchema,
  type ServiceResponse,
  type Services,
  type ServiceType,
  serviceResponseSchema,
  servicesSchema,
} from '@portal/contract/services';
import { api } from '../api/api.ts';
import { idempotencyKey } from '../api/idempotency-key.ts';

/** Call 7, the bare answer: whether there is a session. Rejects with an ApiError, 401 included. */
export function postVerify(): Promise<VerifyResponse> {
  return api.post('v1/accounts/access:verify', { body: {} }).json(verifyResponseSchema);
}

/** Call 8: ends the session on the server; succeeds without one too. Rejects with an ApiError. */
export async function postLogout(): Promise<void> {
  await api.post('v1/accounts/access:logout', { body: {} }).json(logoutResponseSchema);
}

/** Call 9: the account’s profile. Rejects with an ApiError. */
export function getProfile(signal?: AbortSignal): Promise<Profile> {
  return api.get('v1/accounts/profile', { signal }).json(profileSchema);
}

/** Call 10: saves the given fields and gives the whole profile. Rejects with an ApiError. */
export function putProfile(changes: ProfileUpdate): Promise<Profile> {
  return api.put('v1/accounts/profile', { body: changes }).json(profileSchema);
}

/** Call 12: the account’s services. Rejects with an ApiError. */
export function listServices(signal?: AbortSignal): Promise<Services> {
  return api.get('v1/services/all', { signal }).json(servicesSchema);
}

/** Call 13: adds a service; its key makes a repetition by the network harmless. Rejects with an ApiError. */
export function postService(type: ServiceType): Promise<ServiceResponse> {
  const headers = { 'Idempotency-Key': idempotencyKey() };
  return api.post('v1/services', { body: { type }, headers }).json(serviceResponseSchema);
}

/** Call 15: one service’s balance. Rejects with an ApiError. */
export function getBalance(serviceId: string, signal?: AbortSignal): Promise<Balance> {
  return api.get(`v1/services/${encodeURIComponent(serviceId)}/balance`, { signal }).json(balanceSchema);
}
