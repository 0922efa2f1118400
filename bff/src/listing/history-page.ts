import { type Period, timestampSchema } from '@portal/contract/dates';
import * as v from 'valibot';
import type { Queryable } from '../database/database.ts';
import { identifier, joinSql, type Sql, sql } from '../database/sql.ts';
import { HttpError } from '../errors/http-error.ts';
import { orderBy, type PageQuery, type PageSource } from './page.ts';
import { type SearchTime, searchParts } from './search-parts.ts';

interface HistoryQuery extends PageQuery {
  cursor?: string | undefined;
  period: Pick<Period, 'start_utc' | 'end_utc'>;
}

/** Rows that have one of the values in one of the columns, which have an index by value and moment. */
export interface Lookup {
  columns: readonly Sql[];
  values: readonly string[];
}

export interface HistorySource extends PageSource {
  /** What the rows must have besides `where`; for pages in the order of time. */
  lookup?: Lookup | undefined;
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
  /** The part of the period that has been searched, if the time ended before the page was full. */
  searched: { start_utc: string; end_utc: string; cursor: string } | null;
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
  /** Whether the page has this row too: the page beside it has none, and began after the row. */
  isIncluded?: boolean;
}

/** Whether the field of an order is the moment of the history, in either direction. */
export function isByTime(order: string, moment: string): boolean {
  return order === moment || order === `-${moment}`;
}

/**
 * Selects one page of a history: after the row of a cursor, which costs the same on every page, or by its offset. With `time`, a page
 * in the order of time is searched for in parts of the period, one after the other, until it is full or the time has passed: its rows
 * are always the first ones of the whole list. An offset needs the list from its beginning, and is not searched for.
 */
export async function findHistoryPage<Row extends object>(
  db: Queryable,
  query: HistoryQuery,
  source: HistorySource,
  time?: SearchTime,
): Promise<HistoryPage<Row>> {
  const hasCursors = isByTime(query.order, source.moment);
  const position = query.cursor === undefined ? undefined : readCursor(query.cursor, query.order);
  if (position !== undefined && !hasCursors) throw refusal();
  const isBack = position?.isBack === true;
  const isSearched = hasCursors && (position !== undefined || query.offset === 0);
  const { rows, reached } =
    time !== undefined && isSearched
      ? await search<Row>(db, { query, source, position, time })
      : { rows: await selectRows<Row>(db, { query, source, position }), reached: undefined };
  const goesOn = rows.length > query.limit || reached !== undefined;
  const shown = rows.slice(0, query.limit);
  if (isBack) shown.reverse();
  const cursorAt = (row: Cursored<Row> | undefined, back: boolean) => {
    if (reached !== undefined && back === isBack) return writeCursor(reached, query.order);
    const beside = position && { ...position, isIncluded: position.isIncluded !== true };
    const at = row === undefined ? beside : { moment: row.cursor_moment, id: row.cursor_id };
    return at === undefined || !hasCursors ? null : writeCursor({ ...at, isBack: back }, query.order);
  };
  const hasNext = isBack || goesOn;
  const hasPrevious = isBack ? goesOn : position !== undefined || query.offset > 0;
  return {
    // biome-ignore lint/nursery/noUnsafeTypeAssertion: the rest has what the source selects.
    items: shown.map(({ cursor_moment: _, cursor_id: __, ...row }) => row as unknown as Row),
    has_more: hasNext,
    next_cursor: hasNext ? cursorAt(shown.at(-1), false) : null,
    previous_cursor: hasPrevious ? cursorAt(shown[0], true) : null,
    searched:
      reached === undefined || shown.length === query.limit
        ? null
        : searchedPart(position?.moment ?? beginOf(query), reached, query.order),
  };
}

/** A row, and its place in the order of time. */
type Cursored<Row> = Row & { cursor_moment: string; cursor_id: string };

interface Selection {
  query: HistoryQuery;
  source: HistorySource;
  position: Position | undefined;
}

/** The rows of a page and the one after it, in the order in which they are read: back from the position, if it leads back. */
function selectRows<Row extends object>(
  db: Queryable,
  { query, source, position }: Selection,
  limit = query.limit + 1,
): Promise<Cursored<Row>[]> {
  const where =
    position === undefined ? source.where : sql`${source.where} and ${beyond(position, query.order, source)}`;
  const order = orderBy(position?.isBack === true ? reversed(query.order) : query.order, source);
  const offset = position === undefined ? query.offset : 0;
  return db.query<Cursored<Row>>(sql`
    select ${source.select}, ${identifier(source.moment)}::text as cursor_moment, ${identifier(source.id)} as cursor_id
    from ${rowsOf({ ...source, where }, sql`${order} limit ${limit + offset}`)}
    ${order} limit ${limit} offset ${offset}`);
}

/**
 * The rows of a source. With a lookup, the first ones of each value in the order of time are read by their index, so that the time
 * depends on how many values there are, not on how many rows they have. For one condition on all values the planner sorts all rows
 * of frequent ones, or reads the whole history for rare ones, because it estimates them by their number alone.
 */
