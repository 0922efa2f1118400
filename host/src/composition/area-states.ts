import type { ReleaseSource } from '@portal/federation-contract/release-telemetry';
import { create } from 'zustand';

/** What has become of an area in this page. */
export interface AreaState {
  state: 'loaded' | 'failed';
  /** Of the release that was loaded, or tried last. */
  version: string;
  source: ReleaseSource;
  /** What the customer was shown for the latest failure, one that was recovered from included. */
  reference?: string | undefined;
}

/** The areas that this page has tried to load, by id. */
export const useAreaStates = create<Readonly<Record<string, AreaState>>>(() => ({}));

/** Notes what has become of an area; the reference of an earlier failure stays unless a new one is given. */
export function setAreaState(area: string, state: AreaState): void {
  const reference = state.reference ?? useAreaStates.getState()[area]?.reference;
  useAreaStates.setState({ [area]: { ...state, reference } });
}
