import { type Cdr, type CdrQuery, type CdrsSummary, cdrOrders, cdrSchema } from '@portal/contract/cdr';
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
import {
  allRowsOf,
  findHistoryPage,
  type HistoryPosition,
  type HistorySource,
  isByTime,
  whereAfter,
} from '../../listing/history-page.ts';
import { orderBy, type PageQuery } from '../../listing/page.ts';
import type { SearchTime } from '../../listing/search-parts.ts';
import {
  callsOfNumbers,
  callsWithNumber,
  mostCountedNumbers,
  mostNumbers,
  type NumberFilter,
  soonerLookup,
} from './call-numbers.repository.ts';
import { callsByKind, callsByTime } from './sums/call-sums.ts';

const columns = columnsOf(cdrSchema, [
  'currency',
  'transport',
  'user_agent',
  'remote_ip',
  'recording_available',
]);
export type CdrRow = Pick<Cdr, (typeof columns)[number]>;

export type CdrFilter = Omit<CdrQuery, 'limit' | 'offset' | 'order' | 'cursor' | 'totals'> & Traffic;

const source = {
  select: selectList(columns, { mos: sql`mos::float8` }),
  from: sql`cdrs`,
  columns: columnsByName(cdrOrders),
  nullable: ['country', 'destination'],
  tieBreak: sql`cdr_id`,
  moment: 'started',
  id: 'cdr_id',
};

export async function findCdrs(
  db: Queryable,
  filter: CdrFilter & PageQuery & { cursor?: string | undefined },
  time?: SearchTime,
) {
  const all = await conditionsOf(db, filter);
  const isPage = isByTime(filter.order, source.moment);
  const found = isPage ? await inOrderOfTime(db, filter, all) : { where: allOf(all) };
  const isSearched = isFiltered(filter) || needsParts(all);
  return findHistoryPage<CdrRow>(db, filter, { ...source, ...found }, isSearched ? time : undefined);
}

/**
 * Whether the calls of a filter by numbers are searched for in parts of the period: the first calls of hundreds of numbers are many,
 * and mostly older than the page. Those of one number are found by its index.
 */
function needsParts({ numbers }: Conditions): boolean {
  return numbers.some(({ lookup }) => lookup === undefined || lookup.values.length > 1);
}

/** Whether calls may be read that the filter does not match, besides one by numbers. */
function isFiltered({ duration_from, duration_to, destination, ...filter }: CdrFilter): boolean {
  const { country = [], result = [], direction = [], sip_code = [], without = [] } = filter;
  return (
    [duration_from, duration_to, destination].some((value) => value !== undefined) ||
    [country, result, direction, sip_code, without].some(({ length }) => length > 0)
  );
}

/** What a statement selects that reads a list as a whole, or in the order of time from a row on. */
export async function wholeCallList(
  db: Queryable,
  filter: CdrFilter & Pick<PageQuery, 'order'>,
  after?: HistoryPosition,
) {
  const whole = { ...source, where: allOf(await conditionsOf(db, filter)) };
  return {
    from: source.from,
    where: whereAfter(after, filter.order, whole),
    order: orderBy(filter.order, source),
  };
}

export async function findCdr(
  db: Queryable,
  { accountId, serviceId }: Pick<Traffic, 'accountId' | 'serviceId'>,
  cdrId: string,
): Promise<CdrRow | undefined> {
  const [row] = await db.query<CdrRow>(sql`
    select ${source.select} from cdrs
    where account_id = ${accountId} and service_id = ${serviceId} and cdr_id = ${cdrId}
      and started = any(array(select call_moments(${serviceId}, ${cdrId})))
    order by started limit 1`);
  return row;
}

type Totals = Omit<CdrsSummary, 'currency'>;

const sumTotals = sql`
  coalesce(sum(calls), 0) as calls_total,
  coalesce(sum(answered), 0) as calls_answered,
  round(100.0 * sum(answered) / nullif(sum(calls), 0), 1)::float8 as asr_percent,
  round(sum(talk_seconds)::numeric / nullif(sum(answered), 0), 1)::float8 as acd_seconds,
  coalesce(sum(talk_seconds), 0)::bigint as talk_seconds,
  coalesce(sum(billed_seconds), 0)::bigint as billed_seconds,
  coalesce(sum(cost), 0)::numeric(20, 6) as cost`;

const totals = sql`
  count(*) as calls_total,
  count(*) filter (where duration_seconds > 0) as calls_answered,
  round(100.0 * count(*) filter (where duration_seconds > 0) / nullif(count(*), 0), 1)::float8 as asr_percent,
  round(avg(duration_seconds) filter (where duration_seconds > 0), 1)::float8 as acd_seconds,
  coalesce(sum(duration_seconds), 0) as talk_seconds,
  coalesce(sum(billed_seconds), 0) as billed_seconds,
  coalesce(sum(price), 0)::numeric(20, 6) as cost`;

/** Most entries that are counted themselves. */
export const countedEntries = 10_000;

export interface TotalsOptions {
  /** Counts all entries, however many. */
  isCounted?: boolean;
}

