import { actionPath } from '@portal/shared/area';
import { redirect } from '@portal/shared/router';
import { clearStoredState, loadSession } from '@portal/shared/session';
import { dropEarlyResponses } from '../document/early-response.ts';
import { preloadFrame } from './lazy-frame.tsx';
import { loginPathFor } from './login-path.ts';

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
 * leads back. Throws faults of the network or the server, so that the navigation can be retried.
 */
export async function sessionGuard({ request }: Navigation, next: () => Promise<unknown>): Promise<unknown> {
  preloadFrame();
  const session = await loadSession();
  if (session.status === 'anonymous') throw redirect(loginPathFor(request.url));
  if (session.status === 'limited') throw redirect(loginPathFor(request.url, actionPath('agreement')));
  return next();
}
