import * as v from 'valibot';

/** The codes of failed requests by the HTTP status of their response. */
const codesByStatus = {
  400: ['malformed_json', 'bad_parameter'],
  401: ['unauthenticated', 'session_expired', 'invalid_credentials', 'account_token_invalid'],
  403: [
    'dpu_required',
    'email_not_confirmed',
    'account_suspended',
    'captcha_failed',
    'captcha_required',
    'crypto_disabled',
    'csrf_failed',
    'not_configured',
    'step_up_required',
  ],
  404: ['not_found', 'service_not_found'],
  409: [
    'service_exists',
    'top_up_exists',
    'too_many_views',
    'too_many_exports',
    'too_many_webhooks',
    'too_many_schedules',
    'currency_locked',
    'tax_number_locked',
    'month_not_invoiced',
    'already_confirmed',
    'payment_not_cancelable',
    'idempotency_in_flight',
    'document_not_ready',
    'two_factor_enabled',
    'two_factor_not_begun',
  ],
  410: ['token_expired', 'token_used', 'export_expired', 'export_link_expired', 'export_link_used'],
  413: ['body_too_large'],
  415: ['unsupported_media_type'],
  422: [
    'validation_failed',
    'offset_too_large',
    'range_too_long',
    'range_invalid',
    'order_invalid',
    'filter_invalid',
    'amount_below_minimum',
    'amount_above_maximum',
    'amount_invalid',
    'idempotency_key_reused',
  ],
  429: ['rate_limited'],
  500: ['internal'],
  502: ['upstream_error'],
  503: ['maintenance', 'captcha_unavailable'],
  504: ['upstream_timeout'],
} as const;
export type ErrorCode = (typeof codesByStatus)[keyof typeof codesByStatus][number];

/** Every `code` of a failed request, in order of its status. */
export const errorCodes: readonly ErrorCode[] = /* @__PURE__ */ Object.values(codesByStatus).flat();

/** The HTTP status of the responses with a code. */
export function errorStatus(code: ErrorCode): number {
  const found = Object.entries(codesByStatus).find(([, codes]) => codes.some((known) => known === code));
  return Number(found?.[0] ?? 500);
}

/** Whether a text, such as the message of a schema's issue, is the code of a whole response. */
export function isErrorCode(text: string): text is ErrorCode {
  return errorCodes.some((code) => code === text);
}

/**
 * Every code of a single field: the messages of the request schemas' issues, and translation keys of namespace
 * `error`. The last group only the server can find.
 */
export const fieldErrorCodes = [
  'phone_required',
  'phone_pattern',
  'phone_digits_length',
  'name_required',
  'name_length',
  'company_required',
  'company_length',
  'email_required',
  'email_pattern',
  'password_required',
  'password_length',
  'password_lowercase',
  'password_uppercase',
  'password_digit',
  'password_special',
  'password_common',
  'passphrase_length',
  'password_repeat_mismatch',
  'current_password_required',
  'country_required',
  'country_invalid',
  'address_required',
  'address_length',
  'currency_unsupported',
  'language_unsupported',
  'script_unsupported',
  'tax_country_required',
  'tax_number_required',
  'tax_number_format',
  'terms_required',
  'timezone_required',
  'timezone_invalid',
  'subject_required',
  'subject_length',
  'body_required',
  'body_length',
  'token_required',
  'code_invalid',
  'service_required',
  'service_type_unsupported',
  'amount_required',
  'amount_invalid',
  'threshold_required',
  'field_required',
  'field_invalid',
  'bad_parameter',
  'offset_too_large',
  'range_invalid',
  'range_too_long',
  'order_invalid',
  'filter_invalid',
  'current_password_wrong',
  'registration_password_wrong',
  'dpu_version_outdated',
  'amount_below_minimum',
  'amount_above_maximum',
  'view_name_taken',
  'webhook_url_invalid',
] as const;
export type FieldErrorCode = (typeof fieldErrorCodes)[number];

/** Whether a text is a field code of this release. */
export function isFieldErrorCode(text: string): text is FieldErrorCode {
  return fieldErrorCodes.some((code) => code === text);
}

const paramsSchema = v.record(v.string(), v.unknown());

const fieldProblemSchema = v.object({
  /** Name of the body's member or of the query's parameter. */
  field: v.string(),
  /** JSON pointer into the body. */
  pointer: v.optional(v.string()),
  /** One of `fieldErrorCodes`, or one that a later release adds. */
  code: v.string(),
  /** English; a fallback for codes the client does not know. */
  message: v.optional(v.string()),
  /** Placeholders of the translated text. */
  params: v.optional(paramsSchema),
});
export type FieldProblem = v.InferOutput<typeof fieldProblemSchema>;

/** Any failed answer, `application/problem+json`: RFC 9457 with `success: false`, a code and the request's id. */
export const problemSchema = v.object({
  success: v.literal(false),
  type: v.optional(v.string()),
  title: v.string(),
  status: v.pipe(v.number(), v.integer()),
  /** One of `errorCodes`, or one that a later release adds. */
  code: v.string(),
  detail: v.nullish(v.string()),
  request_id: v.nullish(v.string()),
  errors: v.optional(v.array(fieldProblemSchema)),
  params: v.optional(paramsSchema),
});
export type Problem = v.InferOutput<typeof problemSchema>;
