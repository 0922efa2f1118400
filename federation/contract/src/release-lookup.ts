import { type Area, type AreaPage, pagePath } from './area.ts';
import type { Composition, LiveArea, LiveHost, LiveRelease } from './composition.ts';

/** An area's data, with the release of it that a page uses. */
export interface ChosenRelease {
  area: Area;
  release: LiveRelease;
}

/** The release that a visit gets: the canary's when the visit names the area, otherwise the active one. */
export function chosenRelease(
  { area, active, canary }: Pick<LiveArea, 'area' | 'active' | 'canary'>,
  visit: { canary: readonly string[] },
): ChosenRelease {
  return canary !== null && visit.canary.includes(area.id) ? canary : { area, release: active };
}

/** The page of an area at a path: by its own path or by an alias. A slash at the end makes no difference. */
export function findPage(
  area: Pick<Area, 'base_path'> & { pages: readonly AreaPage[] },
  pathname: string,
): AreaPage | undefined {
  const path = pathname.replace(/(.)\/$/, '$1');
  // The script in the HTML reads compositions that are not parsed yet: an empty list may be absent.
  return area.pages.find((page) => pagePath(area, page) === path || page.aliases?.includes(path));
}

/** Whether a path leads into an area: to one of its pages, or anywhere below its base path. */
export function ownsPath(area: Area, pathname: string): boolean {
  return findPage(area, pathname) !== undefined || `${pathname}/`.startsWith(`${area.base_path}/`);
}

/** The entry whose area owns a namespace of texts; undefined when the namespace is the host's. */
export function namespaceOwner<Entry extends { area: Pick<Area, 'namespaces'> }>(
  entries: readonly Entry[],
  namespace: string,
): Entry | undefined {
  return entries.find(({ area }) => area.namespaces.includes(namespace));
}

/** The page that an area's own path leads to: the one marked as index, otherwise the first. */
export function indexPage(area: Area): AreaPage | undefined {
  return area.pages.find((page) => page.index) ?? area.pages[0];
}

/** Path of a namespace's texts inside a release: `locales/de/common.json`. */
export function localePath(language: string, namespace: string): string {
  return `locales/${language}/${namespace}.json`;
}

/** Every release that a composition names, with its area's id or `host`: the host, and the active, previous and canary releases. */
export function namedReleases({
  host,
  areas,
}: Pick<Composition, 'host' | 'areas'>): { unit: string; release: LiveHost | LiveRelease }[] {
  const ofAreas = areas.flatMap(({ area, active, previous, canary }) =>
    [active, previous, canary?.release]
      .filter((release) => release !== null && release !== undefined)
      .map((release) => ({ unit: area.id, release })),
  );
  return [{ unit: 'host', release: host }, ...ofAreas];
}
