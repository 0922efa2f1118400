import type { Period } from '@portal/contract/dates';
import type { Queryable } from '../../database/database.ts';
import { identifier, joinSql, type Sql, sql } from '../../database/sql.ts';
import { type HistoryPosition, isByTime } from '../../listing/history-page.ts';
import type { ServiceRow } from '../services/services.repository.ts';
import { wholeCallList } from '../traffic/cdr.repository.ts';
import { filterOf, type HistoryOwner, messagesFilterOf } from '../traffic/history-filters.ts';
import { wholeMessageList } from '../traffic/messages.repository.ts';
import { type ExportFile, exportedFields } from './history-columns.ts';

type CallsQuery = Omit<Parameters<typeof wholeCallList>[1], 'accountId' | 'serviceId' | 'period'>;
type MessagesQuery = Parameters<typeof messagesFilterOf>[2] & { order: string };

/** Rows of a list as they are written to a file. */
export interface RowsPortion {
  /** JSON. */
  rows: string;
  count: number;
  /** What the rows after the last one are read with; absent if there is none. */
  last?: string | undefined;
}

/** The rows of a filter in the order of the list, as HistoryValues of their exported fields. */
export interface HistoryRows {
  period: Period;
  /** They can be read in portions. */
  isByTime: boolean;
  /** Reads up to `limit` rows: the first ones, or those after a row. */
  read: (tx: Queryable, limit: number, after?: string) => Promise<RowsPortion>;
}

export function callRows(
  account: HistoryOwner,
  { service_id }: Pick<ServiceRow, 'service_id'>,
  query: CallsQuery & Parameters<typeof filterOf>[2],
): HistoryRows {
  const filter = filterOf(account, service_id, query);
  return {
    period: filter.period,
    isByTime: isByTime(query.order, momentOf.calls),
    read: async (tx, limit, after) =>
      readRows(tx, 'calls', await wholeCallList(tx, filter, positionOf(after)), limit),
  };
}

export function messageRows(
  account: HistoryOwner,
  { service_id }: Pick<ServiceRow, 'service_id'>,
  query: MessagesQuery,
): HistoryRows {
  const filter = { ...messagesFilterOf(account, service_id, query), order: query.order };
  return {
    period: filter.period,
    isByTime: isByTime(query.order, momentOf.messages),
    read: async (tx, limit, after) =>
      readRows(tx, 'messages', await wholeMessageList(tx, filter, positionOf(after)), limit),
  };
}

type History = ExportFile['history'];

const momentOf = { calls: exportedFields.calls[0], messages: exportedFields.messages[0] } as const;
const ids = { calls: 'cdr_id', messages: 'message_id' } as const;

function positionOf(last: string | undefined): HistoryPosition | undefined {
  if (last === undefined) return undefined;
  const [moment, id]: unknown[] = JSON.parse(last);
  return { moment: String(moment), id: String(id) };
}

/** A call has a price when it has been rated. Under another name than that of the column, by which a list can be ordered. */
const exportedPrice = {
  calls: sql`case when rated then price::text end as exported_price`,
  messages: sql`price::text as exported_price`,
} as const;

/** An aggregate of each field takes two thirds of the time that an array of each row needs. */
async function readRows(
  tx: Queryable,
  history: History,
  { from, where, order }: { from: Sql; where: Sql; order: Sql },
  limit: number,
): Promise<RowsPortion> {
  const fields = exportedFields[history];
  const selected = fields.map((field) => (field === 'price' ? exportedPrice[history] : identifier(field)));
  const aggregates = fields.map(
    (field) => sql`json_agg(${identifier(field === 'price' ? 'exported_price' : field)})`,
  );
  const lastOf = (field: string) => sql`(array_agg(${identifier(field)}))[count(*)]`;
  const { last, ...portion } = await tx.one<RowsPortion & { last: string }>(sql`
    select json_build_array(${joinSql(aggregates, ', ')})::text as rows, count(*) as count,
      json_build_array(${lastOf(fields[0])}, ${lastOf(ids[history])})::text as last
    from (select ${joinSql(selected, ', ')} from ${from} where ${where} ${order} limit ${limit}) listed`);
  return { ...portion, last: portion.count === 0 ? undefined : last };
}
