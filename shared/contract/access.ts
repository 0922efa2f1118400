import * as v from 'valibot';
import { timestampSchema } from './dates.ts';
import type { Endpoint } from './endpoint.ts';
import { countSchema } from './paging.ts';
import { requestObject } from './request.ts';
import { maybe } from './response-member.ts';

/** Body of the calls that need none. */
export const emptyRequestSchema = requestObject({});

/** Call 7. `success: false` with 200 means the same as 401: there is no verified session. */
export const verifyResponseSchema = v.object({
  success: v.boolean(),
  expires_at: maybe(timestampSchema),
  idle_expires_at: maybe(timestampSchema),
  dpu_required: v.optional(v.boolean(), false),
});
export type VerifyResponse = v.InferOutput<typeof verifyResponseSchema>;

/** Call 8; succeeds without a session too. */
export const logoutResponseSchema = v.object({ success: v.literal(true), redirect_url: maybe(v.string()) });
export type LogoutResponse = v.InferOutput<typeof logoutResponseSchema>;

const openSessionSchema = v.object({
  session_id: v.string(),
  /** The one that asks. */
  current: v.boolean(),
  /** Such as `Firefox 148`; null when it is unknown. */
  browser: maybe(v.string()),
  /** Such as `Windows` or `Android`. */
  system: maybe(v.string()),
  device: v.picklist(['desktop', 'phone', 'tablet', 'unknown']),
  ip: maybe(v.string()),
  created: timestampSchema,
  last_seen: timestampSchema,
});
export type OpenSession = v.InferOutput<typeof openSessionSchema>;

/** The account's open sessions, the last used first. */
export const openSessionsSchema = v.object({
  success: v.literal(true),
  sessions: v.array(openSessionSchema),
});
export type OpenSessions = v.InferOutput<typeof openSessionsSchema>;

export const sessionParamsSchema = v.object({
  session_id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/)),
});

export const revokedSessionsSchema = v.object({ success: v.literal(true), sessions_revoked: countSchema });

export const verifyAccess = {
  number: 7,
  method: 'POST',
  path: '/v1/accounts/access:verify',
  summary: 'Verify the session',
  access: 'limited',
  body: emptyRequestSchema,
  status: 200,
  response: verifyResponseSchema,
  errors: ['unauthenticated', 'session_expired', 'email_not_confirmed', 'account_suspended'],
} as const satisfies Endpoint;

export const logout = {
  number: 8,
  method: 'POST',
  path: '/v1/accounts/access:logout',
  summary: 'End the session, if there is one',
  access: 'anonymous',
  body: emptyRequestSchema,
  status: 200,
  response: logoutResponseSchema,
  errors: [],
} as const satisfies Endpoint;

export const listSessions = {
  method: 'GET',
  path: '/v1/accounts/sessions',
  summary: 'The open sessions',
  access: 'session',
  status: 200,
  response: openSessionsSchema,
  errors: [],
} as const satisfies Endpoint;

export const endSession = {
  method: 'DELETE',
  path: '/v1/accounts/sessions/{session_id}',
  summary: 'End one session',
  access: 'session',
  params: sessionParamsSchema,
  status: 200,
  response: revokedSessionsSchema,
  errors: ['not_found'],
} as const satisfies Endpoint;

export const endOtherSessions = {
  method: 'POST',
  path: '/v1/accounts/sessions:end-others',
  summary: 'End all sessions but this one',
  access: 'session',
  body: emptyRequestSchema,
  status: 200,
  response: revokedSessionsSchema,
  errors: [],
} as const satisfies Endpoint;
