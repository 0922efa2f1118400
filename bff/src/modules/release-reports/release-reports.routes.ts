import { releaseReportsSchema } from '@portal/federation-contract/release-telemetry';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { AppContext } from '../../app/context.ts';
import { bodyRefusal } from '../../errors/validation-refusal.ts';
import { addressSubject, limitRate } from '../../http/rate-limit.ts';
import { insertReleaseReports } from './release-reports.repository.ts';

/** A page sends one when it has loaded and one for each failure; an office of hundreds shares an address. */
const limit = { name: 'release-reports:address', max: 300, windowSeconds: 5 * 60 };

/** What pages tell of the releases they run. Nobody has to be logged in: the log-in screen is a release, too. */
export async function releaseReportsRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  app.post('/portal/reports', async (request, reply) => {
    await limitRate(context, limit, addressSubject(request.ip));
    const body = v.safeParse(releaseReportsSchema, request.body);
    if (!body.success) throw bodyRefusal(body.issues);
    await context.database.asSystem((tx) => insertReleaseReports(tx, body.output.reports));
    return reply.status(204).send();
  });
}
