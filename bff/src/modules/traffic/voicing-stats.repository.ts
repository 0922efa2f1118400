import { type VoicingGroup, type VoicingMetrics, voicingStatsOrders } from '@portal/contract/voicing-stats';
import type { Queryable } from '../../database/database.ts';
import { columnsByName, identifier, joinSql, type Sql, sql } from '../../database/sql.ts';
import { isIn, type Traffic } from '../../listing/conditions.ts';
import { orderBy } from '../../listing/page.ts';

interface CallsOf extends Traffic {
  /** Medians need sorting, which is too slow for a year of calls. */
  hasMedians: boolean;
}

interface GroupedCalls extends CallsOf {
  timezone: string;
  groups: readonly VoicingGroup[];
  order: string;
  limit: number;
  offset: number;
}

export type CallMetrics = Omit<VoicingMetrics, 'currency'>;
type GroupedRow = CallMetrics &
  Record<VoicingGroup, string | null> & { is_total: number; groups_total: number };

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

const medians = sql`
  round(percentile_cont(0.5) within group (order by pdd_ms)) as pdd_ms_p50,
  round(percentile_cont(0.95) within group (order by pdd_ms)) as pdd_ms_p95`;
const noMedians = sql`null::float8 as pdd_ms_p50, null::float8 as pdd_ms_p95`;

const orderColumns = columnsByName(voicingStatsOrders);

/**
 * Returns a page of groups, their number and the totals, in one pass over the calls. The order must name no other
 * group.
 */
export async function findGroupedCalls(db: Queryable, query: GroupedCalls) {
  const values = query.groups.map((group) => sql`${groupValue(group, query.timezone)} as ${alias(group)}`);
  const names = joinSql(query.groups.map(alias), ', ');
  const keys = joinSql(
    query.groups.map((group) => sql`${alias(group)} as ${identifier(group)}`),
    ', ',
  );
  const [firstGroup = 'day'] = query.groups;
  const tieBreak = joinSql(query.groups.map(identifier), ', ');
  const rows = await db.query<GroupedRow>(sql`
    with grouped as materialized (
      select ${keys}, grouping(${alias(firstGroup)}) as is_total, ${metrics}, ${query.hasMedians ? medians : noMedians}
      from (
        select ${joinSql(values, ', ')}, result, duration_seconds, billed_seconds, price, pdd_ms
        from cdrs where ${isIn(query, sql`started`)}
      ) calls
      group by grouping sets ((${names}), ())
    ), page as (
      select * from grouped where is_total = 0
      ${orderBy(query.order, { columns: orderColumns, nullable: voicingStatsOrders, tieBreak })}
      limit ${query.limit} offset ${query.offset}
    )
    select *, 0 as groups_total from page
    union all
    select *, (select count(*) from grouped) - 1 from grouped where is_total = 1`);
  // The totals row exists even without calls.
  const totals = rows.find((row) => row.is_total === 1);
  if (totals === undefined) throw new Error('the totals of all calls are missing');
  return { rows: rows.filter((row) => row.is_total === 0), total: totals.groups_total, summary: totals };
}

export async function findCallMetrics(db: Queryable, query: CallsOf) {
  return db.one<CallMetrics>(sql`
    select ${metrics}, ${query.hasMedians ? medians : noMedians} from cdrs where ${isIn(query, sql`started`)}`);
}

/** Returns a distinct name within the statement, because a group has the name of its column. */
function alias(group: VoicingGroup): Sql {
  return identifier(`key_${group}`);
}

/** Days, weeks and months are in the account's time zone; hours are UTC, because clocks repeat one. */
function groupValue(group: VoicingGroup, timezone: string): Sql {
  if (group === 'day') return sql`(started at time zone ${timezone})::date`;
  if (group === 'week') return sql`date_trunc('week', started at time zone ${timezone})::date`;
  if (group === 'month') return sql`date_trunc('month', started at time zone ${timezone})::date`;
  if (group === 'hour') return sql`date_trunc('hour', started, ${timezone})`;
  return identifier(group);
}
