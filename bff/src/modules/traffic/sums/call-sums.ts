import type { CdrQuery } from '@portal/contract/cdr';
import { identifier, joinSql, rawSql, type Sql, sql } from '../../../database/sql.ts';
import type { Traffic, ZonedTraffic } from '../../../listing/conditions.ts';
import { binColumns } from './percentile.ts';
import { kindSegments, type Segment, timeSegments } from './segments.ts';

/** Filters that the sums by kind can answer. */
export type CallKinds = Pick<CdrQuery, 'country' | 'destination' | 'result' | 'direction' | 'without'>;

const failures = ['busy', 'no_answer', 'rejected', 'canceled', 'invalid_number', 'congestion'] as const;
const measures = [
  'calls',
  'answered',
  ...failures,
  'short',
  'talk_seconds',
  'billed_seconds',
  'cost',
  'longest',
  ...binColumns,
];

/** A call as a row of sums. */
const ofRecord = new Map<string, Sql>([
  ['calls', sql`1`],
  ['answered', sql`(duration_seconds > 0)::integer`],
  ...failures.map(
    (result) => [result, rawSql(`(duration_seconds = 0 and result = '${result}')::integer`)] as const,
  ),
  ['short', sql`(duration_seconds between 1 and 10)::integer`],
  ['talk_seconds', sql`duration_seconds`],
  ['cost', sql`price`],
  ['longest', sql`duration_seconds`],
  ...binColumns.map((column, bin) => [column, rawSql(`(bin = ${bin})::integer`)] as const),
]);
const ofKind = new Map<string, Sql>(
  failures.map((result) => [
    result,
    rawSql(`case when result = '${result}' then calls - answered else 0 end`),
  ]),
);

/** Rows of sums for a period with their `moment`, for groups of time in a time zone. */
export function callsByTime(traffic: ZonedTraffic): Sql {
  return union(timeSegments(traffic.period, traffic.timezone), (segment) =>
    segment.grain === 'record'
      ? recordRows(traffic, segment, sql`started as moment`)
      : sql`
        select moment, ${columns(new Map())} from ${identifier(`calls_by_${segment.grain}`)}
        where ${within(traffic, segment, sql`moment`)}`,
  );
}

/** Rows of sums for a period with direction, country, destination and result. */
export function callsByKind(traffic: Traffic, filter: CallKinds = {}): Sql {
  return union(kindSegments(traffic.period), (segment) =>
    segment.grain === 'record'
      ? recordRows(
          traffic,
          segment,
          sql`direction, country, destination, result`,
          kindConditions(filter, (name) => sql`${identifier(name)} is null`),
        )
      : sql`
        select direction, nullif(country, '') as country, nullif(destination, '') as destination, result,
          ${columns(ofKind)}
        from calls_by_kind
        where ${joinSql([within(traffic, segment, sql`moment`), sql`grain = ${segment.grain}`, ...kindConditions(filter, (name) => sql`${identifier(name)} = ''`)], ' and ')}`,
  );
}

function recordRows(traffic: Traffic, segment: Segment, keys: Sql, conditions: readonly Sql[] = []): Sql {
  const where = joinSql([within(traffic, segment, sql`started`), ...conditions], ' and ');
  return sql`
    select ${keys}, ${columns(ofRecord)}
    from (select *, traffic_bin(pdd_ms) as bin from cdrs where ${where}) records`;
}

function columns(expressions: ReadonlyMap<string, Sql>): Sql {
  return joinSql(
    measures.map((name) => {
      const expression = expressions.get(name);
      return expression === undefined ? identifier(name) : sql`${expression} as ${identifier(name)}`;
    }),
    ', ',
  );
}

/** Columns by position: the rows by time have no kinds. */
function union(segments: readonly Segment[], select: (segment: Segment) => Sql): Sql {
  return joinSql(segments.map(select), ' union all ');
}

function within({ accountId, serviceId }: Traffic, { from, until }: Segment, moment: Sql): Sql {
  return sql`account_id = ${accountId} and service_id = ${serviceId} and ${moment} >= ${from} and ${moment} < ${until}`;
}

function kindConditions(filter: CallKinds, isAbsent: (name: string) => Sql): Sql[] {
  const { country, destination, result, direction, without = [] } = filter;
  const given = Object.entries({ country, destination: destination && [destination], result, direction });
  const present = given.flatMap(([name, values]) =>
    values === undefined || values === '' || values.length === 0
      ? []
      : [sql`${identifier(name)} = any(${values}::text[])`],
  );
  return [...present, ...without.map(isAbsent)];
}

/** The measures of several rows of sums as those of one. */
export const summedColumns = joinSql(
  measures.map((name) => rawSql(name === 'longest' ? 'max(longest) as longest' : `sum(${name}) as ${name}`)),
  ', ',
);

/** Metrics of rows of sums. Sums of bigint are numeric, which would arrive as text. */
export const sumMetrics = sql`
  coalesce(sum(calls), 0)::bigint as calls_total,
  coalesce(sum(answered), 0)::bigint as calls_answered,
  coalesce(sum(calls - answered), 0)::bigint as calls_failed,
  coalesce(sum(busy), 0)::bigint as calls_busy,
  coalesce(sum(no_answer), 0)::bigint as calls_no_answer,
  coalesce(sum(rejected), 0)::bigint as calls_rejected,
  coalesce(sum(canceled), 0)::bigint as calls_canceled,
  coalesce(sum(invalid_number), 0)::bigint as calls_invalid,
  coalesce(sum(congestion), 0)::bigint as calls_congestion,
  round(100.0 * sum(answered) / nullif(sum(calls), 0), 1)::float8 as asr_percent,
  round(100.0 * sum(answered + busy + no_answer + rejected) / nullif(sum(calls), 0), 1)::float8 as ner_percent,
  round(sum(talk_seconds)::numeric / nullif(sum(answered), 0), 1)::float8 as acd_seconds,
  coalesce(sum(talk_seconds), 0)::bigint as talk_seconds,
  coalesce(sum(billed_seconds), 0)::bigint as billed_seconds,
  coalesce(max(longest), 0) as max_call_seconds,
  round(100.0 * sum(short) / nullif(sum(answered), 0), 1)::float8 as short_calls_percent,
  coalesce(sum(cost), 0)::numeric(20, 6) as cost,
  round(sum(cost) * 60 / nullif(sum(billed_seconds), 0), 6) as avg_cost_per_minute,
  json_build_array(${joinSql(
    binColumns.map((column) => rawSql(`coalesce(sum(${column}), 0)`)),
    ', ',
  )}) as bins`;
