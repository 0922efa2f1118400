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
} from './release-telemetry.repository.ts';

/** A page sends one report when it has loaded and one for each failure; an office of hundreds shares an address. */
const reports = { name: 'release-reports:address', max: 300, windowSeconds: 5 * 60 };
const wrongTokens = { name: 'ops:address', max: 20, windowSeconds: 5 * 60 };

/** Release telemetry. Without OPS_TOKEN there are no routes for operators. */
export function releaseTelemetryRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { database, config } = context;
  const store: TelemetryStore = {
    add: (visit, all) =>
      database.asSystem(async (tx) => {
        await insertReleaseReports(tx, visit, all);
        await updatePageVisit(tx, visit, all);
      }),
    health: (since, silence) => listReleaseHealth(database.system, since, silence),
    failure: (reference) => findReleaseFailure(database.system, reference),
  };
  return releaseTelemetry(app, {
    store,
    key: pageTokenKey(context),
    limit: (request) => limitRate(context, reports, addressSubject(request.ip)),
    authorizeOps: config.OPS_TOKEN === undefined ? undefined : bearerCheck(context, config.OPS_TOKEN),
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
