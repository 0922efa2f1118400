import { maxHistoryDays } from '@portal/contract/dates';
import {
  type MessageStatus,
  type MessagesQuery,
  messageGroupOfStatus,
  messageStatuses,
  messageStatusGroups,
} from '@portal/contract/messages';
import type { Queryable } from '../../database/database.ts';
import { page } from '../../listing/page.ts';
import { resolvePeriod } from '../../listing/period.ts';
import type { ServiceRow } from '../services/services.repository.ts';
import { findMessages, findMessageTotals, type MessageRow } from './messages.repository.ts';

interface Account {
  account_id: string;
  timezone: string;
}

/** Endpoint 16 for a messaging service: its messages. */
export async function listMessages(
  tx: Queryable,
  account: Account,
  service: ServiceRow,
  query: MessagesQuery,
) {
  const period = resolvePeriod(query, {
    timezone: account.timezone,
    open: 'last_24_hours',
    maxDays: maxHistoryDays,
  });
  const filter = {
    accountId: account.account_id,
    serviceId: service.service_id,
    period,
    statuses: statusesOf(query.status ?? []),
    text: query.filter,
    order: query.order,
    limit: query.limit,
    offset: query.offset,
  };
  const rows = await findMessages(tx, filter);
  const summary = await findMessageTotals(tx, filter);
  return {
    ...page(
      query,
      query.order,
      rows.map((row) => shown(row, service)),
      summary.messages,
    ),
    service_type: 'messaging' as const,
    period,
    summary: { ...summary, currency: service.currency },
  };
}

/** Returns the statuses of a filter: a group's name stands for all its statuses, even if a status has the same name. */
function statusesOf(filter: readonly string[]): MessageStatus[] {
  const groups: readonly string[] = messageStatusGroups;
  return messageStatuses.filter((status) =>
    filter.some((name) => (groups.includes(name) ? messageGroupOfStatus[status] === name : status === name)),
  );
}

function shown(row: MessageRow, { currency }: ServiceRow) {
  const status_group = messageGroupOfStatus[row.status];
  return { ...row, status_group, is_final: status_group !== 'pending', currency };
}
