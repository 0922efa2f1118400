import { parseNumberMask } from '@portal/contract/query-value';
import type { Queryable } from '../../database/database.ts';
import { type Sql, sql } from '../../database/sql.ts';
import { matchesNumber, startsWith, type Traffic } from '../../listing/conditions.ts';

/** More numbers than these are so frequent that reading the calls in order finds a page sooner. */
const mostNumbers = 1_000;

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

async function findNumbersEnding(db: Queryable, traffic: Traffic, digits: string): Promise<string[]> {
  const reversed = [...digits].reverse().join('');
  const rows = await db.query<{ number: string }>(sql`
    select number from call_numbers
    where account_id = ${traffic.accountId} and service_id = ${traffic.serviceId} and ${startsWith(sql`reversed`, reversed)}
    limit ${mostNumbers + 1}`);
  return rows.map(({ number }) => number);
}

async function findNumbersContaining(db: Queryable, traffic: Traffic, digits: string): Promise<string[]> {
  const rows = await db.query<{ number: string }>(sql`
    select number from numbers_containing(${traffic.serviceId}, ${digits}, ${mostNumbers + 1}) number`);
  return rows.map(({ number }) => number);
}
