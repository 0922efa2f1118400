import type { MessageStatus, MessagesQuery } from '@portal/contract/messages';
import { emptySql, identifier, joinSql, rawSql, type Sql, sql } from '../../../database/sql.ts';
import type { Traffic, ZonedTraffic } from '../../../listing/conditions.ts';
import { isOf } from '../message-status.ts';
import { binColumns } from './percentile.ts';
import { kindSegments, type Segment, timeSegments } from './segments.ts';

const groups = ['delivered', 'undelivered', 'expired', 'rejected', 'failed', 'pending', 'received'] as const;

/** The columns of a row of sums, computed from a message or from a sum by kind, of `count` messages. */
function measuresOf({ count, sent, bins }: { count: Sql; sent: Sql; bins: readonly Sql[] }): Sql {
  const when = (condition: Sql, value: Sql) => sql`case when ${condition} then ${value} else 0 end`;
  const isOutbound = sql`not ${isOf('received')}`;
  return joinSql(
    [
      sql`${when(isOutbound, count)} as outbound`,
      sql`${when(isOutbound, sql`parts`)} as outbound_parts`,
      sql`${when(isOutbound, sent)} as sent`,
      ...groups.map((group) => sql`${when(isOf(group), count)} as ${identifier(group)}`),
      sql`${when(isOf('received'), sql`parts`)} as received_parts`,
      ...bins.map((bin, index) => sql`${bin} as ${identifier(`bin_${index}`)}`),
    ],
    ', ',
  );
}

const ofRecord = measuresOf({
  count: sql`1`,
  sent: sql`(sent is not null)::integer`,
  bins: binColumns.map((_, bin) => rawSql(`(bin = ${bin})::integer`)),
});
const ofKind = measuresOf({ count: sql`messages`, sent: sql`sent`, bins: binColumns.map(identifier) });
const ofTime = joinSql(
  ['outbound', 'outbound_parts', 'sent', ...groups, 'received_parts', ...binColumns].map(identifier),
  ', ',
);

/** Rows of sums for a period with their `moment`, for days of a time zone. */
export function messagesByTime(traffic: ZonedTraffic): Sql {
  return union(timeSegments(traffic.period, traffic.timezone), (segment) =>
    segment.grain === 'record'
      ? recordRows(traffic, segment, sql`created as moment`)
      : sql`
        select moment, ${ofTime}, cost from ${identifier(`messages_by_${segment.grain}`)}
        where ${within(traffic, segment, sql`moment`)}`,
  );
}

const keys = sql`country, operator, sender, campaign_name`;

/** Filters that the sums by kind can answer. */
export interface MessageKinds
  extends Pick<MessagesQuery, 'country' | 'operator' | 'sender' | 'campaign' | 'without'> {
  /** No statuses stand for all. */
  statuses?: readonly MessageStatus[];
}

/** Rows of sums for a period with country, operator, sender and campaign. Received messages are without a sender. */
export function messagesByKind(traffic: Traffic, filter: MessageKinds = {}): Sql {
  return union(kindSegments(traffic.period), (segment) =>
    segment.grain === 'record'
      ? recordRows(traffic, segment, keys, kindConditions(filter, 'campaign_name', sql`is null`))
      : sql`
        select nullif(country, '') as country, nullif(operator, '') as operator, sender,
          nullif(campaign, '') as campaign_name, ${ofKind}, cost
        from messages_by_kind
        where ${within(traffic, segment, sql`moment`)} and grain = ${segment.grain} ${kindConditions(filter, 'campaign', sql`= ''`)}`,
  );
}

function kindConditions(filter: MessageKinds, campaignColumn: string, isAbsent: Sql): Sql {
  const { country = [], operator, sender, campaign, statuses = [], without = [] } = filter;
  const exact = Object.entries({ operator, sender, [campaignColumn]: campaign });
  const conditions = [
    ...exact.flatMap(([name, value]) =>
      value === undefined ? [] : [sql`and ${identifier(name)} = ${value}`],
    ),
    ...without.map((name) => sql`and ${identifier(name === 'campaign' ? campaignColumn : name)} ${isAbsent}`),
  ];
  if (country.length > 0) conditions.push(sql`and country = any(${country}::text[])`);
  if (statuses.length > 0) conditions.push(sql`and status = any(${statuses}::text[])`);
  return joinSql(conditions, ' ');
}

function recordRows(traffic: Traffic, segment: Segment, columns: Sql, condition = emptySql): Sql {
  return sql`
    select ${columns}, ${ofRecord}, price as cost
    from (
      select *, traffic_bin(latency_ms) as bin from messages where ${within(traffic, segment, sql`created`)} ${condition}
    ) records`;
}

function union(segments: readonly Segment[], select: (segment: Segment) => Sql): Sql {
  return joinSql(segments.map(select), ' union all ');
}

function within({ accountId, serviceId }: Traffic, { from, until }: Segment, moment: Sql): Sql {
  return sql`account_id = ${accountId} and service_id = ${serviceId} and ${moment} >= ${from} and ${moment} < ${until}`;
}

/** Metrics of rows of sums. */
export const sumMetrics = sql`
  coalesce(sum(outbound), 0) as messages,
  coalesce(sum(outbound_parts), 0) as parts,
  coalesce(sum(sent), 0) as sent,
  ${joinSql(
    groups.map((group) => rawSql(`coalesce(sum(${group}), 0) as ${group}`)),
    ', ',
  )},
  round(100.0 * sum(delivered) / nullif(sum(outbound - pending), 0), 1)::float8 as delivery_rate_percent,
  coalesce(sum(cost), 0)::numeric(20, 6) as cost,
  round(sum(cost) / nullif(sum(outbound_parts), 0), 6) as avg_price_per_part,
  json_build_array(${joinSql(
    binColumns.map((column) => rawSql(`coalesce(sum(${column}), 0)`)),
    ', ',
  )}) as bins`;
