import { sortTerms } from '@portal/contract/order';
import { joinSql, type Sql, sql } from '../database/sql.ts';

const directions = { down: sql`desc nulls last`, up: sql`asc nulls first` };

/**
 * ORDER BY of a contract's order. `columns` is the allow-list; ties are broken by `tieBreak` in the direction of the
 * first term, so that an index on both is read in one direction.
 */
export function orderBy(order: string, columns: Readonly<Record<string, Sql>>, tieBreak: Sql): Sql {
  const terms = sortTerms(order, Object.keys(columns)) ?? [];
  const steps = terms.flatMap(({ field, descending }) => {
    const column = columns[field];
    return column === undefined ? [] : [sql`${column} ${descending ? directions.down : directions.up}`];
  });
  const isDescending = terms[0]?.descending === true;
  return sql`order by ${joinSql([...steps, sql`${tieBreak} ${isDescending ? sql`desc` : sql`asc`}`], ', ')}`;
}
