import * as v from 'valibot';
import { timestampSchema } from './dates.ts';
import type { Endpoint } from './endpoint.ts';
import { countSchema, idSchema, pageOf, pagingEntries, pathIdSchema } from './paging.ts';
import { parameter } from './query-value.ts';
import { emptyRequestSchema } from './request.ts';
import { maybe, openEnum } from './response-member.ts';
import { webhookParamsSchema } from './webhooks.ts';

/** The event that a customer sends to try a webhook. */
export const testEventType = 'webhook.test';

/** `pending` until a server has taken it or the last attempt has failed. */
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;

/** Why an attempt failed: no status of success, too slow, no connection, no valid certificate, an address that is not public. */
export const deliveryFailures = [
  'status',
  'timeout',
  'unreachable',
  'certificate',
  'address_refused',
] as const;

/** Most days that deliveries are stored. */
export const storedDeliveryDays = 30;

/** One event on its way to one webhook. `event_id` is the `webhook-id` of its requests, also of a replay. */
export const webhookDeliverySchema = v.object({
  delivery_id: idSchema,
  event_id: idSchema,
  type: v.string(),
  status: openEnum(deliveryStatuses),
  is_replay: v.boolean(),
  created: timestampSchema,
  attempts: countSchema,
  last_attempt: maybe(timestampSchema),
  /** Null once there will be none. */
  next_attempt: maybe(timestampSchema),
  duration_ms: maybe(countSchema),
  response_status: maybe(countSchema),
  failure: maybe(openEnum(deliveryFailures)),
});
export type WebhookDelivery = v.InferOutput<typeof webhookDeliverySchema>;

const attemptSchema = v.object({
  attempt: countSchema,
  at: timestampSchema,
  duration_ms: countSchema,
  response_status: maybe(countSchema),
  failure: maybe(openEnum(deliveryFailures)),
  /** The beginning of the response's body; null without a response. */
  response_body: maybe(v.string()),
});
export type WebhookAttempt = v.InferOutput<typeof attemptSchema>;

const deliveryParamsSchema = v.object({ ...webhookParamsSchema.entries, delivery_id: pathIdSchema });
const deliveryResponseSchema = v.object({ success: v.literal(true), delivery: webhookDeliverySchema });

/** What is sent waits while the webhook is paused. */
export const testWebhook = {
  method: 'POST',
  path: '/v1/accounts/webhooks/{webhook_id}:test',
  summary: 'Send a test event to a webhook',
  access: 'session',
  params: webhookParamsSchema,
  body: emptyRequestSchema,
  status: 202,
  response: deliveryResponseSchema,
} as const satisfies Endpoint;

/** The latest first. `total` is null: nobody counts them. */
export const listWebhookDeliveries = {
  method: 'GET',
  path: '/v1/accounts/webhooks/{webhook_id}/deliveries',
  summary: 'Deliveries of a webhook',
  access: 'session',
  params: webhookParamsSchema,
  query: v.object({
    status: parameter(v.picklist(deliveryStatuses, 'filter_invalid')),
    ...pagingEntries,
  }),
  response: pageOf(webhookDeliverySchema, {}),
  errors: ['offset_too_large', 'filter_invalid'],
} as const satisfies Endpoint;

export const getWebhookDelivery = {
  method: 'GET',
  path: '/v1/accounts/webhooks/{webhook_id}/deliveries/{delivery_id}',
  summary: 'One delivery of a webhook with its body and its attempts',
  access: 'session',
  params: deliveryParamsSchema,
  response: v.object({
    ...deliveryResponseSchema.entries,
    /** The body of its requests. */
    body: v.string(),
    /** The earliest first. */
    log: v.array(attemptSchema),
  }),
} as const satisfies Endpoint;

/** The new delivery has the event's id, so that a receiver can recognize it. */
export const replayWebhookDelivery = {
  method: 'POST',
  path: '/v1/accounts/webhooks/{webhook_id}/deliveries/{delivery_id}:replay',
  summary: 'Send the event of a delivery again',
  access: 'session',
  params: deliveryParamsSchema,
  body: emptyRequestSchema,
  status: 202,
  response: deliveryResponseSchema,
} as const satisfies Endpoint;
