import { timingSafeEqual } from 'node:crypto';
import { releaseTelemetry, type TelemetryStore } from '@portal/federation-server/release-telemetry';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import { HttpError } from '../../errors/http-error.ts';
import { addressSubject, limitRate } from '../../http/rate-limit.ts';
import { hashToken } from '../../secrets/secrets.ts';
import { updatePageVisit } from './page-visits.repository.ts';
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
    limit: async (request, visit) => {
      // First: what one page sends too much does not count against the others of its address.
      if (visit !== undefined) await limitRate(context, pageReports, visit);
      await limitRate(context, addressReports, addressSubject(request.ip));
    },
    authorizeOps: config.OPS_TOKEN === undefined ? undefined : bearerCheck(context, config.OPS_TOKEN),
    metrics,
  });
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
