import { timingSafeEqual } from 'node:crypto';
import { timestampSchema } from '@portal/contract/dates';
import {
  referenceSchema,
  releaseFailureSchema,
  releaseHealthAnswerSchema,
} from '@portal/federation-contract/release-telemetry';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { AppContext } from '../../app/context.ts';
import { HttpError } from '../../errors/http-error.ts';
import { parameterRefusal } from '../../errors/validation-refusal.ts';
import { addressSubject, limitRate } from '../../http/rate-limit.ts';
import { hashToken } from '../../secrets/tokens.ts';
import { findReleaseFailure, listReleaseHealth } from '../release-reports/release-reports.repository.ts';

const healthQuerySchema = v.object({ since: timestampSchema });

const wrongTokens = { name: 'ops:address', max: 20, windowSeconds: 5 * 60 };

/** What the release tool and support ask for, by a token of their own. Without OPS_TOKEN there are no such routes. */
export async function opsRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { OPS_TOKEN: token } = context.config;
  if (token === undefined) return;
  const { system } = context.database;
  // Digests are of one length whatever was sent, so the time of the comparison tells nothing.
  const expected = hashToken(`Bearer ${token}`);
  const authorize = async (request: FastifyRequest) => {
    if (timingSafeEqual(hashToken(request.headers.authorization ?? ''), expected)) return;
    await limitRate(context, wrongTokens, addressSubject(request.ip));
    throw new HttpError('unauthenticated', { headers: { 'www-authenticate': 'Bearer' } });
  };

  app.get('/ops/release-health', { onRequest: authorize }, async (request) => {
    const query = v.safeParse(healthQuerySchema, request.query);
    if (!query.success) throw parameterRefusal(query.issues);
    return v.parse(releaseHealthAnswerSchema, { items: await listReleaseHealth(system, query.output.since) });
  });

  app.get<{ Params: { reference: string } }>(
    '/ops/failures/:reference',
    { onRequest: authorize },
    async ({ params: { reference } }) => {
      const failure = v.is(referenceSchema, reference) && (await findReleaseFailure(system, reference));
      if (!failure) throw new HttpError('not_found');
      return v.parse(releaseFailureSchema, failure);
    },
  );
}
