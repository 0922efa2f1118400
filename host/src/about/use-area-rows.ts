import type { ReleaseSource } from '@portal/federation-contract/release-telemetry';
import { useAreaNames } from '../areas/use-area-names.ts';
import { useAreaStates } from '../composition/area-states.ts';
import { pageComposition } from '../composition/page-releases.ts';

/** An area as it stands in this page. */
export interface AreaRow {
  id: string;
  title: string;
  state: 'loaded' | 'idle' | 'failed' | 'leftOut';
  /** Of the release that runs, or would; null for an area that is left out, and so is everything below. */
  version: string | null;
  commit: string | null;
  source: ReleaseSource | null;
  /** Of its latest failure in this page. */
  reference: string | null;
}

/** Every area of this page's composition, the left-out ones at the end. */
export function useAreaRows(): AreaRow[] {
  const states = useAreaStates();
  const nameOf = useAreaNames();
  const { releases, leftOut } = pageComposition();
  const sorted = releases.toSorted((a, b) => a.area.order - b.area.order);
  const present = sorted.map(({ area: { id }, release, source, fallback }): AreaRow => {
    const known = states[id];
    const version = known?.version ?? release.version;
    const running = [release, fallback].find((one) => one?.version === version);
    return {
      id,
      title: nameOf(id),
      state: known?.state ?? 'idle',
      version,
      commit: running?.commit ?? null,
      source: known?.source ?? source,
      reference: known?.reference ?? null,
    };
  });
  const absent = leftOut.map(({ id }): AreaRow => {
    return {
      id,
      title: nameOf(id),
      state: 'leftOut',
      version: null,
      commit: null,
      source: null,
      reference: null,
    };
  });
  return [...present, ...absent];
}
