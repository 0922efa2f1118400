import { getProfile } from '@portal/contract/profile';
import { create } from 'zustand';
import { ApiError } from '../api/api-error.ts';
import { queryClient } from '../api/query-cache.tsx';
import { request } from '../api/request.ts';
import { verify } from './verify-session.ts';

interface SessionPause {
  /** The session has ended, and the page waits for a new one of the same account because it has unsaved changes. */
  isPaused: boolean;
  /** Another account is logged in in this browser. */
  isOtherAccount: boolean;
}

/** Whether the page waits for its customer to log in again. */
export const useSessionPause = create<SessionPause>()(() => ({ isPaused: false, isOtherAccount: false }));

let pause: PromiseWithResolvers<boolean> | null = null;

/**
 * Keeps a page whose session has ended. Resolves to true when its account is logged in again, in another tab, and to false when the
 * customer leaves the page.
 */
export function pauseSession(): Promise<boolean> {
  if (pause !== null) return pause.promise;
  pause = Promise.withResolvers();
  useSessionPause.setState({ isPaused: true });
  // Another tab may have logged in to another account, or to the same one since.
  void resumeSession();
  return pause.promise;
}

/** Ends the pause if the page's account is logged in again. Without a response nothing changes. */
export async function resumeSession(): Promise<void> {
  if (pause === null) return;
  try {
    if ((await verify()) !== 'verified') {
      useSessionPause.setState({ isOtherAccount: false });
      return;
    }
    // The server refuses this request when another account is logged in.
    await request(getProfile);
    void queryClient.invalidateQueries();
    endPause(true);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) useSessionPause.setState({ isOtherAccount: true });
  }
}

/** Ends the pause: whether the session continues, or the page is left. */
export function endPause(isResumed: boolean): void {
  pause?.resolve(isResumed);
  pause = null;
  useSessionPause.setState({ isPaused: false, isOtherAccount: false });
}
