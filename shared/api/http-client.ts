// What sends requests: a chunk of its own, which a page loads before its first request.
import ky, { isHTTPError, isTimeoutError, type ResponsePromise, type RetryOptions } from 'ky';
import { settings } from './api-settings.ts';
import { readError } from './read-error.ts';
import { noteServerTime } from './server-clock.ts';

const client = ky.create({
  credentials: 'include',
  cache: 'no-store',
  timeout: 10_000,
  headers: { 'X-Requested-With': 'portal' },
  fetch: async (input, init) => {
    const response = await (earlyResponse(input) ?? globalThis.fetch(input, init));
    noteServerTime(response.headers.get('Date'));
    return response;
  },
});

function earlyResponse(input: string | URL | Request): Promise<Response> | undefined {
  return input instanceof Request ? settings.early?.(input) : undefined;
}

export interface HttpRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the configured base address. */
  path: string;
  body?: object | undefined;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** A second attempt has no second effect. */
  isRepeatable: boolean;
  /** Milliseconds until the response begins; 10 seconds by default. */
  waitMs?: number;
}

/** Sends a request to `address` and reads its response with `read`. Rejects with an ApiError, or with the caller's own abort error. */
export async function exchange<T>(
  address: URL,
  { method, path, body, headers, signal, isRepeatable, waitMs }: HttpRequest,
  read: (response: ResponsePromise) => Promise<T>,
): Promise<T> {
  try {
    const response = client(address, {
      method,
      // A PUT saves a setting: the browser completes it even if the page is left meanwhile.
      keepalive: method === 'PUT',
      retry: retryOf(isRepeatable),
      ...(headers && { headers }),
      ...(body && { json: body }),
      ...(signal && { signal }),
      ...(waitMs && { timeout: waitMs }),
    });
    return await read(response);
  } catch (error) {
    throw signal?.aborted ? error : readError(error, path);
  }
}

// A request gets one more attempt after a 5xx or a lost connection, at a random moment within half a second, so that not
// every browser hits a recovering server at the same time. A write is repeated only if its key lets the server
// recognise the repetition.
function retryOf(isRepeatable: boolean): RetryOptions {
  return {
    limit: isRepeatable ? 1 : 0,
    methods: ['get', 'post', 'put', 'delete'],
    afterStatusCodes: [],
    delay: () => 500,
    jitter: true,
    shouldRetry: ({ error }) => (isHTTPError(error) ? error.response.status >= 500 : !isTimeoutError(error)),
  };
}
