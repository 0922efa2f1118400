import { type VoicingGroup, type VoicingMetrics, voicingStatsOrders } from '@portal/contract/voicing-stats';
import type { Queryable } from '../../database/database.ts';
import { columnsByName, identifier, joinSql, type Sql, sql } from '../../database/sql.ts';
import { isIn, type Traffic, type ZonedTraffic } from '../../listing/conditions.ts';
import { hourStart, localTime, type ZoneOffset, zoneOffsets } from '../../listing/local-time.ts';
import { orderBy } from '../../listing/page.ts';
import { callsByKind, callsByTime, sumMetrics, summedColumns } from './sums/call-sums.ts';
import { percentileOf } from './sums/percentile.ts';

interface GroupedCalls extends ZonedTraffic {
  groups: readonly VoicingGroup[];
  order: string;
  limit: number;
  offset: number;
}

export type CallMetrics = Omit<VoicingMetrics, 'currency'>;
type MetricsRow = CallMetrics & {
  /** Instead of percentiles, where sums are read. */
  bins?: number[];
};
type GroupedRow = MetricsRow &
  Record<VoicingGroup, string | null> & { is_total: number; groups_total: number };

/** What a report is computed from: calls themselves, with exact percentiles, or rows of their sums. */
interface CallSource {
  rows: Sql;
  moment: Sql;
  metrics: Sql;
  /** The columns of rows that are added up to one row for each group first, because totals would read all of them again. */
  summed?: Sql;
}

// Answered calls have talk time. ASR: answered per attempt. NER: answered or delivered by the network.
const answered = sql`filter (where duration_seconds > 0)`;
const metrics = sql`
  count(*) as calls_total,
  count(*) ${answered} as calls_answered,
  count(*) filter (where duration_seconds = 0) as calls_failed,
  count(*) filter (where duration_seconds = 0 and result = 'busy') as calls_busy,
  count(*) filter (where duration_seconds = 0 and result = 'no_answer') as calls_no_answer,
  count(*) filter (where duration_seconds = 0 and result = 'rejected') as calls_rejected,
  count(*) filter (where duration_seconds = 0 and result = 'canceled') as calls_canceled,
  count(*) filter (where duration_seconds = 0 and result = 'invalid_number') as calls_invalid,
  count(*) filter (where duration_seconds = 0 and result = 'congestion') as calls_congestion,
  round(100.0 * count(*) ${answered} / nullif(count(*), 0), 1)::float8 as asr_percent,
  round(100.0 * count(*) filter (where duration_seconds > 0 or result in ('busy', 'no_answer', 'rejected'))
    / nullif(count(*), 0), 1)::float8 as ner_percent,
  round(avg(duration_seconds) ${answered}, 1)::float8 as acd_seconds,
  coalesce(sum(duration_seconds), 0) as talk_seconds,
  coalesce(sum(billed_seconds), 0) as billed_seconds,
  coalesce(max(duration_seconds), 0) as max_call_seconds,
  round(100.0 * count(*) filter (where duration_seconds between 1 and 10) / nullif(count(*) ${answered}, 0), 1)::float8
    as short_calls_percent,
  coalesce(sum(price), 0)::numeric(20, 6) as cost,
  round(sum(price) * 60 / nullif(sum(billed_seconds), 0), 6) as avg_cost_per_minute`;

const percentiles = sql`
  round(percentile_cont(0.5) within group (order by pdd_ms)) as pdd_ms_p50,
  round(percentile_cont(0.95) within group (order by pdd_ms)) as pdd_ms_p95`;

const orderColumns = columnsByName(voicingStatsOrders);

/** Up to so many calls are read themselves, in some milliseconds. */
const readCalls = 10_000;
const byTime: readonly VoicingGroup[] = ['day', 'hour', 'week', 'month'];
const byKind: readonly VoicingGroup[] = ['country', 'destination', 'result'];

/**
 * Chooses what the report reads. Sums answer groups of time or of kind; a combination of both, and numbers, need the calls, as
 * few calls do, whose percentiles are exact then.
 */
