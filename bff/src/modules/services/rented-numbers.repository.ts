import {
  type RentedNumber,
  type RentedNumbersPage,
  type RentedNumbersQuery,
  rentedNumberOrders,
  rentedNumberSchema,
} from '@portal/contract/rented-numbers';
import type { Queryable } from '../../database/database.ts';
import { columnsByName, columnsOf, joinSql, type Sql, selectList, sql } from '../../database/sql.ts';
import { matchesNumber } from '../../listing/conditions.ts';
import { orderBy, selectPage } from '../../listing/page.ts';

interface NumbersFilter extends RentedNumbersQuery {
  accountId: string;
  serviceId: string;
  /** The first day of the usage, in UTC, `YYYY-MM-DD`. */
  usedSince: string;
  /** Today in the account's time zone, `YYYY-MM-DD`: the earliest next renewal. */
  today: string;
}

type NumberTotals = Omit<RentedNumbersPage['summary'], 'currency'>;

const select = selectList(columnsOf(rentedNumberSchema, ['usage_30d']));
const sorting = {
  columns: columnsByName(rentedNumberOrders),
  nullable: ['renews_at'],
  tieBreak: sql`number_id`,
};

export async function findRentedNumbers(db: Queryable, filter: NumbersFilter): Promise<RentedNumber[]> {
  return db.query<RentedNumber>(sql`
    select page.*, (
      select json_build_object('calls', coalesce(sum(calls), 0), 'minutes', coalesce(round(sum(talk_seconds) / 60.0, 2), 0))
      from calls_by_number used
      where used.account_id = ${filter.accountId} and used.service_id = ${filter.serviceId} and used.number = page.number
        and used.day >= ${filter.usedSince}::date
    ) as usage_30d
    from (
      ${selectPage(filter, { select, from: sql`rented_numbers`, where: conditions(filter), ...sorting })}
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
