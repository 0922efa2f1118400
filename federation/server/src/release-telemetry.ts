import {
  type ReleaseFailure,
  type ReleaseHealth,
  type ReleaseReport,
  referenceSchema,
  releaseFailureSchema,
  releaseHealthAnswerSchema,
  releaseReportsSchema,
} from '@portal/federation-contract/release-telemetry';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { DeliveryError } from './live-composition.ts';

/** Storage of release telemetry. Times are RFC 3339 in UTC. */
export interface TelemetryStore {
  /** Counts reports. Reports of releases that no accepted composition has named are ignored. */
  add(reports: readonly ReleaseReport[]): Promise<void>;
  /** The counts of each version since a time, to the minute. */
  health(since: string): Promise<ReleaseHealth[]>;
  /** The failure with this reference. */
  failure(reference: string): Promise<ReleaseFailure | undefined>;
}

/** Runs before a request is handled; throws to refuse it. */
type Check = (request: FastifyRequest) => Promise<void>;

interface TelemetryOptions {
  store: TelemetryStore;
  /** Limits the reports of one address. */
  limit: Check;
  /** Authorizes the release tool and support; without it, `/ops` does not exist. */
  authorizeOps?: Check | undefined;
}

const healthQuerySchema = v.object({ since: v.pipe(v.string(), v.isoTimestamp(), v.endsWith('Z')) });

/**
 * Fastify plugin for release telemetry: pages report to `POST /portal/reports` without a session, because the login
 * screen is a release, too; operators read `GET /ops/release-health` and `GET /ops/failures/<reference>`.
 */
export async function releaseTelemetry(
  app: FastifyInstance,
  { store, limit, authorizeOps }: TelemetryOptions,
): Promise<void> {
  app.post('/portal/reports', async (request, reply) => {
    await limit(request);
    const body = v.safeParse(releaseReportsSchema, request.body);
    if (!body.success) throw new DeliveryError('wrong_body', body.issues);
    await store.add(body.output.reports);
    return reply.status(204).send();
  });
  if (authorizeOps === undefined) return;

  app.get('/ops/release-health', { onRequest: authorizeOps }, async (request) => {
    const query = v.safeParse(healthQuerySchema, request.query);
    if (!query.success) throw new DeliveryError('wrong_query', query.issues);
    return v.parse(releaseHealthAnswerSchema, { items: await store.health(query.output.since) });
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
