import { type Sql, sql } from '../../database/sql.ts';

/**
 * The month, `YYYY-MM`, in which usage of an interval was used: the interval's, but the first one has no beginning, and contains
 * what was used in any month before.
 */
export function ownMonth(month: Sql, from: Sql, moment: Sql, timezone: string): Sql {
  return sql`case when ${from}::timestamptz = '-infinity' then least(to_char(local_time(${moment}, ${timezone}), 'YYYY-MM'), ${month}) else ${month} end`;
}
