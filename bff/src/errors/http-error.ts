import { type ErrorCode, errorStatus, type FieldErrorCode } from '@portal/contract/error';

export interface FieldError {
  field: string;
  /** A field code of the contract, or one of its error codes. */
  code: FieldErrorCode | ErrorCode;
  params?: Record<string, unknown>;
}

interface Details {
  params?: Record<string, unknown>;
  errors?: readonly FieldError[];
  headers?: Record<string, string>;
  /** Additional members of the response, such as the service that already exists. */
  extra?: Record<string, unknown>;
  cause?: unknown;
}

/** An error with a code of the contract. The error handler turns it into problem+json. */
export class HttpError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    super(code, { cause: details.cause });
    this.name = 'HttpError';
    this.code = code;
    this.status = errorStatus(code);
    this.details = details;
  }
}

/** Creates a 422 about fields of the body. */
export function validationFailed(...errors: readonly FieldError[]): HttpError {
  return new HttpError('validation_failed', { errors });
}

/** Creates a 429 with the wait in whole seconds, as header and as parameter. */
export function rateLimited(retryAfterSeconds: number): HttpError {
  return new HttpError('rate_limited', {
    params: { retry_after_seconds: retryAfterSeconds },
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}

/** Creates a 503 that asks the client to try again after five seconds. */
export function unavailable(cause?: unknown): HttpError {
  return new HttpError('maintenance', { headers: { 'retry-after': '5' }, cause });
}

/** English fallback texts; the portal translates by code. Texts of the specification are verbatim. */
const titles: Record<string, string> = {
  bad_parameter: 'A parameter is not valid',
  malformed_json: 'The body is not valid JSON',
  unauthenticated: 'Log in first',
  session_expired: 'The session has ended',
  invalid_credentials: 'E-mail or password is wrong',
  account_token_invalid: 'Account SID or account token is wrong',
  dpu_required: 'The data processing agreement has to be accepted first',
  email_not_confirmed: 'The e-mail address has to be confirmed first',
  csrf_failed: 'The request does not come from the portal',
  rate_limited: 'Too many attempts',
  validation_failed: 'Validation failed',
  top_up_exists:
    'A top-up of the same amount is not paid yet: look into Payments, and pay or cancel it before you create another one',
  internal: 'Something went wrong',
  phone_required: 'Phone number is required',
  phone_pattern: 'Phone number is incorrect',
  phone_digits_length: 'Phone number length must be from 9 to 16 digits',
  email_pattern: 'Email is incorrect',
  password_repeat_mismatch: 'Passwords must be identical',
  currency_unsupported: 'Currency is not supported',
  tax_country_required: 'Please specify your country',
  tax_number_required: 'Please specify your tax number',
  tax_number_format: 'Invalid tax number',
  terms_required: 'You have to accept the Terms and conditions',
  timezone_required: 'Timezone is required',
  subject_required: 'Text is required',
  body_required: 'Text is required',
};

/** Returns a readable text for a code: `name_length` → `Name length`. */
export function titleOf(code: string): string {
  const words = code.replaceAll('_', ' ');
  return titles[code] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