function rowsOf({ lookup, from, where }: Pick<HistorySource, 'lookup' | 'from' | 'where'>, first: Sql): Sql {
  if (lookup === undefined) return sql`${from} where ${where}`;
  const { columns, values } = lookup;
  const branches = columns.map((column, index) => {
    // A row with values in two columns is in the first branch only.
    const others = columns
      .slice(0, index)
      .map((other) => sql`(${isFound({ columns: [other], values })}) is not true`);
    const all = joinSql([where, ...others, sql`${column} = value`], ' and ');
    return sql`
      select found.* from unnest(${values}::text[]) value, lateral (select * from ${from} where ${all} ${first}) found`;
  });
  return sql`(${joinSql(branches, ' union all ')}) ${from}`;
}

/** All rows of a source with a lookup, read by the index of each value as well. The offset keeps the planner from joining the values instead. */
export function allRowsOf(source: Required<Pick<HistorySource, 'lookup' | 'from' | 'where'>>): Sql {
  return rowsOf(source, sql`offset 0`);
}

/** The condition for rows of a lookup. */
export function isFound({ columns, values }: Lookup): Sql {
  return sql`(${joinSql(
    columns.map((column) => sql`${column} = any(${values}::text[])`),
    ' or ',
  )})`;
}

/** Reads the rows in parts of the period. `reached` is where the next part would begin, if the time has passed before the page was full. */
async function search<Row extends object>(
  db: Queryable,
  { query, source, position, time }: Selection & { time: SearchTime },
): Promise<{ rows: Cursored<Row>[]; reached: Position | undefined }> {
  const isBack = position?.isBack === true;
  const isDescending = query.order.startsWith('-') !== isBack;
  const begin = Date.parse(inUtc(position?.moment ?? beginOf(query)));
  const rows: Cursored<Row>[] = [];
  let reached = position;
  for (const end of searchParts(query.period, { begin, isDescending, time })) {
    // Before all rows of its moment, whose ids are not empty; the rows of one moment are in one part.
    const next = end === undefined ? undefined : { moment: asStored(new Date(end)), id: '', isBack };
    const moment = identifier(source.moment);
    const part = isDescending
      ? sql`${moment} >= ${next?.moment}::timestamptz`
      : sql`${moment} < ${next?.moment}::timestamptz`;
    const where = next === undefined ? source.where : sql`${source.where} and ${part}`;
    const limit = query.limit + 1 - rows.length;
    rows.push(
      ...(await selectRows<Row>(db, { query, source: { ...source, where }, position: reached }, limit)),
    );
    reached = next;
    if (rows.length > query.limit) return { rows, reached: undefined };
  }
  return { rows, reached };
}

/** Where a list begins, as PostgreSQL writes it. */
function beginOf({ order, period }: Pick<HistoryQuery, 'order' | 'period'>): string {
  return asStored(new Date(order.startsWith('-') ? period.end_utc : period.start_utc));
}

function searchedPart(from: string, reached: Position, order: string) {
  const ends = [inUtc(from), inUtc(reached.moment)];
  const [start_utc = '', end_utc = ''] = order.startsWith('-') === reached.isBack ? ends : ends.toReversed();
  return { start_utc, end_utc, cursor: writeCursor(reached, order) };
}

function asStored(moment: Date): string {
  return moment.toISOString().replace('T', ' ').replace('Z', '+00');
}

function inUtc(moment: string): string {
  return moment.replace(' ', 'T').replace('+00', 'Z');
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
  { moment, id, isBack, isIncluded = false }: Position,
  order: string,
  source: Pick<HistorySource, 'moment' | 'id'>,
): Sql {
  const columns = joinSql([source.moment, source.id].map(identifier), ', ');
  const values = sql`(${moment}::timestamptz, ${id})`;
  const included = isIncluded ? sql`=` : sql``;
  return order.startsWith('-') === isBack
    ? sql`${identifier(source.moment)} >= ${moment}::timestamptz and (${columns}) >${included} ${values}`
    : sql`${identifier(source.moment)} <= ${moment}::timestamptz and (${columns}) <${included} ${values}`;
}

function reversed(order: string): string {
  return order.startsWith('-') ? order.slice(1) : `-${order}`;
}

const cursorSchema = v.strictTuple([
  v.string(),
  v.boolean(),
  v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d{1,6})?\+00$/)),
  v.pipe(v.string(), v.maxLength(100)),
  v.optional(v.boolean()),
]);

/** A cursor contains nothing that its page does not show. */
function writeCursor({ moment, id, isBack, isIncluded = false }: Position, order: string): string {
  const members = [order, isBack, moment, id, ...(isIncluded ? [isIncluded] : [])];
  return Buffer.from(JSON.stringify(members)).toString('base64url');
}

/** Throws 422 for what is no cursor, or is one of another order. */
function readCursor(cursor: string, order: string): Position {
  const parsed = v.safeParse(cursorSchema, jsonOf(Buffer.from(cursor, 'base64url').toString()));
  if (!parsed.success) throw refusal();
  const [ofOrder, isBack, moment, id, isIncluded = false] = parsed.output;
  if (ofOrder !== order || !isMoment(moment) || id.includes('\0')) throw refusal();
  return { moment, id, isBack, isIncluded };
}

/** PostgreSQL knows no year 0. */
function isMoment(text: string): boolean {
  return text >= '0001' && v.is(timestampSchema, inUtc(text));
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
