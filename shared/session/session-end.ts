import { configureApi } from '../api/api-settings.ts';
import { queryClient } from '../api/query-cache.tsx';
import { setFormatTimeZone } from '../i18n/use-format.ts';
import { forgetAppliedLanguage } from './load-session.ts';
import { endPause, pauseSession, useSessionPause } from './session-pause.ts';
import { forgetVerification, hasUnsavedChanges, useSession } from './verify-session.ts';

/**
 * `expired`: the server no longer knows the session. `logged-out`: the customer left, in this tab or another. `replaced`: the browser has
 * a session of another account.
 */
type SessionEnd = 'expired' | 'logged-out' | 'replaced';
export type SessionEndListener = (reason: SessionEnd) => void;

/** State of the login page's history entry when the session has ended. */
export const sessionEndedState = 'session-ended';

const listeners = new Set<SessionEndListener>();
/** How the session has ended whose stored state was cleared last. */
let ended: SessionEnd | undefined;

/**
 * Listens for the end of the session, and for one that came since the page was allowed, while its code was loading. Returns a function
 * that stops listening.
 */
export function onSessionEnd(listener: SessionEndListener): () => void {
  listeners.add(listener);
  if (ended && useSession.getState().status === 'anonymous') listener(ended);
  return () => void listeners.delete(listener);
}

/**
 * Ends the session in this tab: clears the stored state and notifies the listeners once. If the customer has not logged out and the page
 * has unsaved changes, it is paused first.
 */
export function sessionEnded(reason: SessionEnd): void {
  if (reason !== 'logged-out' && hasUnsavedChanges())
    void pauseSession().then((isResumed) => isResumed || endSession('expired'));
  // The customer logs out of another account to log in to that of this page.
  else if (!useSessionPause.getState().isOtherAccount) endSession(reason);
}

function endSession(reason: SessionEnd): void {
  if (useSession.getState().status === 'anonymous') return;
  endPause(false);
  useSession.setState({ status: 'anonymous' });
  clearStoredState();
  ended = reason;
  for (const listener of listeners) listener(reason);
}

/** Clears session and local storage and the account's data in memory. The language cookie stays. */
export function clearStoredState(): void {
  ended = undefined;
  forgetVerification();
  forgetAppliedLanguage();
  // Components that know the session has ended must not send requests while the page of the account is being left.
  if (useSession.getState().status !== 'anonymous') useSession.setState({ status: 'unknown' });
  void queryClient.cancelQueries();
  queryClient.clear();
  setFormatTimeZone(null);
  configureApi({ account: null });
  clear(() => globalThis.sessionStorage);
  clear(() => globalThis.localStorage);
}

// A browser that forbids storage throws on the first access, and then there is nothing to clear.
function clear(storage: () => Storage): void {
  try {
    storage().clear();
  } catch {
    return;
  }
}
