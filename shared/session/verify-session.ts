import { verifyAccess } from '@portal/contract/access';
import { ApiError } from '../api/api-error.ts';
import { request } from '../api/request.ts';
import { useSession } from './session-store.ts';

/** `limited`: signed in, but the data processing agreement has to be accepted before anything else. */
export type SessionCheck = 'anonymous' | 'limited' | 'verified';

const trustMs = 30_000;

let verifiedUntil = 0;
let pending: Promise<SessionCheck> | null = null;
// Grows when everything is forgotten: an answer that was under way then must not be remembered.
let era = 0;

/**
 * Asks the server who is here. `verified` holds for 30 seconds and parallel questions share one call. Only 401 or
 * `success: false` mean `anonymous`; anything else that goes wrong rejects with an ApiError and says nothing about
 * the session.
 */
export function checkSession(): Promise<SessionCheck> {
  if (Date.now() < verifiedUntil) return Promise.resolve('verified');
  if (pending !== null) return pending;
  const asked = ask().finally(() => {
    if (pending === asked) pending = null;
  });
  pending = asked;
  return asked;
}

/** The next question goes to the server, whatever is known or under way. */
export function forgetVerification(): void {
  verifiedUntil = 0;
  pending = null;
  era += 1;
}

async function ask(): Promise<SessionCheck> {
  const asked = era;
  const check = await answer();
  if (asked !== era) return check;
  verifiedUntil = check === 'verified' ? Date.now() + trustMs : 0;
  useSession.setState({ status: check === 'anonymous' ? 'anonymous' : 'verified' });
  return check;
}

async function answer(): Promise<SessionCheck> {
  try {
    const { success, dpu_required } = await request(verifyAccess);
    if (!success) return 'anonymous';
    return dpu_required ? 'limited' : 'verified';
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return 'anonymous';
    throw error;
  }
}
