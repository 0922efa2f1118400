import { type NumberMask, parseNumberMask, parseSearchMask } from '@portal/contract/query-value';
import type { Queryable } from '../../database/database.ts';
import { joinSql, type Sql, sql } from '../../database/sql.ts';
import { beginsWith, matchesNumber, startsWith, type Traffic } from '../../listing/conditions.ts';
import { searchedNumbers } from '../../phone-numbers/trunk-prefixes.ts';

/** More numbers than these are so frequent that reading the calls in order finds a page sooner. */
const mostNumbers = 1_000;

/** To count calls, which reads them all, so many numbers are still sooner found by the indexes. */
export const mostCountedNumbers = 20_000;

/**
 * Returns the condition of a number filter for calls. A beginning is a range of the index by number. For an end or a middle the
 * numbers that have it are looked up first.
 */
export async function callsWithNumber(
  db: Queryable,
  traffic: Traffic,
  column: Sql,
  mask: string,
): Promise<Sql> {
  const { digits, match } = parseNumberMask(mask);
  if (match === 'prefix') return matchesNumber(column, mask);
  const numbers =
    match === 'suffix'
      ? await findNumbersEnding(db, traffic, digits)
      : await findNumbersContaining(db, traffic, digits);
  if (numbers.length > mostNumbers) return matchesNumber(column, mask);
  return sql`${column} = any(${numbers}::text[])`;
}

/**
 * Returns the condition for calls of or to numbers that a search names, by the indexes of callers and of the called. Beginnings are
 * ranges of these; for ends and middles the numbers that have them are looked up first.
 */
export async function callsOfNumbers(
  db: Queryable,
  traffic: Traffic,
  masks: readonly string[],
  most = mostNumbers,
): Promise<Sql> {
  const parsed = masks.map(parseSearchMask);
  const looked = parsed.filter(({ match }) => match !== 'prefix');
  const numbers = looked.length === 0 ? [] : await findNumbers(db, traffic, looked, most);
  const isFew = numbers.length <= most;
  const either = parsed.flatMap((mask) => (isFew && looked.includes(mask) ? [] : hasPart(mask)));
  if (isFew && looked.length > 0)
    either.push(sql`number_from = any(${numbers}::text[])`, sql`number_to = any(${numbers}::text[])`);
  return sql`(${joinSql(either, ' or ')})`;
}

/** The numbers of the service that have a part, or more than `most` of them if there are more. */
async function findNumbers(
  db: Queryable,
  { accountId, serviceId }: Traffic,
  masks: readonly NumberMask[],
  most: number,
): Promise<string[]> {
  const own = sql`account_id = ${accountId} and service_id = ${serviceId}`;
  const found = new Set<string>();
  // One after the other, because after a frequent part the others need not be looked up.
  for (const { digits, match } of masks) {
    const rows = await db.query<{ number: string }>(
      match === 'contains'
        ? sql`select number from numbers_containing(${serviceId}, ${digits}, ${most + 1}) number`
        : sql`select number from call_numbers where ${own} and ${startsWith(sql`reversed`, reverse(digits))} limit ${most + 1}`,
    );
    for (const { number } of rows) found.add(number);
    if (found.size > most) break;
  }
  return [...found];
}

function hasPart({ digits, match }: NumberMask): Sql[] {
  const columns = [sql`number_from`, sql`number_to`];
  if (match === 'prefix') return columns.map((column) => beginsWith(column, searchedNumbers(digits)));
  const mask = match === 'suffix' ? `*${digits}` : `*${digits}*`;
  return columns.map((column) => matchesNumber(column, mask));
}

function reverse(digits: string): string {
  return [...digits].reverse().join('');
}

async function findNumbersEnding(db: Queryable, traffic: Traffic, digits: string): Promise<string[]> {
  const rows = await db.query<{ number: string }>(sql`
    select number from call_numbers
    where account_id = ${traffic.accountId} and service_id = ${traffic.serviceId} and ${startsWith(sql`reversed`, reverse(digits))}
    limit ${mostNumbers + 1}`);
  return rows.map(({ number }) => number);
}

async function findNumbersContaining(db: Queryable, traffic: Traffic, digits: string): Promise<string[]> {
  const rows = await db.query<{ number: string }>(sql`
    select number from numbers_containing(${traffic.serviceId}, ${digits}, ${mostNumbers + 1}) number`);
  return rows.map(({ number }) => number);
}
