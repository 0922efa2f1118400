import * as v from 'valibot';
import { timestampSchema } from './dates.ts';
import type { Endpoint } from './endpoint.ts';
import { idSchema, pathIdSchema } from './paging.ts';
import { givenPassword, stepUpSchema } from './password.ts';
import { emptyRequestSchema, lineSchema, requestObject } from './request.ts';
import { maybe, openEnum } from './response-member.ts';

/** What a webhook can be notified of. */
export const webhookEventTypes = [
  'balance.low',
  'payment.credited',
  'invoice.issued',
  'message.delivery_report',
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** The most webhooks of an account. */
export const mostWebhooks = 5;

/** `paused` by the customer, `failed` by the portal after days of failures: it then sends nothing until it is resumed. */
export const webhookStatuses = ['active', 'paused', 'failed'] as const;

export const longestWebhookUrl = 1000;
export const longestWebhookDescription = 100;

/**
 * An http or https address without a login and a fragment, as browsers read it. Which hosts it may name, and whether it needs
 * https, only the server knows.
 */
const webhookUrlSchema = v.config(
  v.pipe(
    v.string('field_required'),
    v.trim(),
    v.nonEmpty('field_required'),
    v.maxLength(longestWebhookUrl, 'webhook_url_invalid'),
    v.check(isWebAddress, 'webhook_url_invalid'),
    v.transform((text) => new URL(text).href),
    v.string(),
    v.maxLength(longestWebhookUrl, 'webhook_url_invalid'),
  ),
  { abortPipeEarly: true },
);

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && hash === '';
}

/** What a customer chooses of a webhook, after the password: events go to whom it names. */
export const webhookRequestSchema = requestObject({
  url: webhookUrlSchema,
  description: v.optional(v.pipe(lineSchema, v.maxLength(longestWebhookDescription, 'field_invalid')), ''),
  events: v.pipe(
    v.array(v.picklist(webhookEventTypes, 'field_invalid'), 'field_required'),
    v.nonEmpty('field_required'),
    v.check((events) => new Set(events).size === events.length, 'field_invalid'),
  ),
  current_password: givenPassword('current_password_required'),
});
export type WebhookRequest = v.InferOutput<typeof webhookRequestSchema>;

/** Where events of the account are sent. */
export const webhookSchema = v.object({
  webhook_id: idSchema,
  url: v.string(),
  description: v.string(),
  events: v.array(openEnum(webhookEventTypes)),
  status: openEnum(webhookStatuses),
  created: timestampSchema,
  /** Since when no attempt has succeeded; null if the last one has. */
  failing_since: maybe(timestampSchema),
  /** Until then the secret before the last rotation signs as well. */
  previous_secret_until: maybe(timestampSchema),
});
export type Webhook = v.InferOutput<typeof webhookSchema>;

/** Path parameters of the endpoints of one webhook. */
export const webhookParamsSchema = v.object({ webhook_id: pathIdSchema });
const webhookResponseSchema = v.object({ success: v.literal(true), webhook: webhookSchema });

/** The response that shows the secret: the only one. */
const secretResponseSchema = v.object({
  ...webhookResponseSchema.entries,
  /** `whsec_` and the key in base64. */
  secret: v.string(),
});

export const listWebhooks = {
  method: 'GET',
  path: '/v1/accounts/webhooks',
  summary: 'Webhooks of the account',
  access: 'session',
  /** The oldest first. */
  response: v.object({ success: v.literal(true), webhooks: v.array(webhookSchema) }),
} as const satisfies Endpoint;

export const createWebhook = {
  method: 'POST',
  path: '/v1/accounts/webhooks',
  summary: 'Create a webhook',
  access: 'session',
  body: webhookRequestSchema,
  status: 201,
  response: secretResponseSchema,
  errors: ['too_many_webhooks'],
  idempotent: true,
} as const satisfies Endpoint;

export const updateWebhook = {
  method: 'PUT',
  path: '/v1/accounts/webhooks/{webhook_id}',
  summary: 'Change the address, the description and the events of a webhook',
  access: 'session',
  params: webhookParamsSchema,
  body: webhookRequestSchema,
  response: webhookResponseSchema,
} as const satisfies Endpoint;

/** Nothing happens to one that is paused already. */
export const pauseWebhook = {
  method: 'POST',
  path: '/v1/accounts/webhooks/{webhook_id}:pause',
  summary: 'Pause a webhook: it is not notified of what happens meanwhile',
  access: 'session',
  params: webhookParamsSchema,
  body: emptyRequestSchema,
  response: webhookResponseSchema,
} as const satisfies Endpoint;

export const resumeWebhook = {
  method: 'POST',
  path: '/v1/accounts/webhooks/{webhook_id}:resume',
  summary: 'Resume a webhook that was paused or has failed for days',
  access: 'session',
  params: webhookParamsSchema,
  body: emptyRequestSchema,
  response: webhookResponseSchema,
} as const satisfies Endpoint;

export const rotateWebhookSecret = {
  method: 'POST',
  path: '/v1/accounts/webhooks/{webhook_id}:rotate-secret',
  summary: 'Replace the secret of a webhook; the one before signs as well for a day',
  access: 'session',
  params: webhookParamsSchema,
  body: stepUpSchema,
  response: secretResponseSchema,
  idempotent: true,
} as const satisfies Endpoint;

export const deleteWebhook = {
  method: 'POST',
  path: '/v1/accounts/webhooks/{webhook_id}:delete',
  summary: 'Delete a webhook and its deliveries',
  access: 'session',
  params: webhookParamsSchema,
  body: stepUpSchema,
  response: v.object({ success: v.literal(true), webhook_id: idSchema }),
} as const satisfies Endpoint;
