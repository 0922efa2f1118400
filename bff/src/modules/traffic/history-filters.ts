import { maxHistoryDays } from '@portal/contract/dates';
import {
  type MessageStatus,
  type MessagesQuery,
  messageGroupOfStatus,
  messageStatuses,
  messageStatusGroups,
} from '@portal/contract/messages';
import { resolvePeriod } from '../../listing/period.ts';
import type { SessionAccount } from '../../sessions/sessions.repository.ts';
import { withDeletion } from './retention.ts';

/** Whose history it is, and the zone in which its days begin and end. */
export type HistoryOwner = Pick<SessionAccount, 'account_id' | 'timezone'>;

/** The filter of a history, by default of its last 24 hours; numbers are searched for in all that is stored. */
export function filterOf<Query extends Parameters<typeof resolvePeriod>[0] & { number?: unknown }>(
  { account_id: accountId, timezone }: HistoryOwner,
  serviceId: string,
  query: Query,
) {
  const open = query.number === undefined ? 'last_24_hours' : 'stored';
  const resolved = resolvePeriod(query, { timezone, open, maxDays: maxHistoryDays });
  // All that is stored lacks nothing that was asked for.
  const isAll = open === 'stored' && query.start_date === undefined && query.start_time === undefined;
  const period = isAll ? { ...resolved, deleted_before: null } : withDeletion(resolved);
  return { ...query, accountId, serviceId, period };
}

/** The filter of messages, with the statuses that its groups stand for. */
export function messagesFilterOf(
  account: HistoryOwner,
  serviceId: string,
  { status = [], ...query }: Omit<MessagesQuery, 'limit' | 'offset' | 'order' | 'cursor' | 'totals'>,
) {
  return { ...filterOf(account, serviceId, query), statuses: statusesOf(status) };
}

/** Returns the statuses of a filter: a group's name stands for all its statuses, even if a status has the same name. */
function statusesOf(filter: readonly string[]): MessageStatus[] {
  const groups: readonly string[] = messageStatusGroups;
  return messageStatuses.filter((status) =>
    filter.some((name) => (groups.includes(name) ? messageGroupOfStatus[status] === name : status === name)),
  );
}
