import { problemSchema } from '@portal/contract/error';
import { type HTTPError, isHTTPError, isNetworkError, isTimeoutError, SchemaValidationError } from 'ky';
import * as v from 'valibot';
import { ApiError } from './api-error.ts';

/** Turns whatever a call threw into an ApiError; an aborted call stays the caller's own abort error. */
export function readError(error: unknown, path: string): unknown {
  if (isHTTPError(error)) return readProblem(error);
  if (error instanceof SchemaValidationError) return contractViolation(path, error);
  if (error instanceof SyntaxError) return contractViolation(path, error);
  if (isTimeoutError(error)) return new ApiError({ status: 0, code: 'upstream_timeout', cause: error });
  // Browsers word a lost connection differently, but always as a TypeError of fetch.
  if (isNetworkError(error) || error instanceof TypeError) {
    return new ApiError({ status: 0, code: 'network_error', cause: error });
  }
  return error;
}

function readProblem(error: HTTPError): ApiError {
  const { response, data } = error;
  const problem = v.safeParse(problemSchema, data);
  if (!problem.success) {
    return new ApiError({
      status: response.status,
      code: codeOfStatus(response.status),
      requestId: response.headers.get('x-request-id'),
      retryAfterSeconds: retryAfter(response),
    });
  }
  const { code, title, detail, request_id, errors, params } = problem.output;
  return new ApiError({
    status: response.status,
    code,
    isExplained: true,
    message: detail ?? title,
    requestId: request_id,
    fieldErrors: (errors ?? []).map((field) => ({ ...field, params: field.params ?? {} })),
    params: params ?? {},
    retryAfterSeconds: secondsOf(params?.['retry_after_seconds']) ?? retryAfter(response),
  });
}

function contractViolation(path: string, error: SchemaValidationError | SyntaxError): ApiError {
  // Paths only, never values: a response holds personal data.
  const places = error instanceof SchemaValidationError ? error.issues.map(placeOf) : ['not JSON'];
  // biome-ignore lint/suspicious/noConsole: a fault of the portal, shown to an engineer who investigates a customer's report
  console.error(`The response of ${path} breaks the contract at: ${places.slice(0, 10).join(', ')}`);
  return new ApiError({ status: 200, code: 'contract_violation', message: places.join(', '), cause: error });
}

type Issue = SchemaValidationError['issues'][number];

function placeOf(issue: Issue): string {
  const keys = (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part));
  return keys.map(String).join('.') || '(root)';
}

// Answers of proxies carry no problem document.
function codeOfStatus(status: number): string {
  const known: Record<number, string> = {
    401: 'unauthenticated',
    404: 'not_found',
    413: 'body_too_large',
    415: 'unsupported_media_type',
    429: 'rate_limited',
    502: 'upstream_error',
    503: 'maintenance',
    504: 'upstream_timeout',
  };
  return known[status] ?? (status >= 500 ? 'internal' : 'bad_parameter');
}

function retryAfter(response: Response): number | null {
  const header = response.headers.get('retry-after');
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

function secondsOf(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 ? value : null;
}
