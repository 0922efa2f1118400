import { queryOptions } from '@tanstack/react-query';
import { setFormatTimeZone } from '../i18n/time-zone.ts';
import { getBalance, getProfile, listServices } from './session.api.ts';

/** The account's profile, kept under `['profile']`. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => {
    const profile = await getProfile(signal);
    setFormatTimeZone(profile.timezone);
    return profile;
  },
  staleTime: 60_000,
});

/** The account's services, kept under `['services']`. */
export const servicesQuery = queryOptions({
  queryKey: ['services'],
  queryFn: ({ signal }) => listServices(signal),
  staleTime: 60_000,
});

/** One service's balance, kept under `['balance', id]`. */
export function balanceQuery(serviceId: string) {
  return queryOptions({
    queryKey: ['balance', serviceId],
    queryFn: ({ signal }) => getBalance(serviceId, signal),
  });
}
