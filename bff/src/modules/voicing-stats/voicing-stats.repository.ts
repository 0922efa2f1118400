import type { Period } from '@portal/contract/dates';
import type { VoicingGroup, VoicingMetrics } from '@portal/contract/voicing-stats';
import type { Queryable } from '../../database/database.ts';
import { identifier, joinSql, Sql, sql } from '../../database/sql.ts';
import { orderBy } from '../../listing/order-by.ts';

export interface CallsOf {
  accountId: string;
  serviceId: string;
  period: Pick<Period, 'start_utc' | 'end_utc'>;
}

export interface GroupedCalls extends CallsOf {
  timezone: string;
  groups: readonly VoicingGroup[];
  order: string;
  limit: number;
  offset: number;
}

export type CallMetrics = Omit<VoicingMetrics, 'currency'>;
export type GroupedRow = CallMetrics & Record<VoicingGroup, string | null> & { groups_total: number };

// Formulas: answered is talked; ASR is answered per attempt; NER adds what the network did right though nobody talked.
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
  round(percentile_cont(0.5) within group (order by pdd_ms)) as pdd_ms_p50,
  round(percentile_cont(0.95) within group (order by pdd_ms)) as pdd_ms_p95,
  round(100.0 * count(*) filter (where duration_seconds between 1 and 10) / nullif(count(*) ${answered}, 0), 1)::float8
    as short_calls_percent,
  coalesce(sum(price), 0)::numeric(20, 6) as cost,
  round(sum(price) * 60 / nullif(sum(billed_seconds), 0), 6) as avg_cost_per_minute`;

/** One row for each combination of the groups; each row also tells how many there are in all. */
export async function findGroupedCalls(database: Queryable, query: GroupedCalls): Promise<GroupedRow[]> {
  const keys = query.groups.map((group) => sql`${groupValue(group, query.timezone)} as ${identifier(group)}`);
  // By position: an expression with a parameter in it is not recognised when it is repeated.
  const positions = new Sql([query.groups.map((_, index) => index + 1).join(', ')], []);
  return database.query<GroupedRow>(sql`
    select ${joinSql(keys, ', ')}, ${metrics}, count(*) over () as groups_total
    from cdrs
    where ${calls(query)}
    group by ${positions}
    ${orderBy(query.order, orderColumns(query.groups), positions)}
    limit ${query.limit} offset ${query.offset}`);
}

export async function findCallMetrics(database: Queryable, query: CallsOf): Promise<CallMetrics | undefined> {
  return database.first<CallMetrics>(sql`select ${metrics} from cdrs where ${calls(query)}`);
}

/** What a grouping can be sorted by: its own keys and the totals. */
export function orderColumns(groups: readonly VoicingGroup[]): Record<string, Sql> {
  const fields = [...groups, ...metricOrders];
  return Object.fromEntries(fields.map((field) => [field, identifier(field)]));
}

const metricOrders = [
  'calls_total',
  'calls_answered',
  'calls_failed',
  'asr_percent',
  'ner_percent',
  'acd_seconds',
  'talk_seconds',
  'billed_seconds',
  'cost',
] as const;

function calls({ accountId, serviceId, period }: CallsOf): Sql {
  return sql`account_id = ${accountId} and service_id = ${serviceId}
    and started >= ${period.start_utc} and started < ${period.end_utc}`;
}

/** Days, weeks and months are the account's; an hour is a moment, because one comes twice when clocks go back. */
function groupValue(group: VoicingGroup, timezone: string): Sql {
  if (group === 'day') return sql`(started at time zone ${timezone})::date`;
  if (group === 'week') return sql`date_trunc('week', started at time zone ${timezone})::date`;
  if (group === 'month') return sql`date_trunc('month', started at time zone ${timezone})::date`;
  if (group === 'hour') return sql`date_trunc('hour', started, ${timezone})`;
  return identifier(group);
}
