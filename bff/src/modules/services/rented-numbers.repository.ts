import {
  type RentedNumber,
  type RentedNumbersQuery,
  rentedNumberSchema,
} from '@portal/contract/rented-numbers';
import { columnsOf, selectList } from '../../database/columns.ts';
import type { Queryable } from '../../database/database.ts';
import { joinSql, type Sql, sql } from '../../database/sql.ts';
import { orderBy } from '../../listing/page.ts';
import { matchesNumber } from '../../listing/search.ts';

export interface NumbersFilter extends RentedNumbersQuery {
  accountId: string;
  serviceId: string;
  /** The period in which usage is counted. */
  usage: { start_utc: string; end_utc: string };
  /** Today in the account's time zone, `YYYY-MM-DD`: the earliest next renewal. */
  today: string;
}

export interface NumberTotals {
  numbers: number;
  monthly_price: string;
  next_renewal: { number: string; renews_at: string } | null;
}

const columns = columnsOf(rentedNumberSchema, ['usage_30d']);

const orderColumns = {
  number: sql`number`,
  country: sql`country`,
  type: sql`type`,
  status: sql`status`,
  monthly_price: sql`monthly_price`,
  rented_at: sql`rented_at`,
  renews_at: sql`renews_at`,
};
const sorting = { columns: orderColumns, nullable: ['renews_at'], tieBreak: sql`number_id` };

export async function findRentedNumbers(db: Queryable, filter: NumbersFilter): Promise<RentedNumber[]> {
  const { accountId, serviceId, usage } = filter;
  const used = (column: Sql) => sql`
    select duration_seconds from cdrs
    where account_id = ${accountId} and service_id = ${serviceId} and ${column} = page.number
      and started >= ${usage.start_utc} and started < ${usage.end_utc}`;
  return db.query<RentedNumber>(sql`
    select page.*, (
      select json_build_object('calls', count(*), 'minutes', coalesce(round(sum(duration_seconds) / 60.0, 2), 0))
      from (${used(sql`number_to`)} union all ${used(sql`number_from`)}) calls
    ) as usage_30d
    from (
      select ${selectList(columns)}
      from rented_numbers
      where ${conditions(filter)}
      ${orderBy(filter.order, sorting)}
      limit ${filter.limit} offset ${filter.offset}
    ) page
    ${orderBy(filter.order, sorting)}`);
}

/** Returns the totals of the filter. Price and renewal exclude numbers that expired or were ported out. */
export async function findNumberTotals(db: Queryable, filter: NumbersFilter): Promise<NumberTotals> {
  const isPaid = sql`status not in ('expired', 'ported_out')`;
  return db.one<NumberTotals>(sql`
    select count(*) as numbers,
      coalesce(sum(monthly_price) filter (where ${isPaid}), 0)::numeric(20, 2) as monthly_price,
      (array_agg(json_build_object('number', number, 'renews_at', renews_at) order by renews_at, number_id)
        filter (where ${isPaid} and renews_at >= ${filter.today}::date))[1] as next_renewal
    from rented_numbers
    where ${conditions(filter)}`);
}

function conditions({ accountId, serviceId, number }: NumbersFilter): Sql {
  const conditions = [sql`account_id = ${accountId} and service_id = ${serviceId}`];
  if (number !== undefined) conditions.push(matchesNumber(sql`number`, number));
  return joinSql(conditions, ' and ');
}
