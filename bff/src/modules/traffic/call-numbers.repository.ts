import { type NumberMask, parseNumberMask, parseSearchMask } from '@portal/contract/query-value';
import type { Queryable } from '../../database/database.ts';
import { joinSql, type Sql, sql } from '../../database/sql.ts';
import { beginsWith, isIn, matchesNumber, startsWith, type Traffic } from '../../listing/conditions.ts';
import { isFound, type Lookup } from '../../listing/history-page.ts';
import { searchedNumbers } from '../../phone-numbers/trunk-prefixes.ts';

/** More numbers than these are so frequent that reading the calls in order finds a page sooner. */
export const mostNumbers = 1_000;

/** To count calls, which reads them all, so many numbers are still sooner found by the indexes. */
export const mostCountedNumbers = 20_000;

/** The calls that a filter by numbers finds. */
export interface NumberFilter {
  /** For reading all of them. */
  condition: Sql;
  /** For a page in the order of time: the numbers, if there are few enough, */
  lookup?: Lookup;
  /** and otherwise a condition for which the planner uses no index. It takes a beginning for rare, and would sort all its calls. */
  inOrder: Sql;
}

/** Returns a number filter for calls. The numbers that have the beginning, the end or the middle are looked up first. */
export async function callsWithNumber(
  db: Queryable,
  traffic: Traffic,
  column: Sql,
  mask: string,
): Promise<NumberFilter> {
  const { digits, match } = parseNumberMask(mask);
  const beginning = matchesNumber(sql`number`, mask);
  const numbers = await findNumbers(db, traffic, [{ digits, match, beginning }], mostNumbers);
  const inOrder = matchesNumber(unindexed(column), mask);
  if (numbers.length > mostNumbers) return { condition: matchesNumber(column, mask), inOrder };
  return lookedUp({ columns: [column], values: numbers }, inOrder);
}

/**
 * Returns a filter for calls of or to numbers that a search names, by the indexes of callers and of the called. The numbers that have the
 * beginnings, ends and middles are looked up first.
 */
export async function callsOfNumbers(
  db: Queryable,
  traffic: Traffic,
  masks: readonly string[],
  most = mostNumbers,
): Promise<NumberFilter> {
  const columns = [sql`number_from`, sql`number_to`];
  const parsed = masks.map(parseSearchMask).map((mask) => ({
    ...mask,
    beginning: beginsWith(sql`number`, searchedNumbers(mask.digits)),
  }));
  const numbers = await findNumbers(db, traffic, parsed, most);
  const havePart = (of: readonly Sql[]) =>
    sql`(${joinSql(
      parsed.flatMap((mask) => hasPart(mask, of)),
      ' or ',
    )})`;
  const inOrder = havePart(columns.map(unindexed));
  if (numbers.length > most) return { condition: havePart(columns), inOrder };
  return lookedUp({ columns, values: numbers }, inOrder);
}

function lookedUp(lookup: Lookup, inOrder: Sql): NumberFilter {
  return { condition: isFound(lookup), lookup, inOrder };
}

/** So many of the latest calls show how frequent numbers are. */
const latestCalls = 1_000;
/** A lookup that may read fewer calls is not worth that look. */
const fewCalls = 10_000;

/**
 * The numbers of a filter by which the first `count` calls in the order of time are found sooner than by reading all calls in that order.
 * The lookup reads at most `count` calls of each number; numbers that are frequent among the latest calls are found sooner in order, unless
 * the last call is so far that more calls would be read than have one of the numbers: for a million calls, from the root of `count` on.
 */
export async function soonerLookup(
  db: Queryable,
  traffic: Traffic,
  { lookup, inOrder }: NumberFilter,
  count: number,
): Promise<Lookup | undefined> {
  if (lookup === undefined || lookup.values.length * lookup.columns.length * count <= fewCalls) return lookup;
  const { frequent } = await db.one<{ frequent: number }>(sql`
    select count(*) as frequent
    from (
      select number_from, number_to from cdrs where ${isIn(traffic, sql`started`)} order by started desc limit ${latestCalls}
    ) latest
    where ${inOrder}`);
  return frequent >= Math.sqrt(count) ? undefined : lookup;
}

function unindexed(column: Sql): Sql {
  return sql`(${column} || '')`;
}

interface LookedUp extends NumberMask {
  /** The condition for a number that begins with the digits. */
  beginning: Sql;
}

/** The numbers of the service that have a part, or more than `most` of them if there are more. */
async function findNumbers(
  db: Queryable,
  { accountId, serviceId }: Traffic,
  masks: readonly LookedUp[],
  most: number,
): Promise<string[]> {
  const own = sql`account_id = ${accountId} and service_id = ${serviceId}`;
  const found = new Set<string>();
  // One after the other, because after a frequent part the others need not be looked up.
  for (const { digits, match, beginning } of masks) {
    const part = match === 'prefix' ? beginning : startsWith(sql`reversed`, reverse(digits));
    const rows = await db.query<{ number: string }>(
      match === 'contains'
        ? sql`select number from numbers_containing(${serviceId}, ${digits}, ${most + 1}) number`
        : sql`select number from call_numbers where ${own} and ${part} limit ${most + 1}`,
    );
    for (const { number } of rows) found.add(number);
    if (found.size > most) break;
  }
  return [...found];
}

function hasPart({ digits, match }: NumberMask, columns: readonly Sql[]): Sql[] {
  if (match === 'prefix') return columns.map((column) => beginsWith(column, searchedNumbers(digits)));
  const mask = match === 'suffix' ? `*${digits}` : `*${digits}*`;
  return columns.map((column) => matchesNumber(column, mask));
}

function reverse(digits: string): string {
  return [...digits].reverse().join('');
}
