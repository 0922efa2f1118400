import type { Period } from '@portal/contract/dates';
import type { Currency } from '@portal/contract/money';
import type { MonthlyVatInvoice } from '@portal/contract/monthly-vat-invoices';
import type { Queryable } from '../../database/database.ts';
import { type Sql, sql } from '../../database/sql.ts';
import { isIn, type Traffic, trafficTable } from '../../listing/conditions.ts';
import { callsByTime } from '../traffic/sums/call-sums.ts';
import { messagesByTime } from '../traffic/sums/message-sums.ts';
import type { Usage } from './invoice-arithmetic.ts';
import { ownMonth } from './own-month.ts';

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

/** The summary of documents that do not show the month's usage. */
export const noUsage: UsageSummary = {
  calls: null,
  answered_calls: null,
  minutes: null,
  messages: null,
  parts: null,
};

/** What a line consists of; `late_month`, `YYYY-MM`, is the earlier month that its records belong to. */
type UsageRow = Pick<Usage, 'quantity' | 'amount'> & {
  params: Record<string, string>;
  late_month: string | null;
};

/**
 * Returns the lines of records: calls by destination or messages by country, operator and price. `records` selects the calls or
 * messages, each with its `late_month`; by default those of the period.
 */
export async function findUsage(
  db: Queryable,
  month: BilledMonth,
  records = recordsIn(month),
): Promise<Usage[]> {
  const isCalls = month.type === 'voicing';
  const rows = await db.query<UsageRow>(sql`
    select late_month, ${isCalls ? callParams(sql`destination`) : messageParams(sql`country`, sql`operator`)} as params,
      ${quantityOf(month, isCalls ? sql`billed_seconds` : sql`parts`)} as quantity, sum(price)::text as amount
    from (${records}) r
    where price > 0
    group by late_month, ${lineColumns(month.type)}
    order by late_month nulls first, sum(price) desc, ${lineColumns(month.type)}`);
  return rows.map((row) => (isCalls ? callLine(row) : messageLine(row)));
}

function recordsIn(month: BilledMonth): Sql {
  const { table, moment } = trafficTable(month.type);
  return sql`select *, null as late_month from ${table} where ${isIn(month, moment)}`;
}

/** Returns the lines of an open month from the sums of its records. A service's first month has no beginning. */
export async function findSummedUsage(db: Queryable, month: BilledMonth, isFirst: boolean): Promise<Usage[]> {
  const isCalls = month.type === 'voicing';
  const params = isCalls
    ? callParams(sql`line::json ->> 0`)
    : messageParams(sql`line::json ->> 0`, sql`line::json ->> 1`);
  const rows = await db.query<UsageRow>(sql`
    select late_month, ${params} as params, ${quantityOf(month, sql`quantity`)} as quantity, sum(cost)::text as amount
    from (${summedLines(month, isFirst)}) l
    group by late_month, line having sum(cost) > 0
    order by late_month nulls first, sum(cost) desc, line`);
  return rows.map((row) => (isCalls ? callLine(row) : messageLine(row)));
}

/** Selects the sums of an open month's records, `line`, `cost` and `quantity`, with their `late_month`. */
export function summedLines({ accountId, serviceId, period }: BilledMonth, isFirst: boolean): Sql {
  const from = isFirst ? '-infinity' : period.start_utc;
  const month = period.start_date.slice(0, 7);
  return sql`
    select line, cost, quantity, nullif(${ownMonth(sql`${month}`, sql`${from}`, sql`moment`, period.timezone)}, ${month}) as late_month
    from usage_by_line
    where account_id = ${accountId} and service_id = ${serviceId} and moment >= ${from}::timestamptz and moment < ${period.end_utc}`;
}

/** What an invoice groups records by, as `line` of `usage_by_line`. */
export function lineColumns(type: string): Sql {
  return type === 'voicing' ? sql`destination` : sql`country, operator, unit_price`;
}

function callParams(destination: Sql): Sql {
  return sql`json_strip_nulls(json_build_object('destination', ${destination}))`;
}

function messageParams(country: Sql, operator: Sql): Sql {
  return sql`json_strip_nulls(json_build_object('country', ${country}, 'operator', ${operator}))`;
}

/** Minutes of calls, or parts of messages. */
function quantityOf({ type }: BilledMonth, units: Sql): Sql {
  return type === 'voicing' ? sql`round(sum(${units}) / 60.0, 2)::text` : sql`sum(${units})::text`;
}

function callLine(row: UsageRow): Usage {
  return {
    ...trafficLine('voice_outgoing', row, `Outgoing calls, ${row.params['destination'] ?? 'other'}`),
    service_type: 'voicing',
    unit: 'min',
  };
}

function messageLine(row: UsageRow): Usage {
  const { country, operator = '' } = row.params;
  return {
    ...trafficLine('sms_outgoing', row, `Outgoing messages, ${country?.toUpperCase() ?? '–'} ${operator}`),
    service_type: 'messaging',
    unit: 'part',
  };
}

/** A line of calls or messages; a late one names its month. */
function trafficLine(code: string, { quantity, amount, params, late_month }: UsageRow, description: string) {
  if (late_month === null) return { code, description, params, quantity, amount };
  return {
    code,
    description: `${description} (${late_month})`,
    params: { ...params, month: late_month },
    quantity,
    amount,
  };
}

/** Returns the month's usage in numbers, from its sums. */
export async function findUsageSummary(db: Queryable, month: BilledMonth): Promise<UsageSummary> {
  const traffic = { ...month, timezone: month.period.timezone };
  if (month.type === 'messaging') {
    return db.one<UsageSummary>(sql`
      select null::integer as calls, null::integer as answered_calls, null as minutes,
        coalesce(sum(outbound + received), 0)::bigint as messages, coalesce(sum(outbound_parts + received_parts), 0)::bigint as parts
      from (${messagesByTime(traffic)}) m`);
  }
  return db.one<UsageSummary>(sql`
    select coalesce(sum(calls), 0)::bigint as calls, coalesce(sum(answered), 0)::bigint as answered_calls,
      round(coalesce(sum(talk_seconds), 0) / 60.0, 2)::text as minutes, null::integer as messages, null::integer as parts
    from (${callsByTime(traffic)}) c`);
}

/** Returns the cost of the traffic in a period, with six decimals. */
export async function findTrafficCost(db: Queryable, type: string, traffic: Traffic): Promise<string> {
  const { table, moment } = trafficTable(type);
  const { cost } = await db.one<{ cost: string }>(sql`
    select coalesce(sum(price), 0)::text as cost from ${table} where ${isIn(traffic, moment)}`);
  return cost;
}
