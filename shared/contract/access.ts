import * as v from 'valibot';
import { timestampSchema } from './dates.ts';
import type { Endpoint } from './endpoint.ts';
import { countSchema, pathIdSchema } from './paging.ts';
import { emptyRequestSchema } from './request.ts';
import { maybe } from './response-member.ts';

const openSessionSchema = v.object({
  session_id: v.string(),
  /** Whether it is the session of this request. */
  current: v.boolean(),
  /** For example `Firefox 148`; null when it is unknown. */
  browser: maybe(v.string()),
  /** For example `Windows` or `Android`. */
  system: maybe(v.string()),
  device: v.picklist(['desktop', 'phone', 'tablet', 'unknown']),
  ip: maybe(v.string()),
  created: timestampSchema,
  last_seen: timestampSchema,
});
export type OpenSession = v.InferOutput<typeof openSessionSchema>;

const sessionParamsSchema = v.object({ session_id: pathIdSchema });

const revokedSessionsSchema = v.object({ success: v.literal(true), sessions_revoked: countSchema });

/** `success: false` with 200 means the same as 401: there is no verified session. */
export const verifyAccess = {
  method: 'POST',
  path: '/v1/accounts/access:verify',
  summary: 'Verify the session',
  access: 'limited',
  body: emptyRequestSchema,
  response: v.object({
    success: v.boolean(),
    expires_at: maybe(timestampSchema),
    idle_expires_at: maybe(timestampSchema),
    dpu_required: v.optional(v.boolean(), false),
    /** The account of the session. */
    account_sid: maybe(v.string()),
  }),
  errors: ['unauthenticated', 'session_expired', 'email_not_confirmed', 'account_suspended'],
} as const satisfies Endpoint;

export const logout = {
  method: 'POST',
  path: '/v1/accounts/access:logout',
  summary: 'End the session, if there is one',
  access: 'anonymous',
  body: emptyRequestSchema,
  response: v.object({ success: v.literal(true), redirect_url: maybe(v.string()) }),
} as const satisfies Endpoint;

/** The session used last comes first. */
export const listSessions = {
  method: 'GET',
  path: '/v1/accounts/sessions',
  summary: 'The open sessions',
  access: 'session',
  response: v.object({ success: v.literal(true), sessions: v.array(openSessionSchema) }),
} as const satisfies Endpoint;

export const endSession = {
  method: 'DELETE',
  path: '/v1/accounts/sessions/{session_id}',
  summary: 'End one session',
  access: 'session',
  params: sessionParamsSchema,
  response: revokedSessionsSchema,
  errors: ['not_found'],
} as const satisfies Endpoint;

export const endOtherSessions = {
  method: 'POST',
  path: '/v1/accounts/sessions:end-others',
  summary: 'End all sessions but this one',
  access: 'session',
  body: emptyRequestSchema,
  response: revokedSessionsSchema,
} as const satisfies Endpoint;
