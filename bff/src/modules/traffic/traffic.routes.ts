import type { CdrQuery } from '@portal/contract/cdr';
import { endpoints } from '@portal/contract/endpoints';
import { type MessagesQuery, messageGroupOfStatus, messagesQuerySchema } from '@portal/contract/messages';
import { voicingStatsQuerySchema } from '@portal/contract/voicing-stats';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import type { Config } from '../../config/config.ts';
import type { Queryable } from '../../database/database.ts';
import { HttpError } from '../../errors/http-error.ts';
import { parameterRefusal } from '../../errors/validation-refusal.ts';
import type { SearchTime } from '../../listing/search-parts.ts';
import type { SessionAccount } from '../../sessions/sessions.repository.ts';
import type { ServiceRow } from '../services/services.repository.ts';
import { requireService } from '../services/services.service.ts';
import { countedEntries, findCallTotals, findCdr, findCdrs } from './cdr.repository.ts';
import { filterOf, messagesFilterOf } from './history-filters.ts';
import { findMessage, findMessages, findMessageTotals, type MessageRow } from './messages.repository.ts';
import { voicingStats } from './voicing-stats.ts';

/** Releases of areas from before `totals` read them from the list, always. */
const listed = { isCounted: true };

/** Endpoints 16 and 17, and the totals of both histories. */
export async function trafficRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const getStats = async ({ tx, account, params, query }: ExchangeOf<'getStats'>) => {
    const service = await requireService(tx, account, params);
    // One path with two responses: totals for a voicing service, a list for a messaging service.
    return service.type === 'voicing'
      ? voicingStats(tx, account, service, read(voicingStatsQuerySchema, query))
      : listMessages(tx, account, service, read(messagesQuerySchema, query), searchTime(context.config));
  };
  route(app, context, endpoints.getStats, getStats, { capacity: 'reports' });

  const getCdrs = async ({ tx, account, params, query }: ExchangeOf<'listCdrs'>) => {
    const { service_id, currency } = await requireService(tx, account, params, 'voicing');
    const filter = filterOf(account, service_id, query);
    const found = await findCdrs(tx, { ...query, ...filter }, searchTime(context.config));
    const totals = hasTotals(query, found) ? await findCallTotals(tx, filter, listed) : undefined;
    return {
      ...historyPage(query, found, totals?.calls_total),
      ...found,
      items: found.items.map((row) => ({ ...row, currency })),
      service_type: 'voicing' as const,
      period: filter.period,
      summary: totals && { ...totals, currency },
    };
  };
  route(app, context, endpoints.listCdrs, getCdrs, { capacity: 'reports' });

  const getCallTotals = async ({ tx, account, params, query }: ExchangeOf<'getCallTotals'>) => {
    const { service_id, currency } = await requireService(tx, account, params, 'voicing');
    const filter = filterOf(account, service_id, query);
    const totals = await findCallTotals(tx, filter);
    const summary = totals && { ...totals, currency };
    return {
      ...counted(totals?.calls_total),
      service_type: 'voicing' as const,
      period: filter.period,
      summary,
    };
  };
  route(app, context, endpoints.getCallTotals, getCallTotals, { capacity: 'reports' });

  const getMessageTotals = async ({ tx, account, params, query }: ExchangeOf<'getMessageTotals'>) => {
    const { service_id, currency } = await requireService(tx, account, params, 'messaging');
    const filter = messagesFilterOf(account, service_id, query);
    const totals = await findMessageTotals(tx, filter);
    const summary = totals && { ...totals, currency };
    return {
      ...counted(totals?.messages),
      service_type: 'messaging' as const,
      period: filter.period,
      summary,
    };
  };
  route(app, context, endpoints.getMessageTotals, getMessageTotals, { capacity: 'reports' });

  route(app, context, endpoints.getCdr, async ({ tx, account, params }) => {
    const { service_id, currency } = await requireService(tx, account, params, 'voicing');
    const row = await findCdr(tx, { accountId: account.account_id, serviceId: service_id }, params.cdr_id);
    if (row === undefined) throw new HttpError('not_found');
    return { cdr: { ...row, currency } };
  });

  route(app, context, endpoints.getMessage, async ({ tx, account, params }) => {
    const { service_id, currency } = await requireService(tx, account, params, 'messaging');
    const owner = { accountId: account.account_id, serviceId: service_id };
    const row = await findMessage(tx, owner, params.message_id);
    if (row === undefined) throw new HttpError('not_found');
    return { message: shown(row, currency) };
  });
}

function counted(total: number | undefined) {
  return { total: total ?? countedEntries, is_exact: total !== undefined };
}

/** The members of a history's page. Without totals, the last page knows the number of entries, unless a cursor led to it. */
function historyPage(
  { limit, offset, order, cursor }: Pick<CdrQuery, 'limit' | 'offset' | 'order' | 'cursor'>,
  { items: { length }, has_more }: { items: readonly unknown[]; has_more: boolean },
  total: number | undefined,
) {
  const isLast = !has_more && cursor === undefined && (length > 0 || offset === 0);
  return { limit, offset, order, total: total ?? (isLast ? offset + length : null) };
}

/** The time of a search does not suffice for the totals either. */
function hasTotals({ totals }: Pick<CdrQuery, 'totals'>, { searched }: { searched: object | null }): boolean {
  return totals === 'included' && searched === null;
}

/** Shorter than what a request may take, also where that is short. */
function searchTime(config: Pick<Config, 'HISTORY_SEARCH_SECONDS' | 'DATABASE_TIMEOUT_SECONDS'>): SearchTime {
  return { ms: Math.min(config.HISTORY_SEARCH_SECONDS, config.DATABASE_TIMEOUT_SECONDS) * 1000 };
}

function read<Schema extends v.GenericSchema>(schema: Schema, query: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, query);
  if (!parsed.success) throw parameterRefusal(parsed.issues);
  return parsed.output;
}

async function listMessages(
  tx: Queryable,
  account: SessionAccount,
  { service_id, currency }: ServiceRow,
  query: MessagesQuery,
  time: SearchTime,
) {
  const filter = messagesFilterOf(account, service_id, query);
  const found = await findMessages(tx, { ...query, ...filter }, time);
  const totals = hasTotals(query, found) ? await findMessageTotals(tx, filter, listed) : undefined;
  return {
    ...historyPage(query, found, totals?.messages),
    ...found,
    items: found.items.map((row) => shown(row, currency)),
    service_type: 'messaging' as const,
    period: filter.period,
    summary: totals && { ...totals, currency },
  };
}

/** A message with what its status means. */
function shown(row: MessageRow, currency: ServiceRow['currency']) {
  const status_group = messageGroupOfStatus[row.status];
  return { ...row, status_group, is_final: status_group !== 'pending', currency };
}
