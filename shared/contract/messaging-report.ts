import * as v from 'valibot';
import { dateSchema, maxReportDays, periodEntries, periodRule, trafficPeriodSchema } from './dates.ts';
import { type Endpoint, listErrors } from './endpoint.ts';
import { currencySchema, decimalSchema } from './money.ts';
import { orderOf } from './order.ts';
import { countSchema, limitSchema, pageOf, pagingEntries, percentSchema } from './paging.ts';
import { listOf, parameter, parameterOr } from './query-value.ts';
import { maybe, openEnum } from './response-member.ts';
import { serviceParamsSchema } from './services.ts';

/** What the report can be grouped by; several make one row for each combination. */
export const reportGroups = ['day', 'country', 'operator', 'sender', 'campaign'] as const;
export type ReportGroup = (typeof reportGroups)[number];

export const reportOrders = [
  ...reportGroups,
  'messages',
  'parts',
  'delivered',
  'undelivered',
  'expired',
  'rejected',
  'failed',
  'pending',
  'received',
  'delivery_rate_percent',
  'cost',
] as const;

/** Without `order` the server chooses by the grouping. */
export const messagingReportQuerySchema = v.pipe(
  v.object({
    ...periodEntries,
    group_by: parameterOr(listOf(reportGroups), 'country,operator'),
    order: parameter(orderOf(reportOrders)),
    ...pagingEntries,
    limit: parameterOr(limitSchema, '100'),
  }),
  periodRule(maxReportDays),
);
export type MessagingReportQueryInput = v.InferInput<typeof messagingReportQuerySchema>;

const metricEntries = {
  messages: countSchema,
  parts: countSchema,
  sent: maybe(countSchema),
  delivered: countSchema,
  undelivered: maybe(countSchema),
  expired: maybe(countSchema),
  rejected: maybe(countSchema),
  failed: maybe(countSchema),
  pending: maybe(countSchema),
  received: maybe(countSchema),
  unsubscribed: maybe(countSchema),
  /** Delivered among those that are no longer pending; null without one. */
  delivery_rate_percent: v.nullable(percentSchema),
  cost: decimalSchema,
  avg_price_per_part: maybe(decimalSchema),
  currency: currencySchema,
  latency_ms_p50: maybe(countSchema),
};

/** Totals of messages, for all rows of the query or for the preceding period of equal length. */
const messagingMetricsSchema = v.object(metricEntries);
export type MessagingMetrics = v.InferOutput<typeof messagingMetricsSchema>;

const topErrorSchema = v.object({ code: v.string(), name: maybe(v.string()), count: countSchema });

/** `key` names the row: one value for each grouping, null where the messages have none. */
const messagingReportRowSchema = v.object({
  key: v.record(v.string(), v.nullable(v.string())),
  ...metricEntries,
  top_errors: v.optional(v.array(topErrorSchema), []),
});
export type MessagingReportRow = v.InferOutput<typeof messagingReportRowSchema>;

/** A day of the chart. `failed` is whatever ended without delivery. */
const messagingSeriesPointSchema = v.object({
  date: dateSchema,
  messages: countSchema,
  delivered: countSchema,
  failed: countSchema,
  pending: countSchema,
  cost: decimalSchema,
});
export type MessagingSeriesPoint = v.InferOutput<typeof messagingSeriesPointSchema>;

export const getMessagingReport = {
  method: 'GET',
  path: '/v1/services/{service_id}/report',
  summary: 'Report of messages by country and operator',
  access: 'session',
  accountApi: true,
  params: serviceParamsSchema,
  query: messagingReportQuerySchema,
  response: pageOf(messagingReportRowSchema, {
    service_type: v.literal('messaging'),
    group_by: v.array(openEnum(reportGroups)),
    period: trafficPeriodSchema,
    series: v.array(messagingSeriesPointSchema),
    summary: messagingMetricsSchema,
    previous: maybe(messagingMetricsSchema),
  }),
  errors: ['service_not_found', ...listErrors],
} as const satisfies Endpoint;
export type MessagingReport = v.InferOutput<typeof getMessagingReport.response>;
