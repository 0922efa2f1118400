import * as v from 'valibot';
import { countrySchema } from './country.ts';
import {
  historyPeriodEntries,
  maxHistoryDays,
  periodRule,
  timestampSchema,
  trafficPeriodSchema,
} from './dates.ts';
import type { Endpoint, EndpointView } from './endpoint.ts';
import { currencySchema, decimalSchema } from './money.ts';
import { orderOf } from './order.ts';
import {
  countSchema,
  cursorEntries,
  historyOffsetRule,
  historyPagingEntries,
  historyTotalEntries,
  idSchema,
  pageOf,
  pathIdSchema,
  percentSchema,
} from './paging.ts';
import {
  codeListSchema,
  exactTextSchema,
  listOf,
  parameter,
  parameterOr,
  searchTextSchema,
  textListSchema,
} from './query-value.ts';
import { maybe, openEnum } from './response-member.ts';
import { serviceParamsSchema } from './services.ts';

export const messageStatuses = [
  'scheduled',
  'queued',
  'sent',
  'accepted',
  'delivered',
  'read',
  'undelivered',
  'expired',
  'rejected',
  'deleted',
  'canceled',
  'failed',
  'unknown',
  'received',
] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** What statuses come down to: colours of badges and columns of reports. */
export const messageStatusGroups = [
  'pending',
  'delivered',
  'undelivered',
  'expired',
  'rejected',
  'failed',
  'received',
] as const;
export type MessageStatusGroup = (typeof messageStatusGroups)[number];

/** The group of each status. */
export const messageGroupOfStatus: Readonly<Record<MessageStatus, MessageStatusGroup>> = {
  scheduled: 'pending',
  queued: 'pending',
  sent: 'pending',
  accepted: 'pending',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  expired: 'expired',
  rejected: 'rejected',
  deleted: 'failed',
  canceled: 'failed',
  failed: 'failed',
  unknown: 'undelivered',
  received: 'received',
};

export const messageChannels = ['sms', 'mms', 'viber', 'whatsapp', 'rcs'] as const;

export const messageEncodings = ['gsm7', 'ucs2', 'binary'] as const;

export const directions = ['outbound', 'inbound'] as const;

/** Values of the `status` filter: a group stands for all its statuses. */
export const messageStatusFilters = [...messageStatuses, 'pending'] as const satisfies readonly (
  | MessageStatus
  | MessageStatusGroup
)[];

export const messageOrders = [
  'created',
  'sender',
  'recipient',
  'country',
  'status',
  'parts',
  'price',
] as const;

/** What a message may be without, so that a filter by value cannot find it. */
const absentMessageValues = ['country', 'operator', 'campaign'] as const;

/** The filters of messages. `filter` is a part of the sender or recipient, or an id; sender, operator and campaign are exact. */
export const messageFilterEntries = {
  ...historyPeriodEntries,
  status: parameter(listOf(messageStatusFilters)),
  filter: parameter(searchTextSchema),
  country: parameter(codeListSchema),
  operator: parameter(exactTextSchema),
  sender: parameter(exactTextSchema),
  campaign: parameter(exactTextSchema),
  without: parameter(listOf(absentMessageValues)),
  /** Codes or names. */
  error_code: parameter(textListSchema),
};

export const messagesQuerySchema = v.pipe(
  v.object({
    ...messageFilterEntries,
    order: parameterOr(orderOf(messageOrders), '-created'),
    ...historyPagingEntries,
  }),
  periodRule(maxHistoryDays),
  historyOffsetRule(),
);
export type MessagesQuery = v.InferOutput<typeof messagesQuerySchema>;
export type MessagesQueryInput = v.InferInput<typeof messagesQuerySchema>;

export const messageSchema = v.object({
  message_id: idSchema,
  provider_id: maybe(v.string()),
  client_ref: maybe(v.string()),
  direction: openEnum(directions),
  channel: openEnum(messageChannels),
  /** Up to eleven letters and digits, or E.164. */
  sender: v.string(),
  recipient: v.string(),
  country: maybe(countrySchema),
  mcc: maybe(v.string()),
  mnc: maybe(v.string()),
  operator: maybe(v.string()),
  status: openEnum(messageStatuses),
  status_group: openEnum(messageStatusGroups),
  is_final: v.boolean(),
  error_code: maybe(v.string()),
  error_name: maybe(v.string()),
  error_permanent: maybe(v.boolean()),
  created: timestampSchema,
  sent: maybe(timestampSchema),
  delivered: maybe(timestampSchema),
  latency_ms: maybe(countSchema),
  parts: countSchema,
  encoding: maybe(openEnum(messageEncodings)),
  characters: maybe(countSchema),
  /** Null where privacy forbids it. */
  text: maybe(v.string()),
  unit_price: maybe(decimalSchema),
  price: decimalSchema,
  currency: currencySchema,
  campaign_id: maybe(v.string()),
  campaign_name: maybe(v.string()),
  tags: v.optional(v.array(v.string()), []),
  validity_until: maybe(timestampSchema),
});
export type Message = v.InferOutput<typeof messageSchema>;

const messagesSummarySchema = v.object({
  messages: countSchema,
  parts: countSchema,
  delivered: countSchema,
  /** Delivered among those that are no longer pending; null without one. */
  delivery_rate_percent: v.nullable(percentSchema),
  cost: decimalSchema,
  currency: currencySchema,
});
export type MessagesSummary = v.InferOutput<typeof messagesSummarySchema>;

export const messagesPageSchema = pageOf(messageSchema, {
  service_type: v.literal('messaging'),
  period: trafficPeriodSchema,
  /** Null with `totals=none`. */
  summary: maybe(messagesSummarySchema),
  ...cursorEntries,
});
export type MessagesPage = v.InferOutput<typeof messagesPageSchema>;

/** `getStats` of a messaging service. */
export const listMessages = {
  method: 'GET',
  path: '/v1/services/{service_id}/stats',
  params: serviceParamsSchema,
  query: messagesQuerySchema,
  response: messagesPageSchema,
} as const satisfies EndpointView;

/** Takes the filters of `listMessages`. Apart from the list, so that another page or order does not compute them again. */
export const getMessageTotals = {
  method: 'GET',
  path: '/v1/services/{service_id}/messages/totals',
  summary: 'Number and totals of the messages of a filter',
  access: 'session',
  accountApi: true,
  params: serviceParamsSchema,
  query: v.pipe(v.object(messageFilterEntries), periodRule(maxHistoryDays)),
  response: v.object({
    success: v.literal(true),
    ...historyTotalEntries,
    service_type: v.literal('messaging'),
    period: trafficPeriodSchema,
    /** Null where the number is not exact. */
    summary: maybe(messagesSummarySchema),
  }),
  errors: ['service_not_found', 'range_too_long', 'range_invalid', 'filter_invalid'],
} as const satisfies Endpoint;
export type MessageTotals = v.InferOutput<typeof getMessageTotals.response>;
export type MessageTotalsQueryInput = v.InferInput<typeof getMessageTotals.query>;

/** One message of the service, whenever it was: a link to it needs no period. */
export const getMessage = {
  method: 'GET',
  path: '/v1/services/{service_id}/messages/{message_id}',
  summary: 'One message',
  access: 'session',
  accountApi: true,
  params: v.object({ ...serviceParamsSchema.entries, message_id: pathIdSchema }),
  response: v.object({ success: v.literal(true), message: messageSchema }),
  errors: ['not_found', 'service_not_found'],
} as const satisfies Endpoint;
