import type { Area } from '@portal/federation-contract/area';
import type { LiveRelease } from '@portal/federation-contract/composition';
import {
  isLeftOut,
  type PageRelease,
  pageComposition,
  replacePageReleases,
} from '../composition/page-releases.ts';

/** What a developer runs in place of an area's live release, or beside the live areas. */
export interface PageOverride {
  area: Area;
  release: LiveRelease;
}

/** Puts overrides in the place of this page's releases, and beside them; safe mode goes before them. */
export function overrideReleases(overrides: readonly PageOverride[]): void {
  const { releases } = pageComposition();
  const wanted = new Map(overrides.map((one) => [one.area.id, one]));
  const replaced = releases.map((one): PageRelease => {
    const override = wanted.get(one.area.id);
    if (override === undefined) return one;
    wanted.delete(one.area.id);
    // A candidate is no safe ground; what it falls back to is the active release.
    const fallback = one.source === 'canary' ? one.fallback : one.release;
    return { ...override, source: 'override', fallback };
  });
  const added = [...wanted.values()]
    .filter(({ area }) => !isLeftOut(area.id))
    .map((override): PageRelease => ({ ...override, source: 'override', fallback: null }));
  replacePageReleases([...replaced, ...added]);
}
