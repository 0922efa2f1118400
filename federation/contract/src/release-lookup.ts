import { type Area, type AreaPage, pagePath } from './area.ts';
import type { Composition, LiveArea, LiveHost, LiveRelease } from './composition.ts';

/** An area with the release that a page uses. */
export interface ChosenRelease {
  area: Area;
  release: LiveRelease;
}

/** The release for a visit: the canary if the visit names the area, otherwise the active one. */
export function chosenRelease(
  { area, active, canary }: Pick<LiveArea, 'area' | 'active' | 'canary'>,
  visit: { canary: readonly string[] },
): ChosenRelease {
  return canary !== null && visit.canary.includes(area.id) ? canary : { area, release: active };
}

interface Hosts<Host> {
  host: Host;
  previous_host?: Host;
  canary_host?: { release: Host };
}

/** The host for a visit: the canary or the previous one if the visit says so and there is one, otherwise the active one. */
export function chosenHost<Host>(
  { host, previous_host: previous, canary_host: canary }: Hosts<Host>,
  visit: { host?: 'previous' | 'canary' },
): Host {
  if (visit.host === 'canary') return canary?.release ?? host;
  return visit.host === 'previous' ? (previous ?? host) : host;
}

type Withdrawals = Pick<Composition, 'withdrawn'>;

/** Whether an area's pages show a notice instead. */
export function isAreaWithdrawn({ withdrawn }: Withdrawals, area: string): boolean {
  return withdrawn?.areas.includes(area) === true;
}

/** Whether no page may run a version of an area, or of the host. */
export function isVersionWithdrawn({ withdrawn }: Withdrawals, unit: string, version: string): boolean {
  return withdrawn?.versions[unit]?.includes(version) === true;
}

/** The page of an area with this path or alias; a trailing slash is ignored. */
export function findPage(
  area: Pick<Area, 'base_path'> & { pages: readonly AreaPage[] },
  pathname: string,
): AreaPage | undefined {
  const path = pathname.replace(/(.)\/$/, '$1');
  // The script in the HTML reads unparsed compositions, in which an empty list may be absent.
  return area.pages.find((page) => pagePath(area, page) === path || page.aliases?.includes(path));
}

/** Whether a path is a page of an area or below its base path. */
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

/** The page at an area's base path: the one marked as index, otherwise the first. */
export function indexPage(area: Area): AreaPage | undefined {
  return area.pages.find((page) => page.index) ?? area.pages[0];
}

/** Path of a namespace's texts inside a release: `locales/de/common.json`. */
export function localePath(language: string, namespace: string): string {
  return `locales/${language}/${namespace}.json`;
}

/** What a release that a composition names is to its area. */
export type ReleaseRole = 'active' | 'previous' | 'canary';

/** Every release that a composition names, with its area's id or `host`: the active, previous and canary releases. */
export function namedReleases({
  host,
  previous_host: previousHost,
  canary_host: canaryHost,
  areas,
}: Pick<Composition, 'host' | 'previous_host' | 'canary_host' | 'areas'>): {
  unit: string;
  role: ReleaseRole;
  release: LiveHost | LiveRelease;
}[] {
  const named = (unit: string, role: ReleaseRole, release: LiveHost | LiveRelease | null | undefined) =>
    release === null || release === undefined ? [] : [{ unit, role, release }];
  return [
    ...named('host', 'active', host),
    ...named('host', 'previous', previousHost),
    ...named('host', 'canary', canaryHost?.release),
    ...areas.flatMap(({ area: { id }, active, previous, canary }) => [
      ...named(id, 'active', active),
      ...named(id, 'previous', previous),
      ...named(id, 'canary', canary?.release),
    ]),
  ];
}
