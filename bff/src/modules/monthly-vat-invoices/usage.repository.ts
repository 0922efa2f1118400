import type { Period } from '@portal/contract/dates';
import type { Currency } from '@portal/contract/money';
import type { MonthlyVatInvoice } from '@portal/contract/monthly-vat-invoices';
import type { Queryable } from '../../database/database.ts';
import { type Sql, sql } from '../../database/sql.ts';
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

/** The summary of documents that do not show the month's usage. */
export const noUsage: UsageSummary = {
  calls: null,
  answered_calls: null,
  minutes: null,
  messages: null,
  parts: null,
};

/** The records of a line; `late_month`, `YYYY-MM`, is the earlier month that they belong to. */
type UsageRow = Pick<Usage, 'quantity' | 'amount'> & {
  params: Record<string, string>;
  late_month: string | null;
};

/**
 * Returns the traffic of a month: calls by destination or messages by country and price. `records` selects the calls or messages,
 * each with its `late_month`; by default those of the period.
 */
export async function findUsage(
  db: Queryable,
  month: BilledMonth,
  records = recordsIn(month),
): Promise<Usage[]> {
  return month.type === 'voicing' ? findCalls(db, records) : findMessages(db, records);
}

function recordsIn(month: BilledMonth): Sql {
  const { table, moment } = trafficTable(month.type);
  return sql`select *, null as late_month from ${table} where ${isIn(month, moment)}`;
}

async function findCalls(db: Queryable, records: Sql): Promise<Usage[]> {
  const rows = await db.query<UsageRow>(sql`
    select late_month, json_strip_nulls(json_build_object('destination', destination)) as params,
      round(sum(billed_seconds) / 60.0, 2)::text as quantity, sum(price)::text as amount
    from (${records}) r
    where price > 0
    group by late_month, destination
    order by late_month nulls first, sum(price) desc, destination`);
  return rows.map((row) => ({
    ...trafficLine('voice_outgoing', row, `Outgoing calls, ${row.params['destination'] ?? 'other'}`),
    service_type: 'voicing',
    unit: 'min',
  }));
}

async function findMessages(db: Queryable, records: Sql): Promise<Usage[]> {
  const rows = await db.query<UsageRow>(sql`
    select late_month, json_strip_nulls(json_build_object('country', country, 'operator', operator)) as params,
      sum(parts)::text as quantity, sum(price)::text as amount
    from (${records}) r
    where price > 0
    group by late_month, country, operator, unit_price
    order by late_month nulls first, sum(price) desc, country, operator`);
  return rows.map((row) => {
    const { country, operator = '' } = row.params;
    return {
      ...trafficLine('sms_outgoing', row, `Outgoing messages, ${country?.toUpperCase() ?? '–'} ${operator}`),
      service_type: 'messaging',
      unit: 'part',
    };
  });
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
