import { ApiError } from '@portal/shared/api';
import { redirect } from '@portal/shared/router';
import { clearStoredState, loadSession } from '@portal/shared/session';

interface Navigation {
  request: Request;
}

/** On the authorization screens all stored state is cleared before anything else. */
export function clearStateGuard(_navigation: Navigation, next: () => Promise<unknown>): Promise<unknown> {
  clearStoredState();
  return next();
}

/**
 * Lets a verified customer pass, with profile and services loaded. Anybody else goes to the log-in screen and comes
 * back from there. A fault of the network or the server is thrown: the place is kept and can be tried again.
 */
export async function sessionGuard({ request }: Navigation, next: () => Promise<unknown>): Promise<unknown> {
  const session = await loadSession().catch(agreementFirst);
  if (session.status === 'anonymous') throw redirect(logInPath(request.url));
  return next();
}

function agreementFirst(error: unknown): never {
  throw error instanceof ApiError && error.code === 'dpu_required' ? redirect('/dpu') : error;
}

/** The log-in screen's address, from which the customer returns to `url`. */
export function logInPath(url: string): string {
  const { pathname, search } = new URL(url);
  const target = pathname + search;
  return target === '/welcome' ? '/login' : `/login?return_to=${encodeURIComponent(target)}`;
}
