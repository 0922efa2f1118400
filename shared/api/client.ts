import ky, { isHTTPError, isTimeoutError, type ResponsePromise, type RetryOptions } from 'ky';
import { ApiError } from './api-error.ts';
import { readError } from './read-error.ts';
import { noteServerTime } from './server-clock.ts';

interface ApiSettings {
  /** Absolute URL, or a path on the portal's own origin. */
  baseUrl: string;
  /** Called once when requests find that the session has ended, however many of them do. */
  onUnauthorized: () => void;
  /**
   * The account whose data the page shows; null before that is known. The server refuses a request of another account: the
   * cookie is all tabs' own, and another tab may have logged in to a second account.
   */
  account?: string | null | undefined;
  /** Returns the response to a request that the page sent before this code ran; each response is used once. */
  early?: ((request: Request) => Promise<Response> | undefined) | undefined;
}

const settings: ApiSettings = { baseUrl: '/', onUnauthorized: () => undefined };

/** Sets the server's address and what happens when the session has ended; the host calls it at start. */
export function configureApi(changes: Partial<ApiSettings>): void {
  Object.assign(settings, changes);
}

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

export interface ClientRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the configured base address. */
  path: string;
  search?: string;
  body?: object | undefined;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** A second attempt has no second effect. */
  isRepeatable: boolean;
  /** Milliseconds until the response begins; 10 seconds by default. */
  waitMs?: number;
}

/** Sends a request and reads its response with `read`. Rejects with an ApiError, or with the caller's own abort error. */
export async function send<T>(
  { method, path, search = '', body, headers = {}, signal, isRepeatable, waitMs }: ClientRequest,
  read: (response: ResponsePromise) => Promise<T>,
): Promise<T> {
  const { account } = settings;
  const isForOthers = () => isOtherAccount(account, path);
  try {
    const response = client(addressOf(path, search), {
      method,
      // A PUT saves a setting: the browser completes it even if the page is left meanwhile.
      keepalive: method === 'PUT',
      retry: retryOf(isRepeatable),
      headers: accountHeader(path, headers),
      ...(body && { json: body }),
      ...(signal && { signal }),
      ...(waitMs && { timeout: waitMs }),
    });
    const result = await read(response);
    if (isForOthers()) throw new ApiError({ status: 0, code: 'network_error' });
    noteSuccess(path);
    return result;
  } catch (error) {
    if (signal?.aborted) throw error;
    if (isHTTPError(error) && error.response.status === 401 && !isForOthers()) reportUnauthorized(path);
    throw readError(error, path);
  }
}

function accountHeader(path: string, headers: Record<string, string>): Record<string, string> {
  if (!settings.account || sessionPaths.includes(path)) return headers;
  return { ...headers, 'X-Account-Sid': settings.account };
}

/** Whether the page of `account`, which has sent a request, has been left meanwhile: its response is nobody's any more. */
function isOtherAccount(account: string | null | undefined, path: string): boolean {
  return Boolean(account) && account !== settings.account && !sessionPaths.includes(path);
}

/** The address of a path of the API, as configured. */
export function addressOf(path: string, search: string): URL {
  const base = new URL(settings.baseUrl, globalThis.location.href);
  const url = new URL(base.href.replace(/\/?$/, '/') + path.replace(/^\//, ''));
  url.search = search;
  return url;
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

// A 401 of these paths is for the caller, and their success means that a session exists again.
const sessionPaths = ['/v1/users/login', '/v1/accounts/access:verify', '/v1/accounts/access:logout'];

let isReported = false;

/** Reports the end of the session once, however many parallel requests are refused with 401. */
function reportUnauthorized(path: string): void {
  if (isReported || sessionPaths.includes(path)) return;
  isReported = true;
  settings.onUnauthorized();
}

function noteSuccess(path: string): void {
  if (sessionPaths.includes(path)) isReported = false;
}
