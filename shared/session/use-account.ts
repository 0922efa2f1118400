import type { Profile, ProfileUpdate } from '@portal/contract/profile';
import { updateProfile as updateProfileEndpoint } from '@portal/contract/profile';
import type { Balance, Services } from '@portal/contract/services';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { queryClient } from '../api/query-cache.tsx';
import { request } from '../api/request.ts';
import { changeLanguage } from '../i18n/i18n.ts';
import { setFormatTimeZone } from '../i18n/use-format.ts';
import { balanceQuery, profileQuery, servicesQuery } from './account-queries.ts';
import { useSession } from './session-store.ts';

/** The account's profile; the navigation guard has loaded it before any page of the account shows. */
export function useProfile(): UseQueryResult<Profile> {
  return useQuery({ ...profileQuery, enabled: useIsAsking() });
}

/** The account's services. */
export function useServices(): UseQueryResult<Services> {
  return useQuery({ ...servicesQuery, enabled: useIsAsking() });
}

/** The balance of one service. Without an id nothing is asked. */
export function useBalance(serviceId: string | undefined): UseQueryResult<Balance> {
  const isAsking = useIsAsking();
  return useQuery({ ...balanceQuery(serviceId ?? ''), enabled: isAsking && serviceId !== undefined });
}

/**
 * Saves some fields of the profile and gives back the whole of it; every reader of the profile, the language and the
 * time zone follow. Rejects with an ApiError whose `fieldErrors` name the refused fields.
 */
export async function updateProfile(changes: ProfileUpdate): Promise<Profile> {
  const profile = await request(updateProfileEndpoint, { body: changes });
  await queryClient.cancelQueries({ queryKey: profileQuery.queryKey });
  queryClient.setQueryData(profileQuery.queryKey, profile);
  setFormatTimeZone(profile.timezone);
  await changeLanguage(profile.language);
  return profile;
}

/** False once the session has ended: a page that is being left would only be refused. */
function useIsAsking(): boolean {
  return useSession(({ status }) => status !== 'anonymous');
}
