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
