import { sessionEnded } from './session-end.ts';
import { findOwnership } from './verify-session.ts';

let pending: Promise<boolean> | null = null;

/**
 * Looks for a new session that another tab has started, after a request has lost the one of the page. Resolves to true
 * if it is of the page's account. If it is of another account, ends the session of the page. Parallel calls share one search.
 */
export function recoverSession(): Promise<boolean> {
  pending ??= search().finally(() => {
    pending = null;
  });
  return pending;
}

async function search(): Promise<boolean> {
  // The server has refused the session: without another response it has ended.
  const found = await findOwnership().catch(() => null);
  if (found === 'other') sessionEnded('replaced');
  return found === 'own';
}
