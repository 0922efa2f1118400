import { actionPath } from '@portal/shared/area';
import { redirect } from '@portal/shared/router';
import { clearStoredState, loadSession } from '@portal/shared/session';
import { dropEarlyResponses } from '../document/early-response.ts';
import { preloadFrame } from './lazy-frame.tsx';
import { loginPathFor } from './login-path.ts';

interface Navigation {
  request: Request;
}

/** On the authorization screens all stored state is cleared before anything else. */
export function clearStateGuard(_navigation: Navigation, next: () => Promise<unknown>): Promise<unknown> {
  dropEarlyResponses();
  clearStoredState();
  return next();
}

/**
 * Lets a verified customer pass, with profile and services loaded. Anybody else goes to the log-in screen and comes
 * back from there. A fault of the network or the server is thrown: the place is kept and can be tried again.
 */
export async function sessionGuard({ request }: Navigation, next: () => Promise<unknown>): Promise<unknown> {
  preloadFrame();
  const session = await loadSession();
  if (session.status === 'anonymous') throw redirect(loginPathFor(request.url));
  if (session.status === 'limited') throw redirect(loginPathFor(request.url, actionPath('agreement')));
  return next();
}
