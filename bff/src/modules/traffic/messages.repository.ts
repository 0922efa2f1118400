import {
  type Message,
  type MessageStatus,
  type MessagesQuery,
  type MessagesSummary,
  messageOrders,
  messageSchema,
} from '@portal/contract/messages';
import type { Queryable } from '../../database/database.ts';
import {
  columnsByName,
  columnsOf,
  identifier,
  joinSql,
  type Sql,
  selectList,
  sql,
} from '../../database/sql.ts';
import { isIn, type Traffic } from '../../listing/conditions.ts';
import { findHistoryPage, type HistoryPosition, whereAfter } from '../../listing/history-page.ts';
import { orderBy, type PageQuery } from '../../listing/page.ts';
import type { SearchTime } from '../../listing/search-parts.ts';
import { countedEntries, type TotalsOptions } from './cdr.repository.ts';
import { messagesWithText } from './message-search.repository.ts';
import { isOf } from './message-status.ts';
import { messagesByKind, messagesByTime } from './sums/message-sums.ts';

export type MessagesFilter = Omit<
  MessagesQuery,
  'status' | 'limit' | 'offset' | 'order' | 'cursor' | 'totals'
> &
  Traffic & {
    /** No statuses stand for all. */
    statuses: readonly MessageStatus[];
  };

const columns = columnsOf(messageSchema, ['currency', 'status_group', 'is_final', 'tags']);
export type MessageRow = Pick<Message, (typeof columns)[number]> & { status: MessageStatus };

const source = {
  select: selectList(columns),
  from: sql`messages`,
  columns: columnsByName(messageOrders),
  nullable: ['country'],
  tieBreak: sql`message_id`,
  moment: 'created',
  id: 'message_id',
};

export async function findMessages(
  db: Queryable,
  filter: MessagesFilter & PageQuery & { cursor?: string | undefined },
  time?: SearchTime,
) {
  const whole = { ...source, where: await conditions(db, filter) };
  return findHistoryPage<MessageRow>(db, filter, whole, isSearched(filter) ? time : undefined);
}

/** Whether messages may be read that the filter does not match: only addresses and ids lead to their messages. */
function isSearched({ operator, sender, campaign, ...filter }: MessagesFilter): boolean {
  const { statuses, country = [], without = [], error_code = [] } = filter;
  return (
    [operator, sender, campaign].some((value) => value !== undefined) ||
    [statuses, country, without, error_code].some(({ length }) => length > 0)
  );
}

/** What a statement selects that reads a list as a whole, or in the order of time from a row on. */
export async function wholeMessageList(
  db: Queryable,
  filter: MessagesFilter & Pick<PageQuery, 'order'>,
  after?: HistoryPosition,
) {
  const whole = { ...source, where: await conditions(db, filter) };
  return {
    from: source.from,
    where: whereAfter(after, filter.order, whole),
    order: orderBy(filter.order, source),
  };
}

export async function findMessage(
  db: Queryable,
  { accountId, serviceId }: Pick<Traffic, 'accountId' | 'serviceId'>,
  messageId: string,
): Promise<MessageRow | undefined> {
  const [row] = await db.query<MessageRow>(sql`
    select ${source.select} from messages
    where account_id = ${accountId} and service_id = ${serviceId} and message_id = ${messageId}
      and created = any(array(select message_moments(${serviceId}, ${messageId})))
    order by created limit 1`);
  return row;
}

type Totals = Omit<MessagesSummary, 'currency'>;

const sumTotals = sql`
  coalesce(sum(outbound + received), 0) as messages,
  coalesce(sum(outbound_parts + received_parts), 0) as parts,
  coalesce(sum(delivered), 0) as delivered,
  round(100.0 * sum(delivered) / nullif(sum(outbound - pending), 0), 1)::float8 as delivery_rate_percent,
  coalesce(sum(cost), 0)::numeric(20, 6) as cost`;

const totals = sql`
  count(*) as messages,
  coalesce(sum(parts), 0) as parts,
  count(*) filter (where ${isOf('delivered')}) as delivered,
  round(100.0 * count(*) filter (where ${isOf('delivered')})
    / nullif(count(*) filter (where not ${isOf('pending', 'received')}), 0), 1)::float8 as delivery_rate_percent,
  coalesce(sum(price), 0)::numeric(20, 6) as cost`;

/**
 * Returns the totals of all messages of the filter: from sums, or by reading the messages that contain a text. Undefined if there
 * are more of those than are counted. The delivery rate excludes received messages.
 */
export async function findMessageTotals(
  db: Queryable,
  filter: MessagesFilter,
  { isCounted = false }: TotalsOptions = {},
): Promise<Totals | undefined> {
  if (isSummed(filter)) {
    const { country, operator, sender, campaign, without, statuses } = filter;
    const kinds = { country, operator, sender, campaign, without, statuses };
    const isWhole = Object.values(kinds).every((values) => values === undefined || values.length === 0);
    const sums = isWhole ? messagesByTime({ ...filter, timezone: 'UTC' }) : messagesByKind(filter, kinds);
    return db.one<Totals>(sql`select ${sumTotals} from (${sums}) messages`);
  }
  const found = await db.one<Totals>(sql`
    select ${totals}
    from (
      select status, parts, price from messages where ${await conditions(db, filter)} limit ${isCounted ? null : countedEntries + 1}
    ) messages`);
  return !isCounted && found.messages > countedEntries ? undefined : found;
}

/** Whether sums by kind answer the filter. They know no texts and errors, and the senders of outbound messages only. */
function isSummed({ filter, error_code, sender, statuses }: MessagesFilter): boolean {
  const isOutbound = statuses.length > 0 && !statuses.includes('received');
  return filter === undefined && error_code === undefined && (sender === undefined || isOutbound);
}

async function conditions(db: Queryable, filter: MessagesFilter): Promise<Sql> {
  const conditions = [isIn(filter, sql`created`)];
  if (filter.statuses.length > 0) conditions.push(sql`status = any(${filter.statuses}::text[])`);
  if (filter.filter !== undefined) conditions.push(await messagesWithText(db, filter, filter.filter));
  if (filter.country !== undefined && filter.country.length > 0)
    conditions.push(sql`country = any(${filter.country}::text[])`);
  const { operator, sender, campaign: campaign_name, error_code } = filter;
  for (const [name, value] of Object.entries({ operator, sender, campaign_name })) {
    if (value !== undefined) conditions.push(sql`${identifier(name)} = ${value}`);
  }
  for (const name of filter.without ?? []) {
    conditions.push(sql`${identifier(name === 'campaign' ? 'campaign_name' : name)} is null`);
  }
  if (error_code !== undefined && error_code.length > 0)
    conditions.push(sql`error_code is not null
      and (error_code = any(${error_code}::text[]) or error_name = any(${error_code}::text[]))`);
  return joinSql(conditions, ' and ');
}
