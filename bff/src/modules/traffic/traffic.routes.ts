import { maxHistoryDays } from '@portal/contract/dates';
import { endpoints } from '@portal/contract/endpoints';
import {
  type MessageStatus,
  type MessagesQuery,
  messageGroupOfStatus,
  messageStatuses,
  messageStatusGroups,
  messagesQuerySchema,
} from '@portal/contract/messages';
import { voicingStatsQuerySchema } from '@portal/contract/voicing-stats';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import type { Queryable } from '../../database/database.ts';
import { parameterRefusal } from '../../errors/validation-refusal.ts';
import { page } from '../../listing/page.ts';
import { resolvePeriod } from '../../listing/period.ts';
import type { SessionAccount } from '../../sessions/sessions.repository.ts';
import type { ServiceRow } from '../services/services.repository.ts';
import { requireService } from '../services/services.service.ts';
import { findCallTotals, findCdrs } from './cdr.repository.ts';
import { findMessages, findMessageTotals } from './messages.repository.ts';
import { voicingStats } from './voicing-stats.ts';

/** Endpoints 16 and 17. */
export async function trafficRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const getStats = async ({ tx, account, params, query }: ExchangeOf<'getStats'>) => {
    const service = await requireService(tx, account, params);
    // One path with two responses: totals for a voicing service, a list for a messaging service.
    return service.type === 'voicing'
      ? voicingStats(tx, account, service, read(voicingStatsQuerySchema, query))
      : listMessages(tx, account, service, read(messagesQuerySchema, query));
  };
  route(app, context, endpoints.getStats, getStats, { capacity: 'reports' });

  const getCdrs = async ({ tx, account, params, query }: ExchangeOf<'listCdrs'>) => {
    const { service_id, currency } = await requireService(tx, account, params, 'voicing');
    const { account_id: accountId, timezone } = account;
    const period = resolvePeriod(query, { timezone, open: 'last_24_hours', maxDays: maxHistoryDays });
    const filter = { ...query, accountId, serviceId: service_id, period };
    const items = (await findCdrs(tx, filter)).map((row) => ({ ...row, currency }));
    const summary = { ...(await findCallTotals(tx, filter)), currency };
    return { ...page(query, items, summary.calls_total), service_type: 'voicing' as const, period, summary };
  };
  route(app, context, endpoints.listCdrs, getCdrs, { capacity: 'reports' });
}

function read<Schema extends v.GenericSchema>(schema: Schema, query: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, query);
  if (!parsed.success) throw parameterRefusal(parsed.issues);
  return parsed.output;
}

async function listMessages(
  tx: Queryable,
  { account_id: accountId, timezone }: SessionAccount,
  { service_id: serviceId, currency }: ServiceRow,
  { status = [], ...query }: MessagesQuery,
) {
  const period = resolvePeriod(query, { timezone, open: 'last_24_hours', maxDays: maxHistoryDays });
  const filter = { ...query, accountId, serviceId, period, statuses: statusesOf(status) };
  const items = (await findMessages(tx, filter)).map((row) => {
    const status_group = messageGroupOfStatus[row.status];
    return { ...row, status_group, is_final: status_group !== 'pending', currency };
  });
  const summary = { ...(await findMessageTotals(tx, filter)), currency };
  return { ...page(query, items, summary.messages), service_type: 'messaging' as const, period, summary };
}

/** Returns the statuses of a filter: a group's name stands for all its statuses, even if a status has the same name. */
function statusesOf(filter: readonly string[]): MessageStatus[] {
  const groups: readonly string[] = messageStatusGroups;
  return messageStatuses.filter((status) =>
    filter.some((name) => (groups.includes(name) ? messageGroupOfStatus[status] === name : status === name)),
  );
}
