import { type ErrorCode, errorStatus, type FieldErrorCode } from '@portal/contract/error';

export interface FieldError {
  field: string;
  /** One of the contract's field codes, or of its codes of whole answers. */
  code: FieldErrorCode | ErrorCode;
  params?: Record<string, unknown>;
}

interface Details {
  params?: Record<string, unknown>;
  errors?: readonly FieldError[];
  headers?: Record<string, string>;
  /** Further members of the answer, such as the service that already exists. */
  extra?: Record<string, unknown>;
  cause?: unknown;
}

/** A refusal with its code; the one error handler turns it into problem+json. */
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

/** 422 about fields of the body. */
export function validationFailed(...errors: readonly FieldError[]): HttpError {
  return new HttpError('validation_failed', { errors });
}

/** 429 with the wait in whole seconds, as header and as parameter. */
export function rateLimited(retryAfterSeconds: number): HttpError {
  return new HttpError('rate_limited', {
    params: { retry_after_seconds: retryAfterSeconds },
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}
