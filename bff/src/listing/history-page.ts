import { timestampSchema } from '@portal/contract/dates';
import * as v from 'valibot';
import type { Queryable } from '../database/database.ts';
import { identifier, joinSql, type Sql, sql } from '../database/sql.ts';
import { HttpError } from '../errors/http-error.ts';
import { orderBy, type PageQuery, type PageSource } from './page.ts';

interface HistoryQuery extends PageQuery {
  cursor?: string | undefined;
}

interface HistorySource extends PageSource {
  /** The column of time by which the table is partitioned; an order by it alone has cursors. */
  moment: string;
  /** The column that is unique within the history. */
  id: string;
}

interface HistoryPage<Row> {
  items: Row[];
  has_more: boolean;
  next_cursor: string | null;
  previous_cursor: string | null;
}

/** A row of a history. */
export interface HistoryPosition {
  /** As PostgreSQL writes it, with all its decimals. */
  moment: string;
  id: string;
}

/** A row that a page begins after or, going back, ends before. */
interface Position extends HistoryPosition {
  isBack: boolean;
}

/** Selects one page of a history: after the row of a cursor, which costs the same on every page, or by its offset. */
export async function findHistoryPage<Row extends object>(
  db: Queryable,
  query: HistoryQuery,
  source: HistorySource,
): Promise<HistoryPage<Row>> {
  const hasCursors = query.order === source.moment || query.order === `-${source.moment}`;
  const position = query.cursor === undefined ? undefined : readCursor(query.cursor, query.order);
  if (position !== undefined && !hasCursors) throw refusal();
  const isBack = position?.isBack === true;
  const where =
    position === undefined ? source.where : sql`${source.where} and ${beyond(position, query.order, source)}`;
  const rows = await db.query<Row & { cursor_moment: string; cursor_id: string }>(sql`
    select ${source.select}, ${identifier(source.moment)}::text as cursor_moment, ${identifier(source.id)} as cursor_id
    from ${source.from} where ${where}
    ${orderBy(isBack ? reversed(query.order) : query.order, source)}
    limit ${query.limit + 1} offset ${position === undefined ? query.offset : 0}`);
  const hasFurther = rows.length > query.limit;
  const shown = rows.slice(0, query.limit);
  if (isBack) shown.reverse();
  const cursorOf = (row: (typeof shown)[number] | undefined, back: boolean) =>
    row === undefined || !hasCursors
      ? null
      : writeCursor({ moment: row.cursor_moment, id: row.cursor_id, isBack: back }, query.order);
  const hasNext = isBack || hasFurther;
  const hasPrevious = isBack ? hasFurther : position !== undefined || query.offset > 0;
  return {
    // biome-ignore lint/nursery/noUnsafeTypeAssertion: the rest has what the source selects.
    items: shown.map(({ cursor_moment: _, cursor_id: __, ...row }) => row as unknown as Row),
    has_more: hasNext,
    next_cursor: hasNext ? cursorOf(shown.at(-1), false) : null,
    previous_cursor: hasPrevious ? cursorOf(shown[0], true) : null,
  };
}

/** The condition of a history in the order of time, of all its rows or of those after a row. */
export function whereAfter(
  after: HistoryPosition | undefined,
  order: string,
  source: Pick<HistorySource, 'moment' | 'id' | 'where'>,
): Sql {
  if (after === undefined) return source.where;
  return sql`${source.where} and ${beyond({ ...after, isBack: false }, order, source)}`;
}

/** The first condition alone is one that PostgreSQL uses for partitions and index. */
function beyond(
  { moment, id, isBack }: Position,
  order: string,
  source: Pick<HistorySource, 'moment' | 'id'>,
): Sql {
  const columns = joinSql([source.moment, source.id].map(identifier), ', ');
  const values = sql`(${moment}::timestamptz, ${id})`;
  return order.startsWith('-') === isBack
    ? sql`${identifier(source.moment)} >= ${moment}::timestamptz and (${columns}) > ${values}`
    : sql`${identifier(source.moment)} <= ${moment}::timestamptz and (${columns}) < ${values}`;
}

function reversed(order: string): string {
  return order.startsWith('-') ? order.slice(1) : `-${order}`;
}

const cursorSchema = v.strictTuple([
  v.string(),
  v.boolean(),
  v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d{1,6})?\+00$/)),
  v.pipe(v.string(), v.maxLength(100)),
]);

/** A cursor contains nothing that its page does not show. */
function writeCursor({ moment, id, isBack }: Position, order: string): string {
  return Buffer.from(JSON.stringify([order, isBack, moment, id])).toString('base64url');
}

/** Throws 422 for what is no cursor, or is one of another order. */
function readCursor(cursor: string, order: string): Position {
  const parsed = v.safeParse(cursorSchema, jsonOf(Buffer.from(cursor, 'base64url').toString()));
  if (!parsed.success) throw refusal();
  const [ofOrder, isBack, moment, id] = parsed.output;
  if (ofOrder !== order || !isMoment(moment) || id.includes('\0')) throw refusal();
  return { moment, id, isBack };
}

/** PostgreSQL knows no year 0. */
function isMoment(text: string): boolean {
  return text >= '0001' && v.is(timestampSchema, text.replace(' ', 'T').replace('+00', 'Z'));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal(): HttpError {
  return new HttpError('filter_invalid', { params: { field: 'cursor' } });
}
