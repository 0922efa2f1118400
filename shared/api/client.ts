import type { ResponsePromise } from 'ky';
import { ApiError } from './api-error.ts';
import { settings } from './api-settings.ts';
import type { HttpRequest } from './http-client.ts';

export interface ClientRequest extends HttpRequest {
  search?: string;
}

/**
 * Sends a request and reads its response with `read`; sends it once more if its session has ended and the browser has a new one of the
 * same account. Rejects with an ApiError, or with the caller's own abort error. Never settles if the page of the account has been
 * left: nobody waits for the response, and a message about it would be shown on another page.
 */
export async function send<T>(
  request: ClientRequest,
  read: (response: ResponsePromise) => Promise<T>,
): Promise<T> {
  const { account } = settings;
  const { path } = request;
  const isLeft = () => isOtherAccount(account, path);
  for (let isRepeated = false; !isLeft(); isRepeated = true) {
    try {
      const result = await sendOnce(request, read);
      if (isLeft()) break;
      noteSuccess(path);
      return result;
    } catch (error) {
      const isRefused = isUnauthorized(error, path);
      // The refused attempt had no effect, also that of a change.
      if (isRefused && !isRepeated && (await isRecovered(isLeft))) continue;
      if (isLeft()) break;
      if (isRefused) reportUnauthorized();
      throw error;
    }
  }
  return new Promise(() => undefined);
}

async function isRecovered(isLeft: () => boolean): Promise<boolean> {
  // This page may be logging out.
  await settings.hold;
  return !isLeft() && settings.recoverSession();
}

async function sendOnce<T>(
  { search = '', ...request }: ClientRequest,
  read: (response: ResponsePromise) => Promise<T>,
): Promise<T> {
  const { path, headers = {} } = request;
  const own = { ...request, headers: accountHeader(path, headers) };
  const { exchange } = await loadHttpClient();
  // Only queries have a signal; it is aborted if the session has ended meanwhile.
  if (request.signal) await settings.hold;
  return exchange(addressOf(path, search), own, read);
}

type HttpClient = typeof import('./http-client.ts');
const importHttpClient = (): Promise<HttpClient> =>
  import(/* webpackChunkName: "http-client" */ './http-client.ts');

/** Milliseconds that the code may take to arrive, with one further attempt. */
const codeLimit = 15_000;

let httpClient: HttpClient | undefined;

/**
 * Loads the code that sends requests, which no page needs before its first one; the next request tries again after a failure. Rejects
 * with ApiError `network_error`.
 */
export async function loadHttpClient(): Promise<HttpClient> {
  if (httpClient !== undefined) return httpClient;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no code within ${codeLimit} ms`)), codeLimit);
  try {
    httpClient = await Promise.race([importHttpClient().catch(importHttpClient), late.promise]);
    return httpClient;
  } catch (cause) {
    throw new ApiError({ status: 0, code: 'network_error', cause });
  } finally {
    clearTimeout(timer);
  }
}

function accountHeader(path: string, headers: Record<string, string>): Record<string, string> {
  if (!settings.account || sessionPaths.includes(path)) return headers;
  return { ...headers, 'X-Account-Sid': settings.account };
}

/** Whether the page of `account`, which has sent a request, has been left meanwhile. */
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

// A 401 of these paths is for the caller, and their success means that a session exists again.
const sessionPaths = ['/v1/users/login', '/v1/accounts/access:verify', '/v1/accounts/access:logout'];

let isReported = false;

/** Whether a request was refused because its session has ended, and this has not been reported yet. */
function isUnauthorized(error: unknown, path: string): boolean {
  return error instanceof ApiError && error.status === 401 && !sessionPaths.includes(path) && !isReported;
}

/** Reports the end of the session once, however many parallel requests are refused with 401. */
function reportUnauthorized(): void {
  if (isReported) return;
  isReported = true;
  settings.onUnauthorized();
}

function noteSuccess(path: string): void {
  if (sessionPaths.includes(path)) isReported = false;
}
