import type { Area } from '@portal/federation-contract/area';
import type { Composition, LiveHost, LiveRelease } from '@portal/federation-contract/composition';
import type { PortalVisit } from '@portal/federation-contract/portal-visit';
import { chosenHost, isAreaWithdrawn } from '@portal/federation-contract/release-lookup';
import type { ReleaseSource } from '@portal/federation-contract/release-telemetry';
import * as v from 'valibot';

/** An area of this page: fixed for the page's lifetime, whatever is deployed meanwhile. */
export interface PageRelease {
  area: Area;
  release: LiveRelease;
  source: ReleaseSource;
  /** The release that the page uses when this one cannot be loaded. */
  fallback: LiveRelease | null;
}

export interface PageComposition {
  number: number;
  created: string;
  host: LiveHost;
  releases: readonly PageRelease[];
  /** The areas whose code safe mode excludes from this page. */
  excluded: readonly Area[];
  /** The areas that operators have taken offline. */
  withdrawn: readonly Area[];
  /** What no page may run, including versions; undefined for nothing. */
  withdrawals: Composition['withdrawn'];
}

let page: PageComposition | undefined;

/** Chooses this page's releases from a verified composition. Call it once, before any of the functions below. */
export function choosePageReleases(composition: Composition, visit: PortalVisit): void {
  const { number, created } = composition;
  const host = chosenHost(composition, visit);
  const areas = composition.areas.map(({ area }) => area);
  const withdrawn = areas.filter(({ id }) => isAreaWithdrawn(composition, id));
  const excluded = areas.filter((area) => visit.without.includes(area.id) && !withdrawn.includes(area));
  const releases = releasesFor(composition, visit);
  page = { number, created, host, releases, excluded, withdrawn, withdrawals: composition.withdrawn };
}

/** Replaces this page's releases. Call it before any of them is loaded. */
export function replacePageReleases(releases: readonly PageRelease[]): void {
  page = { ...pageComposition(), releases };
}

/** The releases that a visit gets from a composition: for each area the best one that has not failed in this tab. */
export function releasesFor(composition: Composition, visit: PortalVisit): PageRelease[] {
  const failed = failedVersions();
  return composition.areas
    .filter(({ area: { id } }) => !visit.without.includes(id) && !isAreaWithdrawn(composition, id))
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

/** The composition of this page. Throws before `choosePageReleases`. */
export function pageComposition(): PageComposition {
  if (page === undefined) throw new Error('no composition has been verified yet');
  return page;
}

/** The areas of this page, those without code last. Nothing leads to a withdrawn area; its pages say that it is. */
export function pageAreas(): readonly Area[] {
  const { releases, excluded, withdrawn } = pageComposition();
  const unlinked = { navigation: [], sidebars: [], plates: [], actions: [] };
  return [
    ...releases.map(({ area }) => area),
    ...excluded,
    ...withdrawn.map((area) => ({ ...area, ...unlinked })),
  ];
}

/** This page's release of an area; undefined for an area that is not in the composition, or is excluded. */
export function pageRelease(area: string): PageRelease | undefined {
  return pageComposition().releases.find((one) => one.area.id === area);
}

/** Whether safe mode excludes an area from this page. */
export function isExcluded(area: string): boolean {
  return pageComposition().excluded.some(({ id }) => id === area);
}

/** Whether operators have taken an area offline. */
export function isWithdrawn(area: string): boolean {
  return pageComposition().withdrawn.some(({ id }) => id === area);
}

/** Forgets fallbacks that have been withdrawn since this page was loaded. */
export function dropFallbacks(isUsable: (area: string, version: string) => boolean): void {
  const releases = pageComposition().releases.map((one) =>
    one.fallback === null || isUsable(one.area.id, one.fallback.version) ? one : { ...one, fallback: null },
  );
  replacePageReleases(releases);
}

const failedVersionsKey = 'portal.failed-versions';
const failedVersionsSchema = v.record(v.string(), v.string());

/** Area id → the version that failed in this tab and that its pages no longer use. */
export type FailedVersions = Readonly<Record<string, string>>;

/** The versions that failed in this tab; none where the browser forbids storage. */
export function failedVersions(): FailedVersions {
  try {
    return v.parse(failedVersionsSchema, JSON.parse(sessionStorage.getItem(failedVersionsKey) ?? '{}'));
  } catch {
    return {};
  }
}

/** Saves the versions that failed, for the next pages of this tab. Returns whether the browser stored them. */
export function saveFailedVersions(versions: FailedVersions): boolean {
  const text = JSON.stringify(versions);
  try {
    sessionStorage.setItem(failedVersionsKey, text);
    return sessionStorage.getItem(failedVersionsKey) === text;
  } catch {
    return false;
  }
}
