import type { Period } from '@portal/contract/dates';
import type { Currency } from '@portal/contract/money';
import type { MonthlyVatInvoice } from '@portal/contract/monthly-vat-invoices';
import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { isIn, type Traffic, trafficTable } from '../../listing/conditions.ts';
import type { Usage } from './invoice-arithmetic.ts';

/** A service's month of traffic in the account's time zone. */
export interface BilledMonth extends Traffic {
  type: string;
  currency: Currency;
  period: Period;
}

/** The month's usage in numbers, as the invoice shows it. */
export type UsageSummary = Omit<NonNullable<MonthlyVatInvoice['summary']>, 'minutes'> & {
  minutes: string | null;
};

/** Returns the usage of a month: calls by destination or messages by country and price, then rented numbers. */
export async function findUsage(database: Queryable, month: BilledMonth): Promise<Usage[]> {
  const traffic =
    month.type === 'voicing' ? await findCalls(database, month) : await findMessages(database, month);
  return [...traffic, ...(await findRentals(database, month)), ...(await findSetups(database, month))];
}

async function findCalls(db: Queryable, month: BilledMonth) {
  return db.query<Usage>(sql`
    select 'voice_outgoing' as code, 'Outgoing calls, ' || coalesce(destination, 'other') as description,
      'voicing' as service_type, round(sum(billed_seconds) / 60.0, 2)::text as quantity, 'min' as unit,
      sum(price)::text as amount
    from cdrs
    where ${isIn(month, sql`started`)} and price > 0
    group by destination
    order by sum(price) desc, destination`);
}

async function findMessages(db: Queryable, month: BilledMonth) {
  return db.query<Usage>(sql`
    select 'sms_outgoing' as code, 'Outgoing messages, ' || coalesce(upper(country), '–') || ' ' || coalesce(operator, '') as description,
      'messaging' as service_type, sum(parts)::text as quantity, 'part' as unit, sum(price)::text as amount
    from messages
    where ${isIn(month, sql`created`)} and price > 0
    group by country, operator, unit_price
    order by sum(price) desc, country, operator`);
}

/** Returns the numbers in use in the month, grouped by price. Numbers on order cost nothing yet. */
async function findRentals(db: Queryable, { accountId, serviceId, type, period }: BilledMonth) {
  return db.query<Usage>(sql`
    select 'number_rental' as code, 'Rented numbers at ' || monthly_price as description,
      ${type} as service_type, count(*)::text as quantity, 'month' as unit, sum(monthly_price)::text as amount
    from rented_numbers
    where account_id = ${accountId} and service_id = ${serviceId} and rented_at < ${period.end_utc}
      and (expires_at is null or expires_at >= ${period.start_date}) and status not in ('pending', 'awaiting_registration')
    group by monthly_price
    order by monthly_price desc`);
}

async function findSetups(db: Queryable, { accountId, serviceId, type, period }: BilledMonth) {
  return db.query<Usage>(sql`
    select 'number_setup' as code, 'Set-up of ' || number as description, ${type} as service_type,
      '1' as quantity, 'piece' as unit, setup_price::text as amount
    from rented_numbers
    where account_id = ${accountId} and service_id = ${serviceId} and rented_at >= ${period.start_utc}
      and rented_at < ${period.end_utc} and setup_price > 0 and status not in ('pending', 'awaiting_registration')
    order by number`);
}

export async function findUsageSummary(db: Queryable, month: BilledMonth): Promise<UsageSummary> {
  if (month.type === 'messaging') {
    return db.one<UsageSummary>(sql`
      select null::integer as calls, null::integer as answered_calls, null as minutes, count(*) as messages,
        coalesce(sum(parts), 0) as parts
      from messages
      where ${isIn(month, sql`created`)}`);
  }
  return db.one<UsageSummary>(sql`
    select count(*) as calls, count(*) filter (where duration_seconds > 0) as answered_calls,
      round(coalesce(sum(duration_seconds), 0) / 60.0, 2)::text as minutes, null::integer as messages, null::integer as parts
    from cdrs
    where ${isIn(month, sql`started`)}`);
}

/** Returns the cost of the traffic in a period, with six decimals. */
export async function findTrafficCost(db: Queryable, type: string, traffic: Traffic): Promise<string> {
  const { table, moment } = trafficTable(type);
  const { cost } = await db.one<{ cost: string }>(sql`
    select coalesce(sum(price), 0)::text as cost from ${table} where ${isIn(traffic, moment)}`);
  return cost;
}
