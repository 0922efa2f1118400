import { randomBytes } from 'node:crypto';
import type { Composition, LiveHost } from '@portal/federation-contract/composition';
import type { PortalVisit } from '@portal/federation-contract/portal-visit';
import { isInCanary } from '@portal/federation-contract/portal-visit';
import { type ChosenRelease, chosenRelease } from '@portal/federation-contract/release-lookup';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Set by the start script when a file of a host cannot be loaded; the versions of the hosts, separated by `~`. Over https
 * it has the prefix, except that of hosts from before the prefix.
 */
const failedHostCookies = ['__Host-portal_failed_host', 'portal_failed_host'];
const cookieSeconds = 365 * 86_400;

/** Over https, browsers accept a cookie of this name from this host only. They refuse the prefix on plain http. */
function visitorCookie({ isSecure }: { isSecure: boolean }): string {
  return isSecure ? '__Host-portal_visitor' : 'portal_visitor';
}

/** Whether some visitors get another release than the rest. */
export function hasCanary({ areas, canary_host: host }: Composition): boolean {
  return host !== undefined || areas.some(({ canary }) => canary !== null);
}

/** A cookie of the request. The first of several counts: browsers send the most specific one first. */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** The random number that identifies the browser; undefined when it has none yet. */
export function readVisitor(request: FastifyRequest, connection: { isSecure: boolean }): string | undefined {
  const given = readCookie(request, visitorCookie(connection));
  return given !== undefined && /^[\w-]{22}$/.test(given) ? given : undefined;
}

/** Gives the browser a number for a year, so that its canaries stay the same. */
export function nameVisitor(reply: FastifyReply, connection: { isSecure: boolean }): string {
  const visitor = randomBytes(16).toString('base64url');
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', ...(connection.isSecure ? ['Secure'] : [])];
  reply.header(
    'set-cookie',
    [`${visitorCookie(connection)}=${visitor}`, ...attributes, `Max-Age=${cookieSeconds}`].join('; '),
  );
  return visitor;
}

/** The visitor's canaries, and the areas that safe mode excludes. */
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
    // Without the login screen, nobody can log in.
    without: areas.flatMap(({ area }) =>
      area.access !== 'anonymous' && unwanted.includes(area.id) ? [area.id] : [],
    ),
  };
}

/** The release of each area that the visitor gets, including areas that safe mode excludes. */
export function visitedReleases({ areas }: Composition, visit: PortalVisit): ChosenRelease[] {
  return areas.map((live) => chosenRelease(live, visit));
}

/** A host that a visitor gets instead of the active one. */
export interface OtherHost {
  release: LiveHost;
  source: 'canary' | 'previous';
}

/**
 * The hosts to try before the active one: the visitor's canary unless this browser could not load it, and the previous
 * one if it could not load the active one.
 */
export function otherHosts(
  request: FastifyRequest,
  { host, previous_host: previous, canary_host: canary }: Composition,
  visitor: string | undefined,
): OtherHost[] {
  const failed = failedHostCookies.flatMap((name) => readCookie(request, name)?.split('~') ?? []);
  const isTried =
    canary !== undefined &&
    visitor !== undefined &&
    isInCanary(visitor, 'host', canary.percent) &&
    !failed.includes(canary.release.version);
  const isFailed = previous !== undefined && failed.includes(host.version);
  return [
    ...(isTried ? [{ release: canary.release, source: 'canary' as const }] : []),
    ...(isFailed ? [{ release: previous, source: 'previous' as const }] : []),
  ];
}
