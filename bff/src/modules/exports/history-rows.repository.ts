import type { Period } from '@portal/contract/dates';
import type { Queryable } from '../../database/database.ts';
import { identifier, joinSql, type Sql, sql } from '../../database/sql.ts';
import type { HistoryPosition } from '../../listing/history-page.ts';
import type { ServiceRow } from '../services/services.repository.ts';
import { wholeCallList } from '../traffic/cdr.repository.ts';
import { filterOf, type HistoryOwner, messagesFilterOf } from '../traffic/history-filters.ts';
import { wholeMessageList } from '../traffic/messages.repository.ts';
import { type ExportFile, exportedFields } from './history-columns.ts';

type CallsQuery = Omit<Parameters<typeof wholeCallList>[1], 'accountId' | 'serviceId' | 'period'>;
type MessagesQuery = Parameters<typeof messagesFilterOf>[2] & { order: string };

/** The rows of a filter in the order of the list, each as a JSON array of its exported fields. */
export interface HistoryRows {
  period: Period;
  /** They can be read in portions. */
  isByTime: boolean;
  /** Reads up to `limit` rows: the first ones, or those after a row. */
  read: (tx: Queryable, limit: number, after?: string) => Promise<string[]>;
}

export function callRows(
  account: HistoryOwner,
  { service_id }: Pick<ServiceRow, 'service_id'>,
  query: CallsQuery & Parameters<typeof filterOf>[2],
): HistoryRows {
  const filter = filterOf(account, service_id, query);
  return {
    period: filter.period,
    isByTime: isByTime(query.order, 'calls'),
    read: async (tx, limit, after) =>
      readRows(tx, 'calls', await wholeCallList(tx, filter, positionOf('calls', after)), limit),
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
    isByTime: isByTime(query.order, 'messages'),
    read: async (tx, limit, after) =>
      readRows(tx, 'messages', await wholeMessageList(tx, filter, positionOf('messages', after)), limit),
  };
}

type History = ExportFile['history'];

/** The first field is the moment by which a history is ordered. */
function isByTime(order: string, history: History): boolean {
  return order.replace(/^-/, '') === exportedFields[history][0];
}

const ids = { calls: 'cdr_id', messages: 'message_id' } as const;

function positionOf(history: History, row: string | undefined): HistoryPosition | undefined {
  if (row === undefined) return undefined;
  const values: unknown[] = JSON.parse(row);
  const fields: readonly string[] = exportedFields[history];
  return { moment: String(values[0]), id: String(values[fields.indexOf(ids[history])]) };
}

/** A call has a price when it has been rated. */
const prices = { calls: sql`case when rated then price::text end`, messages: sql`price::text` } as const;

async function readRows(
  tx: Queryable,
  history: History,
  { from, where, order }: { from: Sql; where: Sql; order: Sql },
  limit: number,
): Promise<string[]> {
  const fields = exportedFields[history].map((field) =>
    field === 'price' ? prices[history] : identifier(field),
  );
  const rows = await tx.query<{ row: string }>(sql`
    select json_build_array(${joinSql(fields, ', ')})::text as row
    from ${from} where ${where} ${order} limit ${limit}`);
  return rows.map(({ row }) => row);
}
