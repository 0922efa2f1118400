import { identifier, joinSql, type Sql, sql } from './sql.ts';

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
export function selectList(
  columns: readonly string[],
  computed: Readonly<Record<string, Sql>> = {},
  table?: Sql,
): Sql {
  const list = columns.map((column) => {
    const expression = computed[column];
    if (expression !== undefined) return sql`${expression} as ${identifier(column)}`;
    return table === undefined ? identifier(column) : sql`${table}.${identifier(column)}`;
  });
  return joinSql(list, ', ');
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
