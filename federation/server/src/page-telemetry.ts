import type { Area } from '@portal/federation-contract/area';
import type { Composition } from '@portal/federation-contract/composition';
import type { PortalVisit } from '@portal/federation-contract/portal-visit';
import { chosenRelease, findPage } from '@portal/federation-contract/release-lookup';
import type { FastifyRequest } from 'fastify';
import { type AllowedRelease, newVisit, signPageToken } from './page-token.ts';

/** Release telemetry as far as pages need it. */
export interface PageTelemetry {
  /** Signs the tokens of pages. All processes have the same. */
  key: Buffer;
  /** Counts a page that is being served. The page does not wait for it. */
  count(request: FastifyRequest, page: ServedPage): Promise<void>;
}

interface IssuedPage {
  composition: Composition;
  visit: PortalVisit;
  path: string;
  /** Whether the page may run releases of a developer's machine. */
  isOverridden: boolean;
}

/** The token of a page that is being served. Counts the page if it shows an area with a canary. */
export function issueToken(
  { key, count }: PageTelemetry,
  request: FastifyRequest,
  { composition, visit: chosen, path, isOverridden }: IssuedPage,
): string {
  const visit = newVisit();
  const page = countedPage(composition, { visit, path, chosen });
  // A browser that prefetches a page may never show it.
  const isShown = request.method === 'GET' && !/prefetch/.test(String(request.headers['sec-purpose']));
  if (page !== undefined && isShown && !isOverridden)
    void count(request, page).catch((error) => request.log.error({ err: error }, 'page not counted'));
  return signPageToken({ visit, releases: allowedReleases(composition, chosen) }, key);
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

/** A page of an area with a canary. */
export interface ServedPage {
  visit: string;
  area: Area;
  version: string;
  source: 'canary' | 'active';
}

/** The page as the guard counts it; undefined unless the path belongs to an area with a canary. */
function countedPage(
  composition: Composition,
  { visit, path, chosen }: { visit: string; path: string; chosen: PortalVisit },
): ServedPage | undefined {
  const pathname = path.replace(/(.)\/$/, '$1');
  for (const live of composition.areas) {
    const { area, release } = chosenRelease(live, chosen);
    if (area.base_path !== pathname && findPage(area, pathname) === undefined) continue;
    if (live.canary === null || chosen.without.includes(area.id)) return undefined;
    const source = chosen.canary.includes(area.id) ? 'canary' : 'active';
    return { visit, area, version: release.version, source };
  }
  return undefined;
}
