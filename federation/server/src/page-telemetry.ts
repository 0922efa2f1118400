import type { KeyObject } from 'node:crypto';
import type { Composition } from '@portal/federation-contract/composition';
import type { PortalVisit } from '@portal/federation-contract/portal-visit';
import { chosenRelease, findPage } from '@portal/federation-contract/release-lookup';
import type { FastifyRequest } from 'fastify';
import { type AllowedRelease, newVisit, signPageToken } from './page-token.ts';

/** Release telemetry as far as pages need it. */
export interface PageTelemetry {
  /** Signs the tokens of pages. All processes have the same. */
  key: KeyObject;
  /** Counts a page that is being served, for one unit with a canary. The page does not wait for it. */
  count(request: FastifyRequest, page: ServedPage): Promise<void>;
}

interface IssuedPage {
  composition: Composition;
  visit: PortalVisit;
  path: string;
  /** Whether the page may run releases of a developer's machine. */
  isOverridden: boolean;
}

/** The token of a page that is being served. Counts the page if its host or the area that it shows has a canary. */
export function issueToken(
  { key, count }: PageTelemetry,
  request: FastifyRequest,
  { composition, visit: chosen, path, isOverridden }: IssuedPage,
): string {
  const visit = newVisit();
  const pages = countedPages(composition, { visit, path, chosen });
  for (const page of isShown(request) && !isOverridden ? pages : [])
    void count(request, page).catch((error) => request.log.error({ err: error }, 'page not counted'));
  return signPageToken({ visit, releases: allowedReleases(composition, chosen) }, key);
}

/**
 * Whether the browser opens the page. One that prefetches it, which older ones say in `Purpose`, may never show it. One that requests it for an image or a
 * frame does so for another site, whose visitors would fill both cohorts with silent pages.
 */
function isShown({ method, headers }: FastifyRequest): boolean {
  const { 'sec-fetch-dest': destination = 'document', 'sec-purpose': purpose, purpose: formerly } = headers;
  return method === 'GET' && destination === 'document' && !/prefetch/.test(`${purpose} ${formerly}`);
}

/** Every release that a page of the visit may run: the chosen ones, and those that it falls back to. */
function allowedReleases({ host, areas }: Composition, visit: PortalVisit): AllowedRelease[] {
  const ofAreas = areas.flatMap(({ area: { id: area }, active, previous, canary }) => {
    if (visit.without.includes(area)) return [];
    const tried = visit.canary.includes(area) ? canary : null;
    const releases = { canary: tried?.release, active, previous };
    return (['canary', 'active', 'previous'] as const).flatMap((source) => {
      const version = releases[source]?.version;
      return version === undefined ? [] : [{ area, version, source }];
    });
  });
  return [{ area: 'host', version: host.version, source: visit.host ?? 'active' }, ...ofAreas];
}

/** A page whose host, or whose area, has a canary. */
export interface ServedPage {
  visit: string;
  /** Id of the area, or `host`. */
  unit: string;
  /** Whom the page is for. */
  access: 'anonymous' | 'session';
  version: string;
  source: 'canary' | 'active';
}

/** The page as the guard counts it: for its area if that has a canary, and for the host if that has one. */
function countedPages(
  composition: Composition,
  { visit, path, chosen }: { visit: string; path: string; chosen: PortalVisit },
): ServedPage[] {
  const pathname = path.replace(/(.)\/$/, '$1');
  const shown = composition.areas
    .map((live) => ({ live, ...chosenRelease(live, chosen) }))
    .find(({ area }) => area.base_path === pathname || findPage(area, pathname) !== undefined);
  // The host's own pages count for customers only, like those of most areas.
  const access = shown?.area.access ?? 'session';
  const pages: ServedPage[] = [];
  if (composition.canary_host !== undefined && chosen.host !== 'previous')
    pages.push({
      visit,
      unit: 'host',
      access,
      version: composition.host.version,
      source: chosen.host ?? 'active',
    });
  if (shown === undefined || shown.live.canary === null || chosen.without.includes(shown.area.id))
    return pages;
  const source = chosen.canary.includes(shown.area.id) ? 'canary' : 'active';
  return [...pages, { visit, unit: shown.area.id, access, version: shown.release.version, source }];
}
