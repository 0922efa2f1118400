import { compareDecimals, type DecimalString } from '@portal/contract/money';
import type { Profile } from '@portal/contract/profile';
import type { Service } from '@portal/contract/services';
import { type UseQueryResult, useQueries } from '@portal/shared/api';
import { balanceQuery, useProfile, useServices } from '@portal/shared/session';

/** What makes an account ready for use, in order. */
export const setupSteps = ['email', 'place', 'currency', 'taxNumber', 'service'] as const;
export type SetupStep = (typeof setupSteps)[number];

export interface Setup {
  profile: Profile;
  services: readonly Service[];
  done: readonly SetupStep[];
}

/** How far the account is set up: null while `query` is pending or has failed. */
export function useSetup(): { setup: Setup | null; query: UseQueryResult } {
  const profile = useProfile();
  const services = useServices();
  const used = services.data?.services.filter(({ status }) => status !== 'closed') ?? [];
  const balances = useQueries({ queries: used.map(({ service_id }) => balanceQuery(service_id)) });
  if (profile.data === undefined) return { setup: null, query: profile };
  if (services.data === undefined) return { setup: null, query: services };
  // The list of services may hold a balance before the balance's own response arrives.
  const known = used.map((service, index) => balances[index]?.data?.balance ?? service.balance);
  const done = doneSteps(profile.data, known);
  return { setup: { profile: profile.data, services: used, done }, query: services };
}

/** The steps that are done. They are derived from the account each time and never stored. */
function doneSteps(profile: Profile, balances: readonly (DecimalString | null)[]): SetupStep[] {
  const isDone: Record<SetupStep, boolean> = {
    email: profile.confirmed,
    place: profile.country !== null && profile.address !== null,
    currency: profile.currency !== null,
    taxNumber: profile.tax_number !== null,
    service: balances.some(hasMoved),
  };
  return setupSteps.filter((step) => isDone[step]);
}

// A negative balance counts too: a service that spends was topped up or has credit.
function hasMoved(balance: DecimalString | null): boolean {
  return balance !== null && compareDecimals(balance, '0') !== 0;
}
