import { sortTerms } from '@portal/contract/order';
import { joinSql, type Sql, sql } from '../database/sql.ts';
import { HttpError } from '../errors/http-error.ts';

export interface PageQuery {
  limit: number;
  offset: number;
  order: string;
}

/** Returns the members that every list response has. */
export function page<Item>({ limit, offset, order }: PageQuery, items: Item[], total: number) {
  return { items, total, limit, offset, has_more: offset + items.length < total, order };
}

interface Sorting {
  /** The allow-list: the column of each field of the contract's order. */
  columns: Readonly<Record<string, Sql>>;
  /** Fields that may be null; null sorts as the lowest value. */
  nullable?: readonly string[];
  /** A unique column that completes the order, in the direction of the first term. */
  tieBreak: Sql;
}

export interface PageSource extends Sorting {
  select: Sql;
  from: Sql;
  where: Sql;
}

/** Selects one page of a list. */
export function selectPage(query: PageQuery, { select, from, where, ...sorting }: PageSource): Sql {
  return sql`
    select ${select} from ${from} where ${where}
    ${orderBy(query.order, sorting)}
    limit ${query.limit} offset ${query.offset}`;
}

/** Returns ORDER BY for an order of the contract. NULLS only where needed: PostgreSQL can then use an index. */
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
  /** The groups of the rows. */
  groups: readonly string[];
}

/** Throws 422 when the order names a group that the rows do not have. */
export function refuseUngrouped(order: string, { orders, allGroups, groups }: Grouping): void {
  const terms = sortTerms(order, orders) ?? [];
  if (terms.some(({ field }) => allGroups.includes(field) && !groups.includes(field))) {
    throw new HttpError('order_invalid', { params: { field: 'order' } });
  }
}
