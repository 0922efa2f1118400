import type { Period } from '@portal/contract/dates';
import { type NumberMask, parseNumberMask } from '@portal/contract/query-value';
import { joinSql, type Sql, sql } from '../database/sql.ts';
import { searchedNumbers } from '../phone-numbers/trunk-prefixes.ts';

/**
 * Returns a condition: one of these fields contains the text, ignoring case. No fields stand for all columns. `storedAs` converts the
 * text to how a field is stored.
 */
export function matchesText(
  columns: Readonly<Record<string, Sql>>,
  fields: readonly string[],
  text: string,
  storedAs: Readonly<Record<string, (text: string) => string>> = {},
): Sql {
  const searched = fields.length > 0 ? fields : Object.keys(columns);
  const matches = searched.map(
    (field) => sql`${columns[field]} ilike ${containing(storedAs[field]?.(text) ?? text)}`,
  );
  return sql`(${joinSql(matches, ' or ')})`;
}

/** Returns a LIKE pattern that finds the text anywhere. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** Returns a condition for a phone number filter of the contract. Stored numbers are E.164 or raw extensions. */
export function matchesNumber(column: Sql, filter: string): Sql {
  const mask = parseNumberMask(filter);
  // Less than a phone number can also be the beginning of an extension.
  if (mask.match === 'prefix' && mask.digits.length >= 7)
    return beginsWith(column, searchedNumbers(mask.digits));
  return matchesMask(column, mask);
}

/** Returns a condition: the digits of a mask are that part of a stored number. */
export function matchesMask(column: Sql, { digits, match }: NumberMask): Sql {
  if (match === 'prefix') return beginsWith(column, [digits]);
  return sql`${column} like ${match === 'suffix' ? `%${digits}` : `%${digits}%`}`;
}

/** Returns a condition: a stored number begins with one of these digits. */
export function beginsWith(column: Sql, digits: readonly string[]): Sql {
  const beginnings = digits.flatMap((each) => [`+${each}`, each]);
  return sql`(${joinSql(
    beginnings.map((beginning) => startsWith(column, beginning)),
    ' or ',
  )})`;
}

/** A range instead of LIKE, which is not leakproof: row-level security would prevent the use of an index. */
export function startsWith(column: Sql, prefix: string): Sql {
  const next = prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
  return sql`${column} ~>=~ ${prefix} and ${column} ~<~ ${next}`;
}

/** The calls or messages of one service in a period. */
export interface Traffic {
  accountId: string;
  serviceId: string;
  period: Pick<Period, 'start_utc' | 'end_utc'>;
}

/** With the time zone of its days. */
export interface ZonedTraffic extends Traffic {
  timezone: string;
}

/** The condition of this traffic; `moment` is the column that partitions its table. */
export function isIn({ accountId, serviceId, period }: Traffic, moment: Sql): Sql {
  return sql`account_id = ${accountId} and service_id = ${serviceId}
    and ${moment} >= ${period.start_utc} and ${moment} < ${period.end_utc}`;
}

/** The table with the traffic of a service, and the column that partitions it. */
export function trafficTable(type: string): { table: Sql; moment: Sql } {
  return type === 'voicing'
    ? { table: sql`cdrs`, moment: sql`started` }
    : { table: sql`messages`, moment: sql`created` };
}
