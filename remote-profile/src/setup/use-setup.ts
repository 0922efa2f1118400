import type { Profile } from '@portal/contract/profile';
import type { Service } from '@portal/contract/services';
import { type UseQueryResult, useQueries } from '@portal/shared/api';
import { balanceQuery, useProfile, useServices } from '@portal/shared/session';
import { doneSteps, type SetupStep } from './setup-steps.ts';

export interface Setup {
  profile: Profile;
  services: readonly Service[];
  done: readonly SetupStep[];
}

/** How far the account is set up. `query` is the load that is pending or has failed. */
export function useSetup(): { setup: Setup | null; query: UseQueryResult } {
  const profile = useProfile();
  const services = useServices();
  const used = services.data?.services.filter(({ status }) => status !== 'closed') ?? [];
  const balances = useQueries({ queries: used.map(({ service_id }) => balanceQuery(service_id)) });
  if (profile.data === undefined) return { setup: null, query: profile };
  if (services.data === undefined) return { setup: null, query: services };
  // The list may know a balance before its own call has answered.
  const known = used.map((service, index) => balances[index]?.data?.balance ?? service.balance);
  const done = doneSteps(profile.data, known);
  return { setup: { profile: profile.data, services: used, done }, query: services };
}
