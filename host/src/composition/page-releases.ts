import type { Area } from '@portal/contract/area';
import type { Composition, LiveHost, LiveRelease } from '@portal/contract/composition';
import type { PortalVisit } from '@portal/contract/portal-visit';
import type { ReleaseSource } from '@portal/contract/release-report';

/** An area as this page has it: fixed for the page's life, whatever is deployed meanwhile. */
export interface PageRelease {
  area: Area;
  release: LiveRelease;
  source: ReleaseSource;
  /** What the page turns to when the release cannot be loaded. */
  fallback: LiveRelease | null;
}

/** What a developer runs in place of an area's live release, or beside the live areas. */
export interface PageOverride {
  area: Area;
  release: LiveRelease;
}

export interface PageComposition {
  number: number;
  created: string;
  host: LiveHost;
  releases: readonly PageRelease[];
  /** Safe mode: areas whose code this page does without. */
  leftOut: readonly Area[];
}

let page: PageComposition | undefined;

/** Chooses this page's releases from a verified composition. Call it once, before anything asks for them. */
export function choosePageReleases(composition: Composition, visit: PortalVisit): void {
  const { number, created, host, areas } = composition;
  const leftOut = areas.map(({ area }) => area).filter(({ id }) => visit.without.includes(id));
  page = { number, created, host, releases: releasesFor(composition, visit), leftOut };
}

/** Puts overrides in the place of this page's releases, and beside them. Call it before any of them is loaded. */
export function overridePageReleases(overrides: readonly PageOverride[]): void {
  const { releases, ...rest } = pageComposition();
  const wanted = overrides.filter(({ area }) => !isLeftOut(area.id));
  const of = (id: string) => wanted.find(({ area }) => area.id === id);
  const replaced = releases.map((one): PageRelease => {
    const override = of(one.area.id);
    if (override === undefined) return one;
    // A candidate is no safe ground; what it falls back to is the active release.
    const fallback = one.source === 'canary' ? one.fallback : one.release;
    return { ...override, source: 'override', fallback };
  });
  const added = wanted
    .filter(({ area }) => pageRelease(area.id) === undefined)
    .map((override): PageRelease => ({ ...override, source: 'override', fallback: null }));
  page = { ...rest, releases: [...replaced, ...added] };
}

/** The releases that a visit gets from a composition. */
export function releasesFor({ areas }: Composition, visit: PortalVisit): PageRelease[] {
  return areas
    .filter(({ area }) => !visit.without.includes(area.id))
    .map(({ area, active, previous, canary }): PageRelease => {
      if (canary === null || !visit.canary.includes(area.id))
        return { area, release: active, source: 'active', fallback: previous };
      return { area: canary.area, release: canary.release, source: 'canary', fallback: active };
    });
}

/** The composition that this page runs on. Throws before `choosePageReleases`. */
export function pageComposition(): PageComposition {
  if (page === undefined) throw new Error('no composition has been verified yet');
  return page;
}

/** This page's release of an area; undefined for one that the page goes without. */
export function pageRelease(area: string): PageRelease | undefined {
  return pageComposition().releases.find((one) => one.area.id === area);
}

/** Whether safe mode keeps an area's code out of this page. */
export function isLeftOut(area: string): boolean {
  return pageComposition().leftOut.some(({ id }) => id === area);
}
