import sqlTag, { empty, join, raw, type Sql as SqlPiece } from 'sql-template-tag';

/** A piece of SQL with its parameters kept apart; pieces nest. */
export type Sql = SqlPiece & {
  /** The name under which connections keep the statement's plan. */
  readonly preparedName?: string;
};

/** Writes a statement: interpolated values become its parameters `$1…`, interpolated `Sql` becomes part of its text. */
export const sql = sqlTag;

/**
 * A statement that each connection parses and plans only once. For statements that are sent all the time and find rows by a key:
 * parsing and planning them takes ten times as long as finding the row. The text must be the same each time, and list its columns: the
 * result of `*` changes with the table.
 */
export function prepared(name: string, statement: Sql): Sql {
  return Object.assign(statement, { preparedName: name });
}

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

/** The columns that a schema of the contract names: its members without `except`, which no column has. */
export function columnsOf<Member extends string, Except extends Member>(
  schema: { entries: Readonly<Record<Member, unknown>> },
  except: readonly Except[],
): readonly Exclude<Member, Except>[] {
  const excluded = new Set<string>(except);
  const isColumn = (member: string): member is Exclude<Member, Except> => !excluded.has(member);
  return Object.keys(schema.entries).filter(isColumn);
}

/**
 * The columns of a select or returning list: `['number', 'status']` gives `"number", "status"`. `computed` names the
 * columns that an expression stands for, such as `mos::float8`.
 */
export function selectList(columns: readonly string[], computed: Computed = {}, table?: Sql): Sql {
  const expressions = Object.entries(columnsByName(columns, computed, table)).map(([column, expression]) =>
    column in computed ? sql`${expression} as ${identifier(column)}` : expression,
  );
  return joinSql(expressions, ', ');
}

type Computed = Readonly<Record<string, Sql>>;

/** The column of each name, of `table` if it is given, or the expression in `computed`. */
export function columnsByName(names: readonly string[], computed: Computed = {}, table?: Sql) {
  const columnOf = (name: string) =>
    table === undefined ? identifier(name) : sql`${table}.${identifier(name)}`;
  return Object.fromEntries(names.map((name) => [name, computed[name] ?? columnOf(name)]));
}

/** `insert into <table> (…) values (…)` of a row whose keys are column names; undefined members are left out. */
export function insertInto(table: string, row: object): Sql {
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  const names = selectList(given.map(([column]) => column));
  const values = joinSql(
    given.map(([, value]) => sql`${value}`),
    ', ',
  );
  return sql`insert into ${identifier(table)} (${names}) values (${values})`;
}
