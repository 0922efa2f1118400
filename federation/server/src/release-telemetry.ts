import type { KeyObject } from 'node:crypto';
import {
  incidentsAnswerSchema,
  type ReleaseFailure,
  type ReleaseHealth,
  type ReleaseIncident,
  type ReleaseReport,
  referenceSchema,
  releaseFailureSchema,
  releaseHealthAnswerSchema,
  releaseReportsSchema,
} from '@portal/federation-contract/release-telemetry';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { DeliveryError } from './live-composition.ts';
import { type AllowedRelease, readPageToken } from './page-token.ts';
import type { ReleaseMetrics } from './release-metrics.ts';

/** Storage of release telemetry. Times are RFC 3339 in UTC. */
export interface TelemetryStore {
  /**
   * Counts the reports of a page, each outcome of a release once, and notes the result of the page. Reports of releases
   * that no accepted composition has named are ignored. Returns the reports that it has counted.
   */
  add(visit: string, reports: readonly ReleaseReport[]): Promise<readonly ReleaseReport[]>;
  /** The counts of each version since a time, to the minute; a page without a report is silent after some seconds. */
  health(since: string, silenceSeconds: number): Promise<ReleaseHealth[]>;
  /** The failure with this reference. */
  failure(reference: string): Promise<ReleaseFailure | undefined>;
  /** The latest incidents since a time, at most 1000. */
  incidents(since: string): Promise<ReleaseIncident[]>;
}

/** Runs before a request is handled; throws to refuse it. */
type Check = (request: FastifyRequest) => Promise<void>;

interface TelemetryOptions {
  store: TelemetryStore;
  /** Signs the tokens of pages. All processes have the same. */
  key: KeyObject;
  /** Runs the work of a request when its visitor has a place: telemetry must not slow other requests. Throws to refuse it. */
  share: (request: FastifyRequest, work: () => Promise<void>) => Promise<void>;
  /** Limits the requests and reports of one page and of one address. `visit` is undefined without a valid token. */
  limit: (request: FastifyRequest, visit: string | undefined, reports: number) => Promise<void>;
  /** Authorizes the release tool, support and Prometheus; without it, `/ops` and `/metrics` do not exist. */
  authorizeOps?: Check | undefined;
  /** Figures that `GET /metrics` returns. */
  metrics?: ReleaseMetrics | undefined;
}

const sinceSchema = v.pipe(v.string(), v.isoTimestamp(), v.endsWith('Z'));
const incidentsQuerySchema = v.object({ since: sinceSchema });
const healthQuerySchema = v.object({
  since: sinceSchema,
  silence: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number), v.minValue(1), v.maxValue(3600)),
    '60',
  ),
});

/** The page of a body of reports, and how many there are. */
const senderSchema = v.object({
  token: releaseReportsSchema.entries.token,
  reports: v.pipe(v.array(v.unknown()), v.maxLength(20)),
});

/** Twenty reports with the longest texts, and a token. */
const reportBytes = 32 * 1024;

/**
 * Fastify plugin for release telemetry: pages report to `POST /portal/reports` without a session, because the login
 * screen is a release, too. Only reports with the token of a page count, and only for the releases that the page was
 * served with; the response does not reveal whether they count. Operators read
 * `GET /ops/release-health`, `GET /ops/incidents` and `GET /ops/failures/<reference>`; Prometheus reads `GET /metrics`.
 */
export async function releaseTelemetry(
  app: FastifyInstance,
  { store, key, share, limit, authorizeOps, metrics }: TelemetryOptions,
): Promise<void> {
  app.post('/portal/reports', { bodyLimit: reportBytes }, async (request, reply) => {
    await share(request, () => receive(request));
    return reply.status(204).send();
  });

  async function receive(request: FastifyRequest): Promise<void> {
    const sender = v.safeParse(senderSchema, request.body);
    const page = sender.success ? readPageToken(sender.output.token, key) : undefined;
    // Before the reports are examined: a refused request must cost little.
    await limit(request, page?.visit, sender.success ? sender.output.reports.length : 0);
    const body = v.safeParse(releaseReportsSchema, request.body);
    if (!body.success) throw new DeliveryError('wrong_body', body.issues);
    const { reports } = body.output;
    const own = reports.filter((report) => page?.releases.some((one) => isOf(report, one)));
    if (page !== undefined && own.length > 0) await metrics?.count(await store.add(page.visit, own));
  }

  if (authorizeOps === undefined) return;

  if (metrics !== undefined)
    app.get('/metrics', { onRequest: authorizeOps, logLevel: 'warn' }, async (_request, reply) =>
      reply.type(metrics.contentType).send(await metrics.text()),
    );

  app.get('/ops/release-health', { onRequest: authorizeOps }, async (request) => {
    const query = v.safeParse(healthQuerySchema, request.query);
    if (!query.success) throw new DeliveryError('wrong_query', query.issues);
    return v.parse(releaseHealthAnswerSchema, {
      items: await store.health(query.output.since, query.output.silence),
    });
  });

  app.get('/ops/incidents', { onRequest: authorizeOps }, async (request) => {
    const query = v.safeParse(incidentsQuerySchema, request.query);
    if (!query.success) throw new DeliveryError('wrong_query', query.issues);
    return v.parse(incidentsAnswerSchema, { items: await store.incidents(query.output.since) });
  });

  app.get<{ Params: { reference: string } }>(
    '/ops/failures/:reference',
    { onRequest: authorizeOps },
    async ({ params: { reference } }) => {
      const failure = v.is(referenceSchema, reference) ? await store.failure(reference) : undefined;
      if (failure === undefined) throw new DeliveryError('not_found');
      return v.parse(releaseFailureSchema, failure);
    },
  );
}

function isOf(report: ReleaseReport, { area, version, source }: AllowedRelease): boolean {
  return report.area === area && report.version === version && report.source === source;
}
