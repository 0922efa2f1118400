import { pagePath } from '@portal/federation-contract/area';
import type { PortalFacts } from '@portal/federation-contract/portal-facts';
import { findPage, indexPage } from '@portal/federation-contract/release-lookup';
import type { UnitSet } from '../composition/write-composition.ts';
import type { ReleaseName } from '../releases/release-name.ts';

/** A page that a trial run opens. */
export interface TriedPage {
  path: string;
  /** The area whose page it is; null for a page of the host. */
  area: string | null;
  /** The candidate that its faults are attributed to. */
  candidate: ReleaseName;
  /** Whether the page is shown to visitors without a session. */
  isAnonymous: boolean;
  /** Whether the live set has the page. */
  isLive: boolean;
}

/**
 * The pages that show whether candidates work: each page of a candidate area, and the host's pages when the area has plates
 * there; for a host its own pages, and the first page of every area that is no candidate itself.
 */
export function triedPages(
  units: UnitSet,
  live: UnitSet | undefined,
  candidates: readonly ReleaseName[],
  facts: Pick<PortalFacts, 'host_pages'>,
): TriedPage[] {
  const host = candidates.find(({ unit }) => unit === 'host');
  const found = new Map<string, TriedPage>();
  const add = (page: Omit<TriedPage, 'isLive'>) => {
    if (!found.has(page.path)) found.set(page.path, { ...page, isLive: hasPage(live, page.path, facts) });
  };
  const addHostPages = (candidate: ReleaseName) => {
    for (const path of facts.host_pages) add({ path, area: null, candidate, isAnonymous: false });
  };
  if (host !== undefined) addHostPages(host);
  for (const { area } of units.areas) {
    const own = candidates.find(({ unit }) => unit === area.id);
    const candidate = own ?? host;
    if (candidate === undefined) continue;
    const pages = own === undefined ? [indexPage(area)] : area.pages;
    const isAnonymous = area.access === 'anonymous';
    for (const page of pages)
      if (page !== undefined) add({ path: pagePath(area, page), area: area.id, candidate, isAnonymous });
    if (area.plates.length > 0) addHostPages(candidate);
  }
  return [...found.values()];
}

function hasPage(
  live: UnitSet | undefined,
  path: string,
  { host_pages: hostPages }: Pick<PortalFacts, 'host_pages'>,
): boolean {
  if (live === undefined) return false;
  return hostPages.includes(path) || live.areas.some(({ area }) => findPage(area, path) !== undefined);
}
