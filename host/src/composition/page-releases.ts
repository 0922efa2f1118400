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

interface PageComposition {
  number: number;
  host: LiveHost;
  releases: readonly PageRelease[];
}

let page: PageComposition | undefined;

/** Chooses this page's releases from a verified composition. Call it once, before anything asks for them. */
export function choosePageReleases({ number, host, areas }: Composition, visit: PortalVisit): void {
  const releases = areas
    .filter(({ area }) => !visit.without.includes(area.id))
    .map(({ area, active, previous, canary }): PageRelease => {
      if (canary === null || !visit.canary.includes(area.id))
        return { area, release: active, source: 'active', fallback: previous };
      return { area: canary.area, release: canary.release, source: 'canary', fallback: active };
    });
  page = { number, host, releases };
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
