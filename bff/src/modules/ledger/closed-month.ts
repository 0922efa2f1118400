import { type Sql, sql } from '../../database/sql.ts';

/** The closed month of batch `b` that contains a moment, as a subquery: the first that ended after it. */
export function closedMonth(moment: Sql): Sql {
  return sql`
    select c.month from month_closings c
    where c.account_id = b.account_id and c.service_id = b.service_id and c.period_end > ${moment}
    order by c.period_end limit 1`;
}
