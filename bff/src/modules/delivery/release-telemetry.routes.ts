import { timingSafeEqual } from 'node:crypto';
import { releaseTelemetry, type TelemetryStore } from '@portal/federation-server/release-telemetry';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import { HttpError } from '../../errors/http-error.ts';
import { addressSubject, limitRate } from '../../http/rate-limit.ts';
import { hashToken } from '../../secrets/secrets.ts';
import { isCountedPage, updatePageVisit } from './page-visits.repository.ts';
import { pageTokenKey } from './page-visits.ts';
import {
  findReleaseFailure,
  insertReleaseReports,
  listReleaseHealth,
  listReleaseIncidents,
} from './release-telemetry.repository.ts';

/** A page sends what it has collected in a second: a few requests, unless code of an area floods them. */
const pageReports = { name: 'release-reports:page', max: 30, windowSeconds: 5 * 60 };
/** An office of hundreds shares an address. */
const addressReports = { name: 'release-reports:address', max: 600, windowSeconds: 5 * 60 };
/** They are ignored: pages send them only when their token has expired. */
const reportsWithoutToken = { name: 'release-reports:no-token', max: 60, windowSeconds: 5 * 60 };
const wrongTokens = { name: 'ops:address', max: 20, windowSeconds: 5 * 60 };

/** Release telemetry. Without OPS_TOKEN there are no routes for operators. */
export function releaseTelemetryRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { database, config, metrics } = context;
  const store: TelemetryStore = {
    add: (visit, all) =>
      database.asSystem(async (tx) => {
        const counted = await insertReleaseReports(tx, visit, all);
        await updatePageVisit(tx, visit, all);
        return counted;
      }),
    health: (since, silence) => listReleaseHealth(database.system, since, silence),
    failure: (reference) => findReleaseFailure(database.system, reference),
    incidents: (since) => listReleaseIncidents(database.system, since),
  };
  return releaseTelemetry(app, {
    store,
    key: pageTokenKey(context),
    limit: (request, visit) => limitReports(context, request, visit),
    authorizeOps: config.OPS_TOKEN === undefined ? undefined : bearerCheck(context, config.OPS_TOKEN),
    metrics,
  });
}

/**
 * Limits the reports of a page and of an address. Nobody can silence a page that the guard counts by using up the limit of
 * its address: neither with reports without a token, nor with the tokens of other pages, which everybody gets.
 */
async function limitReports(
  context: AppContext,
  request: FastifyRequest,
  visit: string | undefined,
): Promise<void> {
  const address = addressSubject(request.ip);
  if (visit === undefined) return limitRate(context, reportsWithoutToken, address);
  // First: what one page sends too much does not count against the others of its address.
  await limitRate(context, pageReports, visit);
  try {
    await limitRate(context, addressReports, address);
  } catch (error) {
    if (!(await isCountedPage(context.database.system, visit))) throw error;
  }
}

function bearerCheck(context: AppContext, token: string): (request: FastifyRequest) => Promise<void> {
  // Digests have one length, so the time of the comparison reveals nothing about the token.
  const expected = hashToken(`Bearer ${token}`);
  return async (request) => {
    if (timingSafeEqual(hashToken(request.headers.authorization ?? ''), expected)) return;
    await limitRate(context, wrongTokens, addressSubject(request.ip));
    throw new HttpError('unauthenticated', { headers: { 'www-authenticate': 'Bearer' } });
  };
}
