import type { Language } from '@portal/contract/language';
import type { Profile } from '@portal/contract/profile';
import { queryClient } from '../api/query-cache.tsx';
import { changeLanguage, i18n } from '../i18n/i18n.ts';
import { unsavedLanguage } from './language-choice.ts';
import { useSessionPause } from './session-pause.ts';
import { balanceQuery, profileQuery, servicesQuery, showAccount, updateProfile } from './use-account.ts';
import { checkSession, useSession } from './verify-session.ts';

type LoadedSession = { status: 'anonymous' | 'limited' } | { status: 'verified'; profile: Profile };

/** Milliseconds for which the page waits for the texts of the profile's language. */
const languageLimit = 2_000;

let appliedLanguage: Language | null = null;

/**
 * Loads what a page of the account needs before it is shown: a verified session, the profile, whose language is applied,
 * and the services, whose balances load in the background. Cached responses are used immediately and revalidated in the
 * background. Rejects with an ApiError when the session or the profile cannot be loaded; the components that show the
 * services handle a failure of the services.
 */
export async function loadSession(): Promise<LoadedSession> {
  const status = await checkSession();
  if (status !== 'verified') return { status };
  try {
    const [profile] = await Promise.all([
      queryClient.ensureQueryData({ ...profileQuery, revalidateIfStale: true }),
      loadServices(),
    ]);
    // Another tab may have ended the session after the response with the profile.
    if (hasEnded()) return { status: 'anonymous' };
    // A cached profile was loaded without the query's function.
    showAccount(profile);
    await applyLanguage(profile.language);
    return hasEnded() ? { status: 'anonymous' } : { status, profile };
  } catch (error) {
    // The session ended between the two requests, which cancelled the others.
    if (hasEnded()) return { status: 'anonymous' };
    throw error;
  }
}

function hasEnded(): boolean {
  return useSession.getState().status === 'anonymous' || useSessionPause.getState().isPaused;
}

/** Lets the profile of the next session apply its language again. */
export function forgetAppliedLanguage(): void {
  appliedLanguage = null;
}

async function loadServices(): Promise<void> {
  const response = await queryClient
    .ensureQueryData({ ...servicesQuery, revalidateIfStale: true })
    .catch(() => null);
  for (const service of response?.services ?? [])
    void queryClient.prefetchQuery(balanceQuery(service.service_id));
}

// Each language of the profile is applied once: the next navigation must not undo a choice that is still being saved or
// could not be saved. Texts that load slowly do not delay the page.
async function applyLanguage(language: Language): Promise<void> {
  if (language === appliedLanguage) return;
  appliedLanguage = language;
  const chosen = unsavedLanguage();
  if (chosen !== null && chosen !== language) {
    // The page was reloaded before the choice was saved, and its request may be lost.
    void updateProfile({ language: chosen }).catch(() => undefined);
    return;
  }
  if (language === i18n.language) return;
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, languageLimit));
  // The page stays in its language when the texts of the profile's cannot be loaded.
  await Promise.race([changeLanguage(language).catch(() => undefined), timeout]);
}
