import { sortTerms } from '@portal/contract/order';
import { joinSql, type Sql, sql } from '../database/sql.ts';

interface Sorting {
  /** The allow-list: what each field of the contract's order stands for. */
  columns: Readonly<Record<string, Sql>>;
  /** Fields that may be empty: their empty rows count as the lowest. */
  nullable?: readonly string[];
  /** Makes the order complete, in the direction of its first term. */
  tieBreak: Sql;
}

/**
 * ORDER BY of a contract's order. Where nothing is empty, nothing is said about empty rows: an index is then read in
 * its own order, from either end.
 */
export function orderBy(order: string, { columns, nullable = [], tieBreak }: Sorting): Sql {
  const terms = sortTerms(order, Object.keys(columns)) ?? [];
  const steps = terms.flatMap(({ field, descending }) => {
    const column = columns[field];
    return column === undefined ? [] : [sql`${column} ${direction(descending, nullable.includes(field))}`];
  });
  const last = sql`${tieBreak} ${direction(terms[0]?.descending === true, false)}`;
  return sql`order by ${joinSql([...steps, last], ', ')}`;
}

function direction(isDescending: boolean, isNullable: boolean): Sql {
  if (isDescending) return isNullable ? sql`desc nulls last` : sql`desc`;
  return isNullable ? sql`asc nulls first` : sql`asc`;
}
