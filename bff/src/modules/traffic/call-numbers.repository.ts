import { type NumberMask, parseNumberMask, parseSearchMask } from '@portal/contract/query-value';
import type { Queryable } from '../../database/database.ts';
import { joinSql, type Sql, sql } from '../../database/sql.ts';
import { beginsWith, isIn, matchesNumber, startsWith, type Traffic } from '../../listing/conditions.ts';
import { searchedNumbers } from '../../phone-numbers/trunk-prefixes.ts';

/** More numbers than these are so frequent that reading the calls in order finds a page sooner. */
const mostNumbers = 1_000;

/** To count calls, which reads them all, so many numbers are still sooner found by the indexes. */
export const mostCountedNumbers = 20_000;

/** So many of the latest calls show how frequent numbers are. */
const latestCalls = 1_000;
/** In the order of time, a page with one in a hundred calls is found sooner than all calls with the numbers. */
const frequentCalls = 10;

interface Reading {
  /** The most numbers whose calls are found by the indexes. */
  most?: number | undefined;
  /** Only a page is read, in the order of time. */
  isPage?: boolean;
}

/** Returns the condition of a number filter for calls. The numbers that have the beginning, the end or the middle are looked up first. */
export async function callsWithNumber(
  db: Queryable,
  traffic: Traffic,
  column: Sql,
  mask: string,
  { isPage = false }: Reading = {},
): Promise<Sql> {
  const inOrder = matchesNumber(unindexed(column), mask);
  if (isPage && (await isFrequent(db, traffic, inOrder))) return inOrder;
  const { digits, match } = parseNumberMask(mask);
  const numbers = await findNumbers(
    db,
    traffic,
    [{ digits, match, beginning: matchesNumber(sql`number`, mask) }],
    mostNumbers,
  );
  if (numbers.length > mostNumbers) return matchesNumber(column, mask);
  return sql`${column} = any(${numbers}::text[])`;
}

/**
 * Returns the condition for calls of or to numbers that a search names, by the indexes of callers and of the called. The numbers that have
 * the beginnings, ends and middles are looked up first.
 */
export async function callsOfNumbers(
  db: Queryable,
  traffic: Traffic,
  masks: readonly string[],
  { most = mostNumbers, isPage = false }: Reading = {},
): Promise<Sql> {
  const columns = [sql`number_from`, sql`number_to`];
  const parsed = masks.map(parseSearchMask).map((mask) => ({
    ...mask,
    beginning: beginsWith(sql`number`, searchedNumbers(mask.digits)),
  }));
  if (isPage) {
    const inOrder = anyOf(parsed.flatMap((mask) => hasPart(mask, columns.map(unindexed))));
    if (await isFrequent(db, traffic, inOrder)) return inOrder;
  }
  const numbers = await findNumbers(db, traffic, parsed, most);
  const either =
    numbers.length <= most
      ? [sql`number_from = any(${numbers}::text[])`, sql`number_to = any(${numbers}::text[])`]
      : parsed.flatMap((mask) => hasPart(mask, columns));
  return anyOf(either);
}

/** Whether a page of calls with the condition is found sooner by reading them in the order of time. */
async function isFrequent(db: Queryable, traffic: Traffic, condition: Sql): Promise<boolean> {
  const { is_frequent } = await db.one<{ is_frequent: boolean }>(sql`
    select count(*) >= ${frequentCalls} as is_frequent
    from (
      select number_from, number_to from cdrs where ${isIn(traffic, sql`started`)} order by started desc limit ${latestCalls}
    ) latest
    where ${condition}`);
  return is_frequent;
}

/** The planner takes a range of numbers for rare, and would read and sort all their calls. */
function unindexed(column: Sql): Sql {
  return sql`(${column} || '')`;
}

function anyOf(conditions: readonly Sql[]): Sql {
  return sql`(${joinSql(conditions, ' or ')})`;
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
