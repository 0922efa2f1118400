import type { Language } from '@portal/contract/language';
import {
  getProfile,
  type Profile,
  type ProfileUpdate,
  updateProfile as updateProfileEndpoint,
} from '@portal/contract/profile';
import { type Balance, getBalance, listServices, type Services } from '@portal/contract/services';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { configureApi } from '../api/api-settings.ts';
import { endpointQuery, queryClient } from '../api/query-cache.tsx';
import { request } from '../api/request.ts';
import { changeLanguage } from '../i18n/i18n.ts';
import { setFormatTimeZone } from '../i18n/use-format.ts';
import { forgetLanguageChoice, rememberLanguageChoice, unsavedLanguage } from './language-choice.ts';
import { useSession } from './verify-session.ts';

/** The query of the account's profile. Loading it also sets the time zone of shown times, and the account of requests. */
export const profileQuery = {
  ...endpointQuery(getProfile),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const profile = await request(getProfile, { signal });
    // The session may have ended meanwhile.
    signal.throwIfAborted();
    showAccount(profile);
    return profile;
  },
  staleTime: 60_000,
};

/** Sets the time zone of shown times, and the account whose requests the server must not mistake for another's. */
export function showAccount({ account_sid, timezone }: Profile): void {
  setFormatTimeZone(timezone);
  configureApi({ account: account_sid });
}

/** The query of the account's services. */
export const servicesQuery = { ...endpointQuery(listServices), staleTime: 60_000 };

/** The query of one service's balance. */
export function balanceQuery(serviceId: string) {
  return endpointQuery(getBalance, { params: { service_id: serviceId } });
}

/** The account's profile; the navigation guard loads it before any page of the account is shown. */
export function useProfile(): UseQueryResult<Profile> {
  return useQuery({ ...profileQuery, enabled: useIsSignedIn() });
}

/** The account's services. */
export function useServices(): UseQueryResult<Services> {
  return useQuery({ ...servicesQuery, enabled: useIsSignedIn() });
}

/** The balance of one service. Without an id nothing is requested. */
export function useBalance(serviceId: string | undefined): UseQueryResult<Balance> {
  const isSignedIn = useIsSignedIn();
  return useQuery({ ...balanceQuery(serviceId ?? ''), enabled: isSignedIn && serviceId !== undefined });
}

/**
 * Saves some fields of the profile and returns the whole profile. Updates every component that shows the profile, the
 * language and the time zone. Rejects with an ApiError whose `fieldErrors` name the refused fields.
 */
export async function updateProfile(changes: ProfileUpdate): Promise<Profile> {
  const choice = unsavedLanguage();
  const profile = await request(updateProfileEndpoint, { body: changes }).catch((error: unknown) => {
    // The response may have been lost on its way, or a field was set elsewhere: the screen shows what is stored.
    void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
    throw error;
  });
  // Another language may have been chosen meanwhile.
  if (changes.language !== undefined && choice === unsavedLanguage()) forgetLanguageChoice();
  await queryClient.cancelQueries({ queryKey: profileQuery.queryKey });
  queryClient.setQueryData(profileQuery.queryKey, profile);
  setFormatTimeZone(profile.timezone);
  // The fields are saved, even if the texts of the profile's language cannot be loaded now.
  await changeLanguage(profile.language).catch(() => undefined);
  return profile;
}

/**
 * Saves the language that the customer has chosen on this device to the profile. Until it is saved, a reloaded page shows it instead
 * of the profile's. Rejects with an ApiError.
 */
export async function saveLanguageChoice(language: Language): Promise<void> {
  rememberLanguageChoice(language);
  await updateProfile({ language });
}

/** False when the session has ended: a request of a page that is being left would be rejected. */
function useIsSignedIn(): boolean {
  return useSession(({ status }) => status !== 'anonymous');
}
