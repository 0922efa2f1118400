import { create } from 'zustand';

export interface SessionState {
  /** `unknown` until the server has said who is here. */
  status: 'unknown' | 'verified' | 'anonymous';
}

/** Whether the visitor is signed in, as far as this tab knows. */
export const useSession = create<SessionState>()(() => ({ status: 'unknown' }));
