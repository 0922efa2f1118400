import { logout } from '@portal/contract/access';
import { configureApi } from '../api/client.ts';
import { request } from '../api/request.ts';
import { listenToOtherTabs, tellOtherTabs } from './other-tabs.ts';
import { sessionEnded } from './session-end.ts';

export interface SessionSettings {
  /** Where a customer lands after logging out. */
  logoutAddress: string;
  /** Leaves the page for an address; replaceable for tests. */
  leave?: ((address: string) => void) | undefined;
}

let settings: SessionSettings = { logoutAddress: '/' };

/**
 * Joins this tab to the session's other tabs and to the calls that find the session gone. The host calls it once at
 * start; gives back the function that undoes it.
 */
export function configureSession(changes: SessionSettings): () => void {
  settings = changes;
  configureApi({ onUnauthorized: () => sessionEnded('expired') });
  return listenToOtherTabs(() => sessionEnded('logged-out'));
}

/**
 * Ends the session on the server, in this tab and in the others, then leaves for the logout address. Rejects with an
 * ApiError and changes nothing when the server could not be reached: the session would still be open.
 */
export async function logOut(): Promise<void> {
  await request(logout);
  tellOtherTabs();
  sessionEnded('logged-out');
  (settings.leave ?? goTo)(settings.logoutAddress);
}

function goTo(address: string): void {
  globalThis.location.assign(address);
}
