import * as v from 'valibot';
import { timestampSchema } from './dates.ts';
import { captchaErrors, type Endpoint } from './endpoint.ts';
import { captchaTokenSchema, optionalLine, requestObject, requiredLine } from './request.ts';
import { maybe, openEnum } from './response-member.ts';

export const ticketCategories = ['billing', 'voicing', 'messaging', 'numbers', 'account', 'other'] as const;

const ticketPriorities = ['low', 'normal', 'high'] as const;

const ticketStatuses = ['open', 'answered', 'customer_reply', 'on_hold', 'closed'] as const;

/** What the customer was looking at: a route without its query, ids and settings, never contents. */
const contextSchema = v.object(
  {
    route: optionalLine(200),
    row_id: optionalLine(64),
    request_id: optionalLine(64),
    language: optionalLine(10),
    timezone: optionalLine(64),
    app_version: optionalLine(40),
  },
  'field_invalid',
);

export const supportRequestSchema = requestObject({
  subject: requiredLine({ min: 1, max: 150, required: 'subject_required', length: 'subject_length' }),
  body: v.config(
    v.pipe(
      v.string('body_required'),
      v.trim(),
      v.nonEmpty('body_required'),
      v.maxLength(5000, 'body_length'),
    ),
    { abortPipeEarly: true },
  ),
  category: v.optional(v.picklist(ticketCategories, 'field_invalid'), 'other'),
  priority: v.optional(v.picklist(ticketPriorities, 'field_invalid'), 'normal'),
  service_id: optionalLine(64),
  context: v.nullish(contextSchema),
  captcha_token: captchaTokenSchema,
});
export type SupportRequest = v.InferInput<typeof supportRequestSchema>;

/** A support request as it was taken. `number` is what the customer quotes. */
const ticketSchema = v.object({
  ticket_id: v.string(),
  number: v.string(),
  subject: v.string(),
  status: openEnum(ticketStatuses),
  category: openEnum(ticketCategories),
  priority: maybe(openEnum(ticketPriorities)),
  service_id: maybe(v.string()),
  created: timestampSchema,
  updated: maybe(timestampSchema),
  /** Where the answer is sent. */
  reply_to: maybe(v.string()),
});
export type Ticket = v.InferOutput<typeof ticketSchema>;

export const createTicket = {
  method: 'POST',
  path: '/v1/accounts/support',
  summary: 'Send a support request',
  access: 'session',
  body: supportRequestSchema,
  status: 201,
  response: v.object({ success: v.literal(true), ticket: ticketSchema }),
  errors: ['service_not_found', ...captchaErrors],
  idempotent: true,
} as const satisfies Endpoint;
