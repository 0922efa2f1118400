import {
  type MessagingMetrics,
  type MessagingSeriesPoint,
  type ReportGroup,
  reportOrders,
} from '@portal/contract/messaging-report';
import type { Queryable } from '../../database/database.ts';
import { columnsByName, emptySql, identifier, joinSql, rawSql, type Sql, sql } from '../../database/sql.ts';
import { isIn, type Traffic } from '../../listing/conditions.ts';
import { orderBy } from '../../listing/page.ts';
import { isOf } from './messages.repository.ts';

interface GroupedMessages extends Traffic {
  timezone: string;
  groups: readonly ReportGroup[];
  order: string;
  limit: number;
  offset: number;
}

type Keys = Record<ReportGroup, string | null>;
export type ReportMetrics = Omit<MessagingMetrics, 'currency' | 'unsubscribed'>;
type ReportRow = ReportMetrics & Keys & { groups_total: number };
type ErrorRow = Keys & { error_code: string; error_name: string | null; count: number };

// `messages` counts outbound messages; received ones are counted separately.
const outbound = sql`filter (where not ${isOf('received')})`;
const delivered = sql`filter (where ${isOf('delivered')})`;
const pending = sql`filter (where ${isOf('pending')})`;
const metrics = sql`
  count(*) ${outbound} as messages,
  coalesce(sum(parts) ${outbound}, 0) as parts,
  count(sent) ${outbound} as sent,
  count(*) ${delivered} as delivered,
  count(*) filter (where ${isOf('undelivered')}) as undelivered,
  count(*) filter (where ${isOf('expired')}) as expired,
  count(*) filter (where ${isOf('rejected')}) as rejected,
  count(*) filter (where ${isOf('failed')}) as failed,
  count(*) ${pending} as pending,
  count(*) filter (where ${isOf('received')}) as received,
  round(100.0 * count(*) ${delivered} / nullif(count(*) ${outbound} - count(*) ${pending}, 0), 1)::float8
    as delivery_rate_percent,
  coalesce(sum(price), 0)::numeric(20, 6) as cost,
  round(sum(price) / nullif(sum(parts) ${outbound}, 0), 6) as avg_price_per_part,
  round(percentile_cont(0.5) within group (order by latency_ms)) as latency_ms_p50`;

const orderColumns = columnsByName(reportOrders);

/**
 * Returns one row for each combination of the groups; each row has the total number of combinations. The order must
 * name no other group.
 */
export async function findReportRows(db: Queryable, query: GroupedMessages): Promise<ReportRow[]> {
  return db.query<ReportRow>(sql`
    select ${keys(query)}, ${metrics}, count(*) over () as groups_total
    from messages
    where ${isIn(query, sql`created`)} ${ownSenders(query)}
    group by ${positions(query)}
    ${orderBy(query.order, { columns: orderColumns, nullable: reportOrders, tieBreak: positions(query) })}
    limit ${query.limit} offset ${query.offset}`);
}

/** Returns the number of combinations, for a page beyond the last, which has no rows. */
export async function countReportRows(db: Queryable, query: GroupedMessages): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count
    from (select ${keys(query)} from messages where ${isIn(query, sql`created`)} ${ownSenders(query)} group by ${positions(query)}) report`);
  return count;
}

export async function findReportTotals(db: Queryable, query: Traffic) {
  return db.one<ReportMetrics>(sql`select ${metrics} from messages where ${isIn(query, sql`created`)}`);
}

/** Returns the number of each error in each group, most frequent first. */
export async function findReportErrors(db: Queryable, query: GroupedMessages) {
  return db.query<ErrorRow>(sql`
    select ${keys(query)}, error_code, error_name, count(*) as count
    from messages
    where ${isIn(query, sql`created`)} ${ownSenders(query)} and error_code is not null
    group by ${positions(query)}, error_code, error_name
    order by count desc, error_code`);
}

/** Returns the days that have messages. */
export async function findReportSeries(db: Queryable, query: Traffic & { timezone: string }) {
  return db.query<MessagingSeriesPoint>(sql`
    select (created at time zone ${query.timezone})::date as date,
      count(*) ${outbound} as messages,
      count(*) ${delivered} as delivered,
      count(*) ${outbound} - count(*) ${delivered} - count(*) ${pending} as failed,
      count(*) ${pending} as pending,
      sum(price)::numeric(20, 6) as cost
    from messages
    where ${isIn(query, sql`created`)}
    group by 1
    order by 1`);
}

/** Grouped by sender, the report excludes received messages, because their senders are not the account's. */
function ownSenders({ groups }: GroupedMessages): Sql {
  return groups.includes('sender') ? sql`and not ${isOf('received')}` : emptySql;
}

function keys({ groups, timezone }: GroupedMessages): Sql {
  const columns = groups.map((group) => sql`${groupValue(group, timezone)} as ${identifier(group)}`);
  return joinSql(columns, ', ');
}

function groupValue(group: ReportGroup, timezone: string): Sql {
  if (group === 'day') return sql`(created at time zone ${timezone})::date`;
  return group === 'campaign' ? sql`campaign_name` : identifier(group);
}

/** Groups by position, because PostgreSQL does not recognize a repeated expression with a parameter. */
function positions({ groups }: GroupedMessages): Sql {
  return rawSql(groups.map((_, index) => index + 1).join(', '));
}
