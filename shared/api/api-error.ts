import { type ErrorCode, errorCodes, type FieldErrorCode, fieldErrorCodes } from '@portal/contract/error';

/** A field that the server refused: `code` is a translation key, `params` its placeholders. */
interface ApiFieldError {
  field: string;
  code: string;
  params: Record<string, unknown>;
}

interface ApiErrorDetails {
  status: number;
  code: string;
  message?: string | undefined;
  requestId?: string | null | undefined;
  fieldErrors?: ApiFieldError[] | undefined;
  params?: Record<string, unknown> | undefined;
  retryAfterSeconds?: number | null | undefined;
  isExplained?: boolean;
  cause?: unknown;
}

/**
 * The error that every failed request rejects with. `status` is the HTTP status, or 0 when no response arrived
 * (`network_error`) or not in time (`upstream_timeout`); `code` is the server's error code, `network_error` or `contract_violation`. `isExplained` says whether the
 * server has named the code: otherwise it follows from the status of a proxy's page, which says nothing about what the server did.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly isExplained: boolean;
  readonly requestId: string | null;
  readonly fieldErrors: readonly ApiFieldError[];
  readonly params: Record<string, unknown>;
  readonly retryAfterSeconds: number | null;

  constructor(details: ApiErrorDetails) {
    super(
      details.message ?? details.code,
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.status = details.status;
    this.code = details.code;
    this.isExplained = details.isExplained ?? false;
    this.requestId = details.requestId ?? null;
    this.fieldErrors = details.fieldErrors ?? [];
    this.params = details.params ?? {};
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

/** Codes of failures that never reached the server, that it could not explain, or that it cannot know. */
export const clientErrorCodes = [
  'network_error',
  'contract_violation',
  'cookies_blocked',
  'unknown',
] as const;

/** A code that namespace `error` has a text for. */
export type KnownErrorCode = ErrorCode | (typeof clientErrorCodes)[number];

const codes: readonly KnownErrorCode[] = [...errorCodes, ...clientErrorCodes];

/** A failure's code, or `unknown` if this release has no text for it. */
export function knownErrorCode(error: unknown): KnownErrorCode {
  const code = error instanceof ApiError ? error.code : undefined;
  return codes.find((known) => known === code) ?? 'unknown';
}

/** A field's code, or `field_invalid` if this release has no text for it. */
export function knownFieldErrorCode(error: Pick<ApiFieldError, 'code'>): FieldErrorCode {
  return fieldErrorCodes.find((known) => known === error.code) ?? 'field_invalid';
}
