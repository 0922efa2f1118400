import type * as v from 'valibot';
import type { ErrorCode } from './error.ts';

/**
 * Who may call an endpoint. `limited` is a session with a pending step: confirmation, two-step verification, agreement or a new
 * password. `credentials` is a session, or an e-mail address and a password in the body; the handler checks which.
 */
export type EndpointAccess = 'anonymous' | 'credentials' | 'limited' | 'session';

/**
 * One endpoint of the BFF: what routes and the OpenAPI document are built from. `path` has its parameters in braces;
 * a colon in it is literal. Beside `errors` every endpoint can answer with `commonErrors`.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/v1/${string}`;
  summary: string;
  access: EndpointAccess;
  /** Programs of the customer may call it as well, with the account's SID and token. Only a `session`'s GET has it. */
  accountApi?: true;
  params?: v.GenericSchema;
  /** Reads a query's text, value by value. */
  query?: v.GenericSchema;
  body?: v.GenericSchema;
  /** Status of success; 200 if absent. */
  status?: 201 | 202;
  /** A second status of success, where the response's shape decides. */
  otherStatus?: 202;
  response: v.GenericSchema;
  errors?: readonly ErrorCode[];
  /** Takes an `Idempotency-Key`. */
  idempotent?: true;
  /** Further media types it can answer with. */
  documents?: readonly string[];
}

/** The members of an endpoint that exist in a browser's bundle; the build removes the others. */
export interface BundledEndpoint extends Pick<Endpoint, 'path' | 'response'> {
  /** HEAD asks whether a GET would succeed: every GET answers it. */
  method: Endpoint['method'] | 'HEAD';
}

/**
 * An endpoint as a client uses it: a browser has the members of `BundledEndpoint`, and the others only as types. A view may
 * be narrower than its endpoint, such as the one shape of a response that a page asks for.
 */
export type EndpointView = BundledEndpoint &
  Pick<Endpoint, 'params' | 'query' | 'body' | 'idempotent' | 'documents'>;

/** What any endpoint can fail with. */
export const commonErrors = [
  'malformed_json',
  'bad_parameter',
  'body_too_large',
  'unsupported_media_type',
  'validation_failed',
  'csrf_failed',
  'rate_limited',
  'internal',
  'upstream_error',
  'maintenance',
  'upstream_timeout',
] as const satisfies readonly ErrorCode[];

/** What any endpoint that needs a session can fail with, beside `commonErrors`. */
export const sessionErrors = [
  'unauthenticated',
  'session_expired',
  'dpu_required',
  'email_not_confirmed',
  'account_suspended',
] as const satisfies readonly ErrorCode[];

/** What any endpoint of the account API can fail with, beside `sessionErrors`. */
export const accountApiErrors = ['account_token_invalid'] as const satisfies readonly ErrorCode[];

/** What any endpoint that takes an `Idempotency-Key` can fail with. */
export const idempotencyErrors = [
  'idempotency_in_flight',
  'idempotency_key_reused',
] as const satisfies readonly ErrorCode[];

/** What any endpoint with a list can fail with. */
export const listErrors = [
  'offset_too_large',
  'range_too_long',
  'range_invalid',
  'order_invalid',
  'filter_invalid',
] as const satisfies readonly ErrorCode[];

/** What any endpoint that takes an amount can fail with. */
export const amountErrors = [
  'amount_invalid',
  'amount_below_minimum',
  'amount_above_maximum',
] as const satisfies readonly ErrorCode[];

/** What any endpoint that the bot check guards can fail with. */
export const captchaErrors = [
  'captcha_required',
  'captcha_failed',
  'captcha_unavailable',
] as const satisfies readonly ErrorCode[];

/** Every code that an endpoint may return, each once: its own, and those of its access and its parameters. */
export function errorsOf({ access, accountApi, params, idempotent, errors = [] }: Endpoint): ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...errors,
      ...(access === 'anonymous' ? [] : sessionErrors),
      ...(accountApi ? accountApiErrors : []),
      // An id of another form belongs to nothing.
      ...(params === undefined ? [] : (['not_found'] as const)),
      ...(idempotent ? idempotencyErrors : []),
      ...commonErrors,
    ]),
  ];
}
