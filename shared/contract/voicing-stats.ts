import * as v from 'valibot';
import { maxReportDays, periodEntries, periodRule, trafficPeriodSchema } from './dates.ts';
import type { EndpointView } from './endpoint.ts';
import { currencySchema, decimalSchema } from './money.ts';
import { orderOf } from './order.ts';
import { countSchema, pageOf, pagingEntries, percentSchema } from './paging.ts';
import { listOf, parameter, parameterOr } from './query-value.ts';
import { maybe, openEnum } from './response-member.ts';
import { serviceParamsSchema } from './services.ts';

/** What voicing statistics can be grouped by; several make one row for each combination. */
export const voicingGroups = [
  'day',
  'hour',
  'week',
  'month',
  'country',
  'destination',
  'number_from',
  'result',
] as const;
export type VoicingGroup = (typeof voicingGroups)[number];

export const voicingStatsOrders = [
  ...voicingGroups,
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

/** `filter` is the grouping. Without `order` the server chooses by the grouping. */
export const voicingStatsQuerySchema = v.pipe(
  v.object({
    ...periodEntries,
    filter: parameterOr(listOf(voicingGroups), 'day'),
    order: parameter(orderOf(voicingStatsOrders)),
    ...pagingEntries,
  }),
  periodRule(maxReportDays),
);
export type VoicingStatsQuery = v.InferOutput<typeof voicingStatsQuerySchema>;
export type VoicingStatsQueryInput = v.InferInput<typeof voicingStatsQuerySchema>;

const metricEntries = {
  calls_answered: countSchema,
  calls_total: countSchema,
  calls_failed: maybe(countSchema),
  calls_busy: maybe(countSchema),
  calls_no_answer: maybe(countSchema),
  calls_rejected: maybe(countSchema),
  calls_canceled: maybe(countSchema),
  calls_invalid: maybe(countSchema),
  calls_congestion: maybe(countSchema),
  /** Answer-seizure ratio; null without calls. */
  asr_percent: v.nullable(percentSchema),
  /** Network effectiveness ratio: answered, busy, unanswered and rejected calls among all. */
  ner_percent: maybe(percentSchema),
  /** Average duration of an answered call; null without one. */
  acd_seconds: v.nullable(v.number()),
  talk_seconds: maybe(countSchema),
  billed_seconds: countSchema,
  max_call_seconds: maybe(countSchema),
  /** Post-dial delay, median and 95th percentile. */
  pdd_ms_p50: maybe(countSchema),
  pdd_ms_p95: maybe(countSchema),
  short_calls_percent: maybe(percentSchema),
  unique_from: maybe(countSchema),
  unique_to: maybe(countSchema),
  cost: decimalSchema,
  avg_cost_per_minute: maybe(decimalSchema),
  currency: currencySchema,
};

/** Totals of calls, for a row, for all rows of the query, or for the preceding period of equal length. */
const voicingMetricsSchema = v.object(metricEntries);
export type VoicingMetrics = v.InferOutput<typeof voicingMetricsSchema>;

/** `key` names the row: one value for each grouping, null where the calls have none. */
const voicingStatsRowSchema = v.object({
  key: v.record(v.string(), v.nullable(v.string())),
  ...metricEntries,
});
export type VoicingStatsRow = v.InferOutput<typeof voicingStatsRowSchema>;

export const voicingStatsPageSchema = pageOf(voicingStatsRowSchema, {
  service_type: v.literal('voicing'),
  group_by: v.array(openEnum(voicingGroups)),
  period: trafficPeriodSchema,
  summary: voicingMetricsSchema,
  previous: maybe(voicingMetricsSchema),
});
export type VoicingStatsPage = v.InferOutput<typeof voicingStatsPageSchema>;

/** `getStats` of a voicing service. */
export const listVoicingStats = {
  method: 'GET',
  path: '/v1/services/{service_id}/stats',
  params: serviceParamsSchema,
  query: voicingStatsQuerySchema,
  response: voicingStatsPageSchema,
} as const satisfies EndpointView;
