import { numberSearchSchema, parseSearchMask } from '@portal/contract/query-value';
import {
  type RentedNumber,
  type RentedNumbersPage,
  type RentedNumbersQuery,
  rentedNumberOrders,
  rentedNumberSchema,
} from '@portal/contract/rented-numbers';
import * as v from 'valibot';
import type { Queryable } from '../../database/database.ts';
import { columnsByName, columnsOf, joinSql, type Sql, selectList, sql } from '../../database/sql.ts';
import { containing, matchesMask, matchesNumber } from '../../listing/conditions.ts';
import { orderBy, selectPage } from '../../listing/page.ts';
import { daysOfGrace } from './days-of-grace.ts';
import { inUse } from './number-statuses.ts';

interface NumbersFilter extends RentedNumbersQuery {
  accountId: string;
  serviceId: string;
  /** The first day of the usage, in UTC, `YYYY-MM-DD`. */
  usedSince: string;
  /** Today in the account's time zone, `YYYY-MM-DD`: the earliest next renewal. */
  today: string;
  timezone: string;
}

type NumberTotals = Omit<RentedNumbersPage['summary'], 'currency'>;

const select = selectList(columnsOf(rentedNumberSchema, ['usage_30d', 'unpaid_until']));
const sorting = {
  columns: columnsByName(rentedNumberOrders),
  nullable: ['renews_at'],
  tieBreak: sql`number_id`,
};

export async function findRentedNumbers(db: Queryable, filter: NumbersFilter): Promise<RentedNumber[]> {
  const unpaidUntil = sql`(local_time(renewal_refused_at, ${filter.timezone})::date + ${daysOfGrace}::integer)::text`;
  return db.query<RentedNumber>(sql`
    select page.*, (
      select json_build_object('calls', coalesce(sum(calls), 0), 'minutes', coalesce(round(sum(talk_seconds) / 60.0, 2), 0))
      from calls_by_number used
      where used.account_id = ${filter.accountId} and used.service_id = ${filter.serviceId} and used.number = page.number
        and used.day >= ${filter.usedSince}::date
    ) as usage_30d
    from (
      ${selectPage(filter, { select: sql`${select}, ${unpaidUntil} as unpaid_until`, from: sql`rented_numbers`, where: conditions(filter), ...sorting })}
    ) page
    ${orderBy(filter.order, sorting)}`);
}

/** Returns the totals of the filter. Price and renewal are those of numbers in use. */
export async function findNumberTotals(db: Queryable, filter: NumbersFilter): Promise<NumberTotals> {
  return db.one<NumberTotals>(sql`
    select count(*) as numbers,
      coalesce(sum(monthly_price) filter (where ${inUse}), 0)::numeric(20, 2) as monthly_price,
      (array_agg(json_build_object('number', number, 'renews_at', renews_at) order by renews_at, number_id)
        filter (where ${inUse} and renews_at >= ${filter.today}::date))[1] as next_renewal
    from rented_numbers
    where ${conditions(filter)}`);
}

/** Stores the label of a number. Returns undefined if the service rents no such number. */
export async function updateLabel(
  db: Queryable,
  { accountId, serviceId, numberId }: { accountId: string; serviceId: string; numberId: string },
  label: string | null,
) {
  return db.first<{ number_id: string; label: string | null }>(sql`
    update rented_numbers set label = ${label}
    where account_id = ${accountId} and service_id = ${serviceId} and number_id = ${numberId}
    returning number_id, label`);
}

function conditions({ accountId, serviceId, number, search }: NumbersFilter): Sql {
  const conditions = [sql`account_id = ${accountId} and service_id = ${serviceId}`];
  if (number !== undefined) conditions.push(matchesNumber(sql`number`, number));
  if (search !== undefined) {
    const masks = v.safeParse(numberSearchSchema, search);
    const found = masks.success
      ? masks.output.map((mask) => matchesMask(sql`number`, parseSearchMask(mask)))
      : [];
    conditions.push(sql`(${joinSql([...found, sql`label ilike ${containing(search)}`], ' or ')})`);
  }
  return joinSql(conditions, ' and ');
}
