import type { Language } from '@portal/contract/language';
import type { Profile } from '@portal/contract/profile';
import { queryClient } from '../api/query-client.ts';
import { changeLanguage, i18n } from '../i18n/i18n.ts';
import { balanceQuery, profileQuery, servicesQuery } from './account-queries.ts';
import { useSession } from './session-store.ts';
import { checkSession } from './verify-session.ts';

const languageLimitMs = 2_000;

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

// Texts that are slow to come do not hold up the page; they replace the present ones once they are there.
async function applyLanguage(language: Language): Promise<void> {
  if (language === i18n.language) return;
  const late = new Promise<void>((resolve) => setTimeout(resolve, languageLimitMs));
  await Promise.race([changeLanguage(language), late]);
}

async function loadServices(): Promise<void> {
  const answer = await queryClient
    .ensureQueryData({ ...servicesQuery, revalidateIfStale: true })
    .catch(() => null);
  for (const service of answer?.services ?? [])
    void queryClient.prefetchQuery(balanceQuery(service.service_id));
}
