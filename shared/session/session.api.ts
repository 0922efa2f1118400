import { logoutResponseSchema, type VerifyResponse, verifyResponseSchema } from '@portal/contract/access';
import { type Profile, type ProfileUpdate, profileSchema } from '@portal/contract/profile';
import { type Balance, balanceSchema, type Services, servicesSchema } from '@portal/contract/services';
import { api } from '../api/api.ts';

export function postVerify(): Promise<VerifyResponse> {
  return api.post('v1/accounts/access:verify', { body: {} }).json(verifyResponseSchema);
}

export async function postLogout(): Promise<void> {
  await api.post('v1/accounts/access:logout', { body: {} }).json(logoutResponseSchema);
}

export function getProfile(signal?: AbortSignal): Promise<Profile> {
  return api.get('v1/accounts/profile', { signal }).json(profileSchema);
}

export function putProfile(changes: ProfileUpdate): Promise<Profile> {
  return api.put('v1/accounts/profile', { body: changes }).json(profileSchema);
}

export function listServices(signal?: AbortSignal): Promise<Services> {
  return api.get('v1/services/all', { signal }).json(servicesSchema);
}

export function getBalance(serviceId: string, signal?: AbortSignal): Promise<Balance> {
  return api.get(`v1/services/${encodeURIComponent(serviceId)}/balance`, { signal }).json(balanceSchema);
}
