import { logout } from '@portal/contract/access';
import { configureApi } from '../api/api-settings.ts';
import { holdQueries } from '../api/hold-queries.ts';
import { queryClient } from '../api/query-cache.tsx';
import { request } from '../api/request.ts';
import { recoverSession } from './recover-session.ts';
import { sessionEnded } from './session-end.ts';
import { resumeSession, useSessionPause } from './session-pause.ts';
import { configureUnsavedChanges, hasUnsavedChanges, useSession } from './verify-session.ts';

interface SessionSettings {
  /** The address to which a customer is sent after logging out. */
  logoutAddress: string;
  /** Whether the page has unsaved changes: it is then paused, and not left, when the session has expired. */
  hasUnsavedChanges?: (() => boolean) | undefined;
  /** Leaves the page for an address; replaceable for tests. */
  leave?: ((address: string) => void) | undefined;
}

let settings: SessionSettings = { logoutAddress: '/' };
let channel: BroadcastChannel | null = null;

/**
 * Ends the session in this tab when another tab of this browser logs out, and when the API responds that the session
 * has expired; continues a paused page when another tab logs in. The host calls it once at start. Returns a function
 * that stops listening to other tabs.
 */
export function configureSession(changes: SessionSettings): () => void {
  settings = changes;
  configureUnsavedChanges(changes.hasUnsavedChanges ?? (() => false));
  configureApi({
    onUnauthorized: () => sessionEnded('expired'),
    recoverSession,
    isPaused: () => useSessionPause.getState().isPaused,
  });
  const opened = new BroadcastChannel('portal-session');
  opened.addEventListener('message', (event) => {
    if (event.data === 'logged-out') sessionEnded('logged-out');
    if (event.data === 'logged-in') void resumeSession();
    if (event.data === 'unsaved?' && hasUnsavedChanges()) opened.postMessage('unsaved');
  });
  channel = opened;
  const stopNoticing = useSession.subscribe(({ status }, before) => {
    if (status === 'verified' && before.status !== 'verified') opened.postMessage('logged-in');
  });
  return () => {
    stopNoticing();
    opened.close();
    channel = null;
  };
}

/** Milliseconds for which another tab may respond. */
const otherTabsLimit = 250;

/** Whether this tab or another one of this browser has unsaved changes, which logging out would discard. */
export async function isUnsavedInAnyTab(): Promise<boolean> {
  const asked = channel;
  if (hasUnsavedChanges()) return true;
  if (asked === null) return false;
  return new Promise((resolve) => {
    const end = (isUnsaved: boolean) => {
      clearTimeout(timer);
      asked.removeEventListener('message', listen);
      resolve(isUnsaved);
    };
    const listen = ({ data }: MessageEvent) => data === 'unsaved' && end(true);
    const timer = setTimeout(() => end(false), otherTabsLimit);
    asked.addEventListener('message', listen);
    asked.postMessage('unsaved?');
  });
}

/**
 * Aborts the page's queries, ends the session on the server, in this tab and in the others, then leaves for the logout
 * address. Rejects with an ApiError and loads the aborted queries again when the server could not be reached, because the
 * session is still open.
 */
export async function logOut(): Promise<void> {
  // The server would refuse the queries of the page once it has ended the session, and the browser would log every refusal.
  const release = holdQueries();
  try {
    await request(logout, { isRepeatable: true });
    notifyOtherTabs();
    sessionEnded('logged-out');
  } catch (error) {
    // The page needs what was aborted.
    void queryClient.invalidateQueries();
    throw error;
  } finally {
    release();
  }
  (settings.leave ?? goTo)(settings.logoutAddress);
}

/** Notifies the other tabs that the customer has logged out. */
export function notifyOtherTabs(): void {
  channel?.postMessage('logged-out');
}

function goTo(address: string): void {
  globalThis.location.assign(address);
}
