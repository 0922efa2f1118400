import {
  type MessagingMetrics,
  type MessagingReportRow,
  type MessagingSeriesPoint,
  type ReportGroup,
  reportOrders,
} from '@portal/contract/messaging-report';
import type { Queryable } from '../../database/database.ts';
import { columnsByName, identifier, joinSql, rawSql, type Sql, sql } from '../../database/sql.ts';
import { isIn, type Traffic, type ZonedTraffic } from '../../listing/conditions.ts';
import { localTime, zoneOffsets } from '../../listing/local-time.ts';
import { orderBy } from '../../listing/page.ts';
import { isOf } from './message-status.ts';
import { messagesByKind, messagesByTime, sumMetrics } from './sums/message-sums.ts';
import { percentileOf } from './sums/percentile.ts';

interface GroupedMessages extends ZonedTraffic {
  groups: readonly ReportGroup[];
  order: string;
  limit: number;
  offset: number;
}

type Keys = Record<ReportGroup, string | null>;
export type ReportMetrics = Omit<MessagingMetrics, 'currency' | 'unsubscribed'>;
type MetricsRow = ReportMetrics & {
  /** Instead of the median, where sums are read. */
  bins?: number[];
};
type ReportRow = MetricsRow & Keys & { groups_total: number };
type TopError = MessagingReportRow['top_errors'][number];

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

/** What a report is computed from: messages themselves, with an exact median, or rows of their sums. */
interface MessageSource {
  rows: Sql;
  moment: Sql;
  isReceived: Sql;
  metrics: Sql;
}

/** Up to so many messages are read themselves, in some milliseconds. */
const readMessages = 10_000;

/** Chooses what the report reads. Sums answer days, or the other groups; a combination of both needs the messages. */
async function sourceOf(
  db: Queryable,
  query: ZonedTraffic,
  groups: readonly ReportGroup[],
  most: number,
): Promise<MessageSource> {
  const isByTime = groups.every((group) => group === 'day');
  const isByKind = !groups.includes('day');
  if (!isByTime && !isByKind) return recordSource(query);
  const sums = messagesByTime(query);
  const { few } = await db.one<{ few: boolean }>(sql`
    select coalesce(sum(outbound + received), 0) <= ${most} as few from (${sums}) messages`);
  if (few) return recordSource(query);
  const rows = isByTime ? sums : messagesByKind(query);
  return { rows, moment: sql`moment`, isReceived: sql`received > 0`, metrics: sumMetrics };
}

function recordSource(query: Traffic): MessageSource {
  const rows = sql`select * from messages where ${isIn(query, sql`created`)}`;
  return { rows, moment: sql`created`, isReceived: isOf('received'), metrics };
}

/**
 * Returns one row for each combination of the groups; each row has the total number of combinations. The order must
 * name no other group.
 */
export async function findReportRows(
  db: Queryable,
  query: GroupedMessages,
  most = readMessages,
): Promise<ReportRow[]> {
  const source = await sourceOf(db, query, query.groups, most);
  const rows = await db.query<ReportRow>(sql`
    select *, count(*) over () as groups_total
    from (
      select ${keys(query, source.moment)}, ${source.metrics}
      from (${source.rows}) messages
      where ${ownSenders(query, source.isReceived)}
      group by ${positions(query)}
    ) report
    where messages + received > 0
    ${orderBy(query.order, { columns: orderColumns, nullable: reportOrders, tieBreak: positions(query) })}
    limit ${query.limit} offset ${query.offset}`);
  return rows.map(withMedian);
}

/** Returns the number of combinations, for a page beyond the last, which has no rows. */
export async function countReportRows(db: Queryable, query: GroupedMessages): Promise<number> {
  const rows = await findReportRows(db, { ...query, limit: 1, offset: 0 });
  return rows[0]?.groups_total ?? 0;
}

export async function findReportTotals(
  db: Queryable,
  query: ZonedTraffic,
  most = readMessages,
): Promise<ReportMetrics> {
  const source = await sourceOf(db, query, [], most);
  return withMedian(await db.one<MetricsRow>(sql`select ${source.metrics} from (${source.rows}) messages`));
}

function withMedian<Row extends MetricsRow>({ bins, ...row }: Row) {
  return bins === undefined ? row : { ...row, latency_ms_p50: percentileOf(bins, 0.5) };
}

/** Errors that a row of the report shows. */
const topErrors = 3;

/**
 * Returns the most frequent errors of each row of a page: at most three for each, however many groups and errors there are. The
 * order of the lists is that of the rows.
 */
export async function findTopErrors(
  db: Queryable,
  query: GroupedMessages,
  page: readonly Keys[],
): Promise<TopError[][]> {
  if (page.length === 0) return [];
  const keysOfPage = page.map((row) => query.groups.map((group) => row[group]));
  const values = query.groups.map((group) => groupValue(group, sql`created`, query));
  const found = await db.query<TopError & { row: number }>(sql`
    with page as materialized (
      select key, row from jsonb_array_elements(${JSON.stringify(keysOfPage)}::jsonb) with ordinality as page (key, row)
    ), counted as (
      select row, error_code, error_name, count(*) as count,
        row_number() over (partition by row order by count(*) desc, error_code, error_name) as place
      from (
        select jsonb_build_array(${joinSql(values, ', ')}) as key, error_code, error_name
        from messages
        where ${isIn(query, sql`created`)} and ${ownSenders(query, isOf('received'))} and error_code is not null
      ) failed
      join page using (key)
      group by row, error_code, error_name
    )
    select row, error_code as code, error_name as name, count from counted
    where place <= ${topErrors}
    order by row, place`);
  const lists = page.map((): TopError[] => []);
  for (const { row, ...error } of found) lists[row - 1]?.push(error);
  return lists;
}

/** Returns the days that have messages. */
export async function findReportSeries(db: Queryable, query: ZonedTraffic) {
  return db.query<MessagingSeriesPoint>(sql`
    select ${dayOf(sql`moment`, query)} as date,
      sum(outbound) as messages,
      sum(delivered) as delivered,
      sum(outbound - delivered - pending) as failed,
      sum(pending) as pending,
      sum(cost)::numeric(20, 6) as cost
    from (${messagesByTime(query)}) messages
    group by 1 having sum(outbound + received) > 0
    order by 1`);
}

/** Grouped by sender, the report excludes received messages, because their senders are not the account's. */
function ownSenders({ groups }: GroupedMessages, isReceived: Sql): Sql {
  return groups.includes('sender') ? sql`not (${isReceived})` : sql`true`;
}

function keys(query: GroupedMessages, moment: Sql): Sql {
  const columns = query.groups.map(
    (group) => sql`${groupValue(group, moment, query)} as ${identifier(group)}`,
  );
  return joinSql(columns, ', ');
}

function groupValue(group: ReportGroup, moment: Sql, query: ZonedTraffic): Sql {
  if (group === 'day') return dayOf(moment, query);
  return group === 'campaign' ? sql`campaign_name` : identifier(group);
}

function dayOf(moment: Sql, { period, timezone }: ZonedTraffic): Sql {
  return sql`${localTime(moment, zoneOffsets({ ...period, timezone }))}::date`;
}

/** Groups by position, because PostgreSQL does not recognize a repeated expression with a parameter. */
function positions({ groups }: GroupedMessages): Sql {
  return rawSql(groups.map((_, index) => index + 1).join(', '));
}
