import { randomBytes } from 'node:crypto';
import type { Area } from '@portal/federation-contract/area';
import { isInCanary } from '@portal/federation-contract/canary';
import type { Composition, LiveRelease } from '@portal/federation-contract/composition';
import type { PortalVisit } from '@portal/federation-contract/portal-visit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, writeCookie } from '../../http/cookies.ts';

const cookieName = 'portal_visitor';
const cookieSeconds = 365 * 86_400;

/** Whether a release is being tried with a share of the visitors. */
export function hasCanary({ areas }: Composition): boolean {
  return areas.some(({ canary }) => canary !== null);
}

/** The visitor that the browser is, by a random number and no more; undefined for one that has none yet. */
export function readVisitor(request: FastifyRequest): string | undefined {
  const given = readCookie(request, cookieName);
  return given !== undefined && /^[\w-]{22}$/.test(given) ? given : undefined;
}

/** Gives the browser a number for a year: its share of canaries has to stay the same. */
export function nameVisitor(reply: FastifyReply, { secure }: { secure: boolean }): string {
  const visitor = randomBytes(16).toString('base64url');
  writeCookie(reply, cookieName, visitor, { secure, maxAgeSeconds: cookieSeconds });
  return visitor;
}

/** What a request chooses among the composition's releases: the visitor's canaries, and what safe mode leaves out. */
export function visitOf(
  request: FastifyRequest,
  { areas }: Composition,
  visitor: string | undefined,
): PortalVisit {
  const unwanted = new URLSearchParams(request.url.split('?')[1])
    .getAll('without')
    .flatMap((ids) => ids.split(','));
  const isCanary = (area: string, percent: number) =>
    visitor !== undefined && isInCanary(visitor, area, percent);
  return {
    canary: areas.flatMap(({ area, canary }) =>
      canary !== null && isCanary(area.id, canary.percent) ? [area.id] : [],
    ),
    // Nobody gets in without the log-in screen.
    without: areas.flatMap(({ area }) =>
      area.access !== 'anonymous' && unwanted.includes(area.id) ? [area.id] : [],
    ),
  };
}

export interface VisitedRelease {
  area: Area;
  release: LiveRelease;
}

/** The release of each area that the visitor gets. An area that safe mode leaves out keeps its addresses. */
export function visitedReleases({ areas }: Composition, { canary: ids }: PortalVisit): VisitedRelease[] {
  return areas.map(({ area, active, canary }) =>
    canary !== null && ids.includes(area.id) ? canary : { area, release: active },
  );
}