async function sourceOf(
  db: Queryable,
  calls: ZonedTraffic,
  groups: readonly VoicingGroup[],
  most: number,
): Promise<CallSource> {
  const isByTime = groups.every((group) => byTime.includes(group));
  const isByKind = groups.every((group) => byKind.includes(group));
  if (!isByTime && !isByKind) return recordSource(calls);
  const sums = callsByTime(calls);
  const { few } = await db.one<{ few: boolean }>(sql`
    select coalesce(sum(calls), 0) <= ${most} as few from (${sums}) calls`);
  return few ? recordSource(calls) : sumSource(isByTime ? sums : callsByKind(calls));
}

function recordSource(calls: Traffic): CallSource {
  const rows = sql`select * from cdrs where ${isIn(calls, sql`started`)}`;
  return { rows, moment: sql`started`, metrics: sql`${metrics}, ${percentiles}` };
}

function sumSource(rows: Sql): CallSource {
  return { rows, moment: sql`moment`, metrics: sumMetrics, summed: summedColumns };
}

/** Returns a page of groups, their number and the totals, in one pass. The order must name no other group. */
export async function findGroupedCalls(db: Queryable, query: GroupedCalls, most = readCalls) {
  const source = await sourceOf(db, query, query.groups, most);
  const offsets = zoneOffsets({ ...query.period, timezone: query.timezone });
  const values = query.groups.map(
    (group) => sql`${groupValue(group, source.moment, offsets)} as ${alias(group)}`,
  );
  const names = joinSql(query.groups.map(alias), ', ');
  const keys = joinSql(
    query.groups.map((group) => sql`${alias(group)} as ${identifier(group)}`),
    ', ',
  );
  const [firstGroup = 'day'] = query.groups;
  const tieBreak = joinSql(query.groups.map(identifier), ', ');
  const valued = sql`select ${joinSql(values, ', ')}, calls.* from (${source.rows}) calls`;
  const calls =
    source.summed === undefined
      ? valued
      : sql`select ${names}, ${source.summed} from (${valued}) calls group by ${names}`;
  const rows = await db.query<GroupedRow>(sql`
    with grouped as materialized (
      select ${keys}, grouping(${alias(firstGroup)}) as is_total, ${source.metrics}
      from (${calls}) calls
      group by grouping sets ((${names}), ())
    ), page as (
      select * from grouped where is_total = 0 and calls_total > 0
      ${orderBy(query.order, { columns: orderColumns, nullable: voicingStatsOrders, tieBreak })}
      limit ${query.limit} offset ${query.offset}
    )
    select *, 0 as groups_total from page
    union all
    select *, (select count(*) from grouped where is_total = 0 and calls_total > 0) from grouped where is_total = 1`);
  // The totals row exists even without calls.
  const totals = rows.find((row) => row.is_total === 1);
  if (totals === undefined) throw new Error('the totals of all calls are missing');
  const groups = rows.filter((row) => row.is_total === 0).map(withPercentiles);
  return { rows: groups, total: totals.groups_total, summary: withPercentiles(totals) };
}

export async function findCallMetrics(
  db: Queryable,
  query: ZonedTraffic,
  most = readCalls,
): Promise<CallMetrics> {
  const source = await sourceOf(db, query, [], most);
  return withPercentiles(await db.one<MetricsRow>(sql`select ${source.metrics} from (${source.rows}) calls`));
}

function withPercentiles<Row extends MetricsRow>({ bins, ...row }: Row) {
  if (bins === undefined) return row;
  return { ...row, pdd_ms_p50: percentileOf(bins, 0.5), pdd_ms_p95: percentileOf(bins, 0.95) };
}

/** Returns a distinct name within the statement, because a group has the name of its column. */
function alias(group: VoicingGroup): Sql {
  return identifier(`key_${group}`);
}

/** Days, weeks and months are in the account's time zone; hours are UTC, because clocks repeat one. */
function groupValue(group: VoicingGroup, moment: Sql, offsets: readonly ZoneOffset[]): Sql {
  const local = localTime(moment, offsets);
  if (group === 'day') return sql`${local}::date`;
  if (group === 'week') return sql`date_trunc('week', ${local})::date`;
  if (group === 'month') return sql`date_trunc('month', ${local})::date`;
  if (group === 'hour') return hourStart(moment, local, offsets);
  return identifier(group);
}