/**
 * Returns the totals of all calls of the filter: from sums, or by reading the calls of a filter by number or duration. Undefined
 * if there are more of those than are counted.
 */
export async function findCallTotals(
  db: Queryable,
  filter: CdrFilter,
  { isCounted = false }: TotalsOptions = {},
): Promise<Totals | undefined> {
  const { country, destination, result, direction, without } = filter;
  if (summedBy(filter)) {
    const kinds = { country, destination, result, direction, without };
    const isWhole = Object.values(kinds).every((values) => values === undefined || values.length === 0);
    const sums = isWhole ? callsByTime({ ...filter, timezone: 'UTC' }) : callsByKind(filter, kinds);
    return db.one<Totals>(sql`select ${sumTotals} from (${sums}) calls`);
  }
  const counted = countedCalls(await conditionsOf(db, filter, mostCountedNumbers));
  const found = await db.one<Totals>(sql`
    select ${totals}
    from (
      select duration_seconds, billed_seconds, price from ${counted} limit ${isCounted ? null : countedEntries + 1}
    ) calls`);
  return !isCounted && found.calls_total > countedEntries ? undefined : found;
}

/** Fewer numbers are found as soon by one condition on their index. */
const fewestLookedUp = 10;

/**
 * The calls that match. PostgreSQL knows only how many calls there are of all customers: it would read all of a customer's for a condition on
 * some hundred numbers.
 */
function countedCalls(all: Conditions): Sql {
  const [first, ...others] = all.numbers;
  const { lookup } = first ?? {};
  const count = lookup?.values.length ?? 0;
  // More numbers are found sooner by reading all calls of the period.
  if (count < fewestLookedUp || count > mostNumbers || others.length > 0)
    return sql`cdrs where ${allOf(all)}`;
  return allRowsOf({ from: sql`cdrs`, where: joinSql(all.conditions, ' and '), lookup });
}

/** Whether sums by kind answer the filter, which has no numbers, durations or codes. */
function summedBy(filter: CdrFilter): boolean {
  const { number, number_from, number_to, caller, duration_from, duration_to, sip_code } = filter;
  const others = [number, number_from, number_to, caller, duration_from, duration_to, sip_code];
  return others.every((value) => value === undefined);
}

interface Conditions {
  conditions: Sql[];
  numbers: NumberFilter[];
}

function allOf({ conditions, numbers }: Conditions): Sql {
  return joinSql([...conditions, ...numbers.map(({ condition }) => condition)], ' and ');
}

/** Of two filters by numbers, PostgreSQL knows better than their count which one has fewer calls. */
async function inOrderOfTime(
  db: Queryable,
  filter: Traffic & PageQuery & { cursor?: string | undefined },
  { conditions, numbers }: Conditions,
): Promise<Pick<HistorySource, 'where' | 'lookup'>> {
  const [first, ...others] = numbers;
  if (first === undefined) return { where: joinSql(conditions, ' and ') };
  if (others.length > 0) {
    const all = numbers.map(({ lookup, condition, inOrder }) => (lookup === undefined ? inOrder : condition));
    return { where: joinSql([...conditions, ...all], ' and ') };
  }
  const count = filter.limit + 1 + (filter.cursor === undefined ? filter.offset : 0);
  const lookup = await soonerLookup(db, filter, first, count);
  const needed = lookup === undefined ? [...conditions, first.inOrder] : conditions;
  return { where: joinSql(needed, ' and '), lookup };
}

async function conditionsOf(db: Queryable, filter: CdrFilter, mostNumbers?: number): Promise<Conditions> {
  const numbers: NumberFilter[] = [];
  const conditions = [isIn(filter, sql`started`)];
  for (const name of ['number_from', 'number_to'] as const) {
    const mask = filter[name];
    if (mask !== undefined) numbers.push(await callsWithNumber(db, filter, identifier(name), mask));
  }
  if (filter.number !== undefined) numbers.push(await callsOfNumbers(db, filter, filter.number, mostNumbers));
  if (filter.caller !== undefined) conditions.push(sql`number_from = ${filter.caller}`);
  if (filter.duration_from !== undefined)
    conditions.push(sql`duration_seconds >= ${filter.duration_from}::bigint`);
  if (filter.duration_to !== undefined)
    conditions.push(sql`duration_seconds <= ${filter.duration_to}::bigint`);
  if (filter.country !== undefined) conditions.push(isAmong(sql`country`, filter.country));
  if (filter.destination !== undefined) conditions.push(sql`destination = ${filter.destination}`);
  if (filter.result !== undefined) conditions.push(isAmong(sql`result`, filter.result));
  if (filter.direction !== undefined) conditions.push(isAmong(sql`direction`, filter.direction));
  if (filter.sip_code !== undefined && filter.sip_code.length > 0)
    conditions.push(sql`sip_code::bigint = any(${filter.sip_code}::bigint[])`);
  for (const name of filter.without ?? []) conditions.push(sql`${identifier(name)} is null`);
  return { conditions, numbers };
}

function isAmong(column: Sql, values: readonly string[]): Sql {
  return values.length === 0 ? sql`true` : sql`${column} = any(${values}::text[])`;
}
