import type { Queryable } from '../../database/database.ts';
import { identifier, joinSql, type Sql, sql } from '../../database/sql.ts';
import type { SessionAccount } from '../../sessions/sessions.repository.ts';
import type { ServiceRow } from '../services/services.repository.ts';
import { wholeCallList } from '../traffic/cdr.repository.ts';
import { filterOf, messagesFilterOf } from '../traffic/history-filters.ts';
import { wholeMessageList } from '../traffic/messages.repository.ts';
import { type ExportFile, exportedFields } from './history-columns.ts';

type CallsQuery = Omit<Parameters<typeof wholeCallList>[1], 'accountId' | 'serviceId' | 'period'>;
type MessagesQuery = Parameters<typeof messagesFilterOf>[2] & { order: string };

/** The statement that reads all calls of a filter in the order of the list, each as a JSON array of its exported fields. */
export async function callRows(
  db: Queryable,
  account: SessionAccount,
  { service_id }: Pick<ServiceRow, 'service_id'>,
  query: CallsQuery & Parameters<typeof filterOf>[2],
  limit: number | null,
) {
  const filter = filterOf(account, service_id, query);
  return { statement: rowsOf('calls', await wholeCallList(db, filter), limit), period: filter.period };
}

/** The same for messages. */
export function messageRows(
  account: SessionAccount,
  { service_id }: Pick<ServiceRow, 'service_id'>,
  query: MessagesQuery,
  limit: number | null,
) {
  const filter = { ...messagesFilterOf(account, service_id, query), order: query.order };
  return { statement: rowsOf('messages', wholeMessageList(filter), limit), period: filter.period };
}

/** A call has a price when it has been rated. */
const prices = { calls: sql`case when rated then price::text end`, messages: sql`price::text` } as const;

/** Null stands for no limit. */
function rowsOf(
  history: ExportFile['history'],
  { from, where, order }: { from: Sql; where: Sql; order: Sql },
  limit: number | null,
): Sql {
  const fields = exportedFields[history].map((field) =>
    field === 'price' ? prices[history] : identifier(field),
  );
  return sql`
    select json_build_array(${joinSql(fields, ', ')})::text as row
    from ${from} where ${where} ${order} limit ${limit}`;
}

/** Joins rows into JSON arrays of `size` rows. */
export function* portionsOf(rows: readonly { row: string }[], size: number): Generator<string> {
  for (let from = 0; from < rows.length; from += size)
    yield `[${rows
      .slice(from, from + size)
      .map(({ row }) => row)
      .join(',')}]`;
}
