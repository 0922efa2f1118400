import { endpoints } from '@portal/contract/endpoints';
import { messagesQuerySchema } from '@portal/contract/messages';
import { voicingStatsQuerySchema } from '@portal/contract/voicing-stats';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { AppContext } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import { parameterRefusal } from '../../errors/validation-refusal.ts';
import { requireService } from '../services/services.service.ts';
import { listMessages } from './messages.ts';
import { voicingStats } from './voicing-stats.ts';

/** One path with two responses: totals for a voicing service, a list for a messaging service. */
export async function statsRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  route(app, context, endpoints.getStats, async ({ tx, account, params, query }) => {
    const service = await requireService(tx, account.account_id, params.service_id);
    return service.type === 'voicing'
      ? voicingStats(tx, account, service, read(voicingStatsQuerySchema, query))
      : listMessages(tx, account, service, read(messagesQuerySchema, query));
  });
}

function read<Schema extends v.GenericSchema>(schema: Schema, query: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, query);
  if (!parsed.success) throw parameterRefusal(parsed.issues);
  return parsed.output;
}
