import type { Profile } from '@portal/contract/profile';
import { queryClient } from '../api/query-cache.tsx';
import { balanceQuery, profileQuery, servicesQuery } from './account-queries.ts';
import { applyLanguage } from './applied-language.ts';
import { useSession } from './session-store.ts';
import { checkSession } from './verify-session.ts';

export type LoadedSession = { status: 'anonymous' | 'limited' } | { status: 'verified'; profile: Profile };

/**
 * All that a page of the account needs before it shows: a verified session, the profile, whose language is applied,
 * and the services, whose balances follow on their own. Cached answers are used at once and renewed behind the scene.
 * Rejects with an ApiError when the server cannot say; a failure of the services is left to those who show them.
 */
export async function loadSession(): Promise<LoadedSession> {
  const status = await checkSession();
  if (status !== 'verified') return { status };
  try {
    const [profile] = await Promise.all([
      queryClient.ensureQueryData({ ...profileQuery, revalidateIfStale: true }),
      loadServices(),
    ]);
    await applyLanguage(profile.language);
    return { status, profile };
  } catch (error) {
    // The session ended between the two calls; its end has cancelled the others.
    if (useSession.getState().status === 'anonymous') return { status: 'anonymous' };
    throw error;
  }
}

async function loadServices(): Promise<void> {
  const answer = await queryClient
    .ensureQueryData({ ...servicesQuery, revalidateIfStale: true })
    .catch(() => null);
  for (const service of answer?.services ?? [])
    void queryClient.prefetchQuery(balanceQuery(service.service_id));
}
