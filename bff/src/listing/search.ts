import { readNumberFilter } from '@portal/contract/number-filter';
import { joinSql, type Sql, sql } from '../database/sql.ts';

/** A condition for a text that is part of one of these fields, whatever its case; no fields stand for all columns. */
export function isAbout(
  columns: Readonly<Record<string, Sql>>,
  fields: readonly string[],
  text: string,
): Sql {
  const searched = fields.length > 0 ? fields : Object.keys(columns);
  const matches = searched.map((field) => sql`${columns[field]} ilike ${containing(text)}`);
  return sql`(${joinSql(matches, ' or ')})`;
}

/** The text as a pattern of LIKE that finds it anywhere. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** A condition for a search by phone number, as the contract reads it. Stored numbers are E.164 or raw extensions. */
export function matchesNumber(column: Sql, filter: string): Sql {
  const { digits, match } = readNumberFilter(filter);
  if (match === 'suffix') return sql`${column} like ${`%${digits}`}`;
  if (match === 'contains') return sql`${column} like ${`%${digits}%`}`;
  return sql`(${startsWith(column, `+${digits}`)} or ${startsWith(column, digits)})`;
}

/**
 * Written as a range because a customer's rows are guarded: below the guard PostgreSQL uses an index only with
 * operators that cannot leak, and LIKE is not one of them.
 */
function startsWith(column: Sql, prefix: string): Sql {
  const next = prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
  return sql`${column} ~>=~ ${prefix} and ${column} ~<~ ${next}`;
}
