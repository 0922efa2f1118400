import type { Area } from '@portal/federation-contract/area';
import type { Composition, LiveHost, LiveRelease } from '@portal/federation-contract/composition';
import type { PortalVisit } from '@portal/federation-contract/portal-visit';
import type { ReleaseSource } from '@portal/federation-contract/release-telemetry';
import { failedVersions } from './failed-versions.ts';

/** An area as this page has it: fixed for the page's life, whatever is deployed meanwhile. */
export interface PageRelease {
  area: Area;
  release: LiveRelease;
  source: ReleaseSource;
  /** What the page turns to when the release cannot be loaded. */
  fallback: LiveRelease | null;
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

/** Puts other releases in the place of this page's. Call it before any of them is loaded. */
export function replacePageReleases(releases: readonly PageRelease[]): void {
  page = { ...pageComposition(), releases };
}

/** The releases that a visit gets from a composition: of each area the best one that has not failed in this tab. */
export function releasesFor({ areas }: Composition, visit: PortalVisit): PageRelease[] {
  const failed = failedVersions();
  return areas
    .filter(({ area }) => !visit.without.includes(area.id))
    .map(({ area, active, previous, canary }): PageRelease => {
      const isTried = canary !== null && visit.canary.includes(area.id);
      const choices = [
        ...(isTried ? [{ area: canary.area, release: canary.release, source: 'canary' as const }] : []),
        { area, release: active, source: 'active' as const },
        ...(previous === null ? [] : [{ area, release: previous, source: 'previous' as const }]),
      ];
      const from = choices.findIndex(({ release }) => release.version === failed[area.id]) + 1;
      const best = choices[from] ?? { area, release: active, source: 'active' };
      return { ...best, fallback: choices[from + 1]?.release ?? null };
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
