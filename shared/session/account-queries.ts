import { getProfile } from '@portal/contract/profile';
import { getBalance, listServices } from '@portal/contract/services';
import { endpointQuery } from '../api/query-cache.tsx';
import { request } from '../api/request.ts';
import { setFormatTimeZone } from '../i18n/use-format.ts';

/** The account's profile. Loading it sets the time zone in which moments are shown. */
export const profileQuery = {
  ...endpointQuery(getProfile),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const profile = await request(getProfile, { signal });
    setFormatTimeZone(profile.timezone);
    return profile;
  },
  staleTime: 60_000,
};

/** The account's services. */
export const servicesQuery = { ...endpointQuery(listServices), staleTime: 60_000 };

/** One service's balance. */
export function balanceQuery(serviceId: string) {
  return endpointQuery(getBalance, { params: { service_id: serviceId } });
}
