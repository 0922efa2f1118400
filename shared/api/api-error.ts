/** One field the server did not accept: `code` is a translation key, `params` its placeholders. */
export interface ApiFieldError {
  field: string;
  code: string;
  params: Record<string, unknown>;
}

export interface ApiErrorDetails {
  status: number;
  code: string;
  message?: string | undefined;
  requestId?: string | null | undefined;
  fieldErrors?: ApiFieldError[] | undefined;
  params?: Record<string, unknown> | undefined;
  retryAfterSeconds?: number | null | undefined;
  cause?: unknown;
}

/**
 * The one shape of every failed call. `status` is the HTTP status, or 0 when no answer came (`network_error`);
 * `code` is the server's error code, `network_error` or `contract_violation`.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
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
    this.requestId = details.requestId ?? null;
    this.fieldErrors = details.fieldErrors ?? [];
    this.params = details.params ?? {};
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}
