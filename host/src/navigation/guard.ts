import { actionPath, hasUnsavedChanges } from '@portal/shared/area';
import { redirect } from '@portal/shared/router';
import { clearStoredState, loadSession, pauseSession } from '@portal/shared/session';
import { dropEarlyResponses } from '../document/portal-start.ts';

interface Navigation {
  request: Request;
}

/** Clears all stored state before an authorization screen. */
export function clearStateGuard(_navigation: Navigation, next: () => Promise<unknown>): Promise<unknown> {
  dropEarlyResponses();
  clearStoredState();
  return next();
}

/**
 * Loads the session, profile and services of a verified customer. Redirects other visitors to the login page, which
 * leads back; a page with unsaved changes waits for its customer to log in again. Throws faults of the network or the
 * server, so that the navigation can be retried.
 */
export async function sessionGuard({ request }: Navigation, next: () => Promise<unknown>): Promise<unknown> {
  let session = await loadSession();
  while (session.status === 'anonymous' && hasUnsavedChanges() && (await pauseSession()))
    session = await loadSession();
  if (session.status === 'anonymous') throw redirect(loginPathFor(request.url));
  if (session.status === 'limited') throw redirect(loginPathFor(request.url, actionPath('agreement')));
  return next();
}

/** The first address of a visitor without a session. */
export const entryPath = '/';

/** The path of the login page; without an area that offers one, the path that leads to an area for visitors. */
export function loginPath(): string {
  return actionPath('login') ?? entryPath;
}

/** The address of the login page, or of another `screen` before the account, that leads back to `url` afterwards. */
export function loginPathFor(url: string, screen = loginPath()): string {
  const { pathname, search } = new URL(url);
  const target = pathname + search;
  return target === '/welcome' ? screen : `${screen}?return_to=${encodeURIComponent(target)}`;
}
