import { verifyAccess } from '@portal/contract/access';
import { create } from 'zustand';
import { ApiError } from '../api/api-error.ts';
import { settings } from '../api/api-settings.ts';
import { request } from '../api/request.ts';

export interface SessionState {
  /** `unknown` until the server has responded whether there is a session. */
  status: 'unknown' | 'verified' | 'anonymous';
}

/** Whether the visitor is logged in, as far as this tab knows. */
export const useSession = create<SessionState>()(() => ({ status: 'unknown' }));

/** `limited`: logged in, but the data processing agreement has to be accepted before anything else. */
export type SessionCheck = 'anonymous' | 'limited' | 'verified';

/** Milliseconds for which a verified session is not verified again. */
const trustMs = 30_000;

let unsavedChanges = () => false;
let verifiedUntil = 0;
let verifiedAccount: string | null = null;
let pending: Promise<SessionCheck> | null = null;
// Incremented when the stored state is cleared: a response that was pending then must not be stored.
let era = 0;

/**
 * Asks the server whether there is a session. `verified` holds for 30 seconds, and parallel checks share one request.
 * Only 401 or `success: false` mean `anonymous`; any other failure rejects with an ApiError and leaves the session's
 * status unchanged.
 */
export function checkSession(): Promise<SessionCheck> {
  if (Date.now() < verifiedUntil) return Promise.resolve('verified');
  if (pending !== null) return pending;
  const check = verifyAndStore().finally(() => {
    if (pending === check) pending = null;
  });
  pending = check;
  return check;
}

/** Sets how to find out whether the page has unsaved changes. */
export function configureUnsavedChanges(has: () => boolean): void {
  unsavedChanges = has;
}

/** Whether the page has unsaved changes, which must survive the end of the session. */
export function hasUnsavedChanges(): boolean {
  return unsavedChanges();
}

/** Sends the next check to the server, even if the session was just verified or a check is pending. */
export function forgetVerification(): void {
  verifiedUntil = 0;
  verifiedAccount = null;
  pending = null;
  era += 1;
}

async function verifyAndStore(): Promise<SessionCheck> {
  const eraAtStart = era;
  const { check, account } = await askServer();
  if (eraAtStart !== era) return check;
  verifiedAccount = account;
  verifiedUntil = check === 'verified' ? Date.now() + trustMs : 0;
  // A page with unsaved changes is paused: without a session its components would remove them.
  if (check === 'anonymous' && unsavedChanges()) return check;
  useSession.setState({ status: check === 'anonymous' ? 'anonymous' : 'verified' });
  return check;
}

/** Asks the server whether there is a session, of whatever account. Rejects with an ApiError. */
export async function verify(): Promise<SessionCheck> {
  return (await askServer()).check;
}

/**
 * Asks the server whether the session that the browser has now is of the page's account or of another one. Resolves to null without a
 * session that is verified, or if the page has no account yet. Rejects with an ApiError.
 */
export async function findOwnership(): Promise<'own' | 'other' | null> {
  const own = settings.account ?? verifiedAccount;
  if (own === null) return null;
  const { check, account } = await askServer();
  if (check === 'anonymous' || account === null) return null;
  if (account !== own) return 'other';
  return check === 'verified' ? 'own' : null;
}

async function askServer(): Promise<{ check: SessionCheck; account: string | null }> {
  try {
    const {
      success,
      dpu_required,
      account_sid: account,
    } = await request(verifyAccess, { isRepeatable: true });
    if (!success) return { check: 'anonymous', account: null };
    return { check: dpu_required ? 'limited' : 'verified', account };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return { check: 'anonymous', account: null };
    throw error;
  }
}
