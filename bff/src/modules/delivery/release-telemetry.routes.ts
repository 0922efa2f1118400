import { timingSafeEqual } from 'node:crypto';
import { releaseTelemetry, type TelemetryStore } from '@portal/federation-server/release-telemetry';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressShare } from '../../app/account-load.ts';
import type { AppContext } from '../../app/context.ts';
import { settle } from '../../app/route.ts';
import type { Transaction } from '../../database/database.ts';
import { HttpError } from '../../errors/http-error.ts';
import {
  addressSubject,
  type FactoredCounters,
  limitRate,
  limitRates,
  limitsOfAddress,
  networkSubject,
} from '../../http/rate-limit.ts';
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
const networkReports = { name: 'release-reports:network', max: 2_400, windowSeconds: 5 * 60 };
/** They are ignored: pages send them only when their token has expired. */
const withoutToken = { name: 'release-reports:no-token', max: 60, windowSeconds: 5 * 60 };
const networkWithoutToken = { name: 'release-reports:no-token-network', max: 240, windowSeconds: 5 * 60 };
/** Each report is a row that is stored for two days: 256 bytes with its indexes, so at most 2.5 GB. */
const storedReports = { name: 'release-reports:stored', max: 200_000, windowSeconds: 60 * 60 };
/** Of an IPv4 address, or an IPv6 /48: dozens would have to use up what is stored of all. */
const storedOfPlace = { name: 'release-reports:stored-of', max: 6_000, windowSeconds: 60 * 60 };
const wrongTokens = { name: 'ops:address', max: 20, windowSeconds: 5 * 60 };

/** Release telemetry. Without OPS_TOKEN there are no routes for operators. */
export function releaseTelemetryRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { database, config, metrics } = context;
  /** On no connection that logins or accounts need. */
  const inBackground = <Result>(work: (tx: Transaction) => Promise<Result>) =>
    database.asBackground(work, { seconds: config.DATABASE_TIMEOUT_SECONDS });
  const store: TelemetryStore = {
    add: (visit, all) =>
      inBackground(async (tx) => {
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
    share: (request, work) => inTurn(context, request, work),
    // A refusal rolls back what was counted.
    limit: ({ ip }, visit, reports) =>
      inBackground((tx) => limitReports({ config, database: { system: tx } }, { ip, visit, reports })),
    authorizeOps: config.OPS_TOKEN === undefined ? undefined : bearerCheck(context, config.OPS_TOKEN),
    metrics,
  });
}

/** One request of an address at a time, and two of all: the reports of pages must not slow logins and accounts. */
async function inTurn(
  { load }: AppContext,
  { ip }: FastifyRequest,
  work: () => Promise<void>,
): Promise<void> {
  const subject = addressShare(ip);
  const inPlace = () => load.run('all pages', 'storing', () => settle(work));
  const outcome = await load.inOneWait(() => load.run(subject, 'telemetry', inPlace));
  if (!(outcome instanceof HttpError)) return;
  // Outside of the share.
  await load.beforeRefusal(subject, outcome);
  throw outcome;
}

interface Reporter {
  ip: string;
  /** Undefined without a valid token. */
  visit: string | undefined;
  reports: number;
}

/**
 * Limits the reports of a page, an address and all pages. Nobody can silence a page that the guard counts by using up the limits
 * of its address or of all: neither with reports without a token, nor with the tokens of other pages, which everybody gets.
 */
async function limitReports(counters: FactoredCounters, { ip, visit, reports }: Reporter): Promise<void> {
  if (visit === undefined)
    return limitRates(counters, limitsOfAddress(ip, withoutToken, networkWithoutToken));
  // First: what one page sends too much does not count against the others of its address.
  await limitRate(counters, pageReports, visit);
  if (await isCountedPage(counters.database.system, visit)) return;
  await limitRates(counters, limitsOfAddress(ip, addressReports, networkReports));
  const place = networkSubject(ip) ?? addressSubject(ip);
  await limitRate(counters, storedOfPlace, place, reports);
  await limitRate(counters, storedReports, 'all', reports);
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
