import ky, { isHTTPError, isTimeoutError, type Options, type RetryOptions } from 'ky';
import { type Query, queryString } from './query-string.ts';
import { readError } from './read-error.ts';
import { settings } from './settings.ts';
import type { Schema, SchemaOutput } from './standard-schema.ts';
import { noteSuccess, reportUnauthorized } from './unauthorized.ts';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** `Idempotency-Key` allows a repeated attempt of a writing call. */
  headers?: Record<string, string> | undefined;
}
export interface ReadOptions extends CallOptions {
  query?: Query | undefined;
}
export interface WriteOptions extends CallOptions {
  body?: object | undefined;
}

/** A started call; choose how to read its answer. Each way rejects with an ApiError. */
export interface Call {
  /** The answer, checked and typed by its schema. */
  json<S extends Schema>(schema: S): Promise<SchemaOutput<S>>;
  /** A document, such as a PDF; `accept` is its media type. */
  blob(accept: string): Promise<Blob>;
}

type Method = 'get' | 'post' | 'put' | 'delete';

/** The portal's one HTTP client. Paths are relative to the configured base address: `v1/accounts/profile`. */
export const api = {
  get: (path: string, options?: ReadOptions): Call => call('get', path, options),
  post: (path: string, options?: WriteOptions): Call => call('post', path, options),
  put: (path: string, options?: WriteOptions): Call => call('put', path, options),
  delete: (path: string, options?: CallOptions): Call => call('delete', path, options),
};

const client = ky.create({
  credentials: 'include',
  cache: 'no-store',
  timeout: 10_000,
  headers: { 'X-Requested-With': 'portal' },
  fetch: (input, init) => earlyAnswer(input) ?? globalThis.fetch(input, init),
});

function call(method: Method, path: string, options: ReadOptions & WriteOptions = {}): Call {
  return {
    json: (schema) => settle(path, options, (url, init) => client(url, init).json(schema), method),
    blob: (accept) =>
      settle(
        path,
        { ...options, headers: { ...options.headers, Accept: accept } },
        (url, init) => client(url, init).blob(),
        method,
      ),
  };
}

type Send<T> = (url: URL, init: Options) => Promise<T>;

async function settle<T>(
  path: string,
  options: ReadOptions & WriteOptions,
  send: Send<T>,
  method: Method,
): Promise<T> {
  const { query, body, headers, signal } = options;
  try {
    const answer = await send(addressOf(path, query), {
      method,
      // A setting that is being saved is saved although the page is left meanwhile.
      keepalive: method === 'put',
      retry: retryOf(method, headers),
      ...(body && { json: body }),
      ...(headers && { headers }),
      ...(signal && { signal }),
    });
    noteSuccess(path);
    return answer;
  } catch (error) {
    if (signal?.aborted) throw error;
    if (isHTTPError(error) && error.response.status === 401) reportUnauthorized(path);
    throw readError(error, path);
  }
}

function addressOf(path: string, query: Query = {}): URL {
  const base = new URL(settings.baseUrl, globalThis.location.href);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  const url = new URL(base.href + path.replace(/^\//, ''));
  url.search = queryString(query);
  return url;
}

// A reading call gets one more attempt after a 5xx or a lost connection, at a random moment within half a second,
// so that a server that comes back is not hit by everyone at once. A writing call never repeats by itself unless
// its key lets the server recognise the repetition.
function retryOf(method: Method, headers: Record<string, string> = {}): RetryOptions {
  const mayRepeat =
    method === 'get' || Object.keys(headers).some((name) => name.toLowerCase() === 'idempotency-key');
  return {
    limit: mayRepeat ? 1 : 0,
    methods: [method],
    afterStatusCodes: [],
    delay: () => 500,
    jitter: true,
    shouldRetry: ({ error }) => (isHTTPError(error) ? error.response.status >= 500 : !isTimeoutError(error)),
  };
}

function earlyAnswer(input: string | URL | Request): Promise<Response> | undefined {
  return input instanceof Request ? settings.early?.(input) : undefined;
}
