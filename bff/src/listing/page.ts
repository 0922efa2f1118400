import { sortTerms } from '@portal/contract/order';
import { joinSql, type Sql, sql } from '../database/sql.ts';
import { HttpError } from '../errors/http-error.ts';

interface Paging {
  limit: number;
  offset: number;
}

/** The members that every list answers with. */
export function page<Item>({ limit, offset }: Paging, order: string | null, items: Item[], total: number) {
  return {
    success: true as const,
    items,
    total,
    limit,
    offset,
    has_more: offset + items.length < total,
    order,
  };
}

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

interface Grouping {
  orders: readonly string[];
  allGroups: readonly string[];
  /** Those that the rows are made of. */
  groups: readonly string[];
}

/** 422 for sorting by a group that the rows do not have. */
export function refuseUngrouped(order: string, { orders, allGroups, groups }: Grouping): void {
  const terms = sortTerms(order, orders) ?? [];
  if (terms.some(({ field }) => allGroups.includes(field) && !groups.includes(field))) {
    throw new HttpError('order_invalid', { params: { field: 'order' } });
  }
}
