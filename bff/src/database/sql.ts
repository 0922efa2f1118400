import sqlTag, { empty, join, raw, type Sql as SqlPiece } from 'sql-template-tag';

/** A piece of SQL with its parameters kept apart; pieces nest. */
export type Sql = SqlPiece;

/** Writes a statement: interpolated values become its parameters `$1…`, interpolated `Sql` becomes part of its text. */
export const sql = sqlTag;

/** SQL text of the program itself, without parameters. */
export const rawSql = raw;
export const emptySql = empty;

/** Joins pieces with plain SQL from the program: ` and `, `, `. No pieces give an empty statement. */
export function joinSql(pieces: readonly Sql[], separator: string): Sql {
  return pieces.length === 0 ? empty : join(pieces, separator);
}

/** A column or table name from an allow-list, quoted. */
export function identifier(name: string): Sql {
  return raw(`"${name.replaceAll('"', '""')}"`);
}
