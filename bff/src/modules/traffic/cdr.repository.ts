import { type Cdr, type CdrQuery, type CdrsSummary, cdrOrders, cdrSchema } from '@portal/contract/cdr';
import type { Queryable } from '../../database/database.ts';
import { columnsByName, columnsOf, joinSql, type Sql, selectList, sql } from '../../database/sql.ts';
import { isIn, matchesNumber, type Traffic } from '../../listing/conditions.ts';
import { selectPage } from '../../listing/page.ts';

const columns = columnsOf(cdrSchema, [
  'currency',
  'transport',
  'user_agent',
  'remote_ip',
  'recording_available',
]);
export type CdrRow = Pick<Cdr, (typeof columns)[number]>;

type CdrFilter = CdrQuery & Traffic;

const source = {
  select: selectList(columns, { mos: sql`mos::float8` }),
  from: sql`cdrs`,
  columns: columnsByName(cdrOrders),
  nullable: ['country', 'destination'],
  tieBreak: sql`cdr_id`,
};

export async function findCdrs(db: Queryable, filter: CdrFilter) {
  return db.query<CdrRow>(selectPage(filter, { ...source, where: conditions(filter) }));
}

/** Returns the totals of all calls of the filter, not of one page. */
export async function findCallTotals(db: Queryable, filter: CdrFilter) {
  return db.one<Omit<CdrsSummary, 'currency'>>(sql`
    select count(*) as calls_total,
      count(*) filter (where duration_seconds > 0) as calls_answered,
      round(100.0 * count(*) filter (where duration_seconds > 0) / nullif(count(*), 0), 1)::float8 as asr_percent,
      round(avg(duration_seconds) filter (where duration_seconds > 0), 1)::float8 as acd_seconds,
      coalesce(sum(duration_seconds), 0) as talk_seconds,
      coalesce(sum(billed_seconds), 0) as billed_seconds,
      coalesce(sum(price), 0)::numeric(20, 6) as cost
    from cdrs
    where ${conditions(filter)}`);
}

function conditions(filter: CdrFilter): Sql {
  const conditions = [isIn(filter, sql`started`)];
  if (filter.number_from !== undefined) conditions.push(matchesNumber(sql`number_from`, filter.number_from));
  if (filter.number_to !== undefined) conditions.push(matchesNumber(sql`number_to`, filter.number_to));
  if (filter.duration_from !== undefined)
    conditions.push(sql`duration_seconds >= ${filter.duration_from}::bigint`);
  if (filter.duration_to !== undefined)
    conditions.push(sql`duration_seconds <= ${filter.duration_to}::bigint`);
  if (filter.country !== undefined) conditions.push(isAmong(sql`country`, filter.country));
  if (filter.result !== undefined) conditions.push(isAmong(sql`result`, filter.result));
  if (filter.direction !== undefined) conditions.push(isAmong(sql`direction`, filter.direction));
  return joinSql(conditions, ' and ');
}

function isAmong(column: Sql, values: readonly string[]): Sql {
  return values.length === 0 ? sql`true` : sql`${column} = any(${values}::text[])`;
}
