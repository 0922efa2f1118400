import type { BundledEndpoint } from '@portal/contract/endpoint';
import type * as v from 'valibot';
import { addressOf, type ClientRequest, send } from './client.ts';
import { documentWaitMs, readDocument } from './read-document.ts';

type InputPart = 'params' | 'query' | 'body';

// `unknown` adds nothing to an intersection.
type PartOf<E extends BundledEndpoint, Part extends InputPart> = E extends {
  readonly [P in Part]: infer Schema extends v.GenericSchema;
}
  ? Record<never, never> extends v.InferInput<Schema>
    ? { [P in Part]?: v.InferInput<Schema> }
    : { [P in Part]: v.InferInput<Schema> }
  : unknown;

/** What a request to an endpoint takes: path parameters, query and body as the contract types them. */
type RequestInput<E extends BundledEndpoint> = PartOf<E, 'params'> &
  PartOf<E, 'query'> &
  PartOf<E, 'body'> &
  (E extends { idempotent: true } ? { idempotencyKey?: string } : unknown) & {
    signal?: AbortSignal | undefined;
    /** The request changes nothing although it is not a GET: a lost connection is retried once. */
    isRepeatable?: boolean;
  };

/** The input of an endpoint that a cache key consists of. */
export type QueryInput<E extends BundledEndpoint> = Omit<RequestInput<E>, 'signal' | 'isRepeatable'>;

/** The rest parameter `input`, which may be left out where the endpoint requires nothing. */
export type OptionalIfEmpty<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input];

/** The parsed body of an endpoint's successful response. */
export type ResponseOf<E extends BundledEndpoint> = v.InferOutput<E['response']>;

interface AnyInput {
  params?: object;
  query?: object;
  body?: object;
  signal?: AbortSignal | undefined;
  idempotencyKey?: string;
  isRepeatable?: boolean;
}

/**
 * Sends a request to an endpoint of the contract and returns its response, parsed. Rejects with an ApiError.
 *
 * @example
 * const page = await request(listPayments, { query: { limit: 10 }, signal });
 */
export function request<const E extends BundledEndpoint>(
  endpoint: E,
  ...input: OptionalIfEmpty<RequestInput<E>>
): Promise<ResponseOf<E>>;
export function request(endpoint: BundledEndpoint, input: AnyInput = {}): Promise<unknown> {
  return send(clientRequest(endpoint, input), (response) => response.json(endpoint.response));
}

type DocumentEndpoint = BundledEndpoint & { documents: readonly string[] };

/** Requests an endpoint's response as a document of the media type `accept`. Rejects with an ApiError. */
export function requestDocument<E extends DocumentEndpoint>(
  endpoint: E,
  accept: E['documents'][number],
  ...input: OptionalIfEmpty<RequestInput<E>>
): Promise<Blob>;
export function requestDocument(
  endpoint: BundledEndpoint,
  accept: string,
  input: AnyInput = {},
): Promise<Blob> {
  const { headers, ...rest } = clientRequest(endpoint, input);
  return sendForDocument({ ...rest, headers }, accept);
}

/** The address of a document, for a link that saves it: the browser sends the session's cookie. */
export function documentAddress<E extends DocumentEndpoint>(
  endpoint: E,
  ...input: OptionalIfEmpty<RequestInput<E>>
): string;
export function documentAddress(endpoint: BundledEndpoint, input: AnyInput = {}): string {
  const { path, search } = clientRequest(endpoint, input);
  return addressOf(path, search).href;
}

/** Requests a document whose address a response has stated, relative to the API. Rejects with an ApiError. */
export function requestFile(path: string, accept: string, signal?: AbortSignal): Promise<Blob> {
  return sendForDocument({ method: 'GET', path, isRepeatable: true, signal }, accept);
}

function sendForDocument(request: ClientRequest, accept: string): Promise<Blob> {
  const headers = { ...request.headers, Accept: accept };
  return send({ ...request, headers, waitMs: documentWaitMs }, (response) => readDocument(response, accept));
}

function clientRequest({ method, path }: BundledEndpoint, input: AnyInput) {
  const { params = {}, query = {}, body, signal, idempotencyKey: key, isRepeatable } = input;
  const takesBody = method === 'POST' || method === 'PUT';
  const values = new Map<string, unknown>(Object.entries(params));
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(values.get(name)))),
    search: queryString(query),
    body: takesBody ? (body ?? {}) : undefined,
    headers: key === undefined ? {} : { 'Idempotency-Key': key },
    signal,
    isRepeatable: isRepeatable ?? (method === 'GET' || key !== undefined),
  };
}

// Arrays become comma lists; members that hold nothing are left out.
function queryString(query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
    if (text !== '') search.set(name, text);
  }
  return search.toString();
}

/** A new random key for one user action: send the same one with every attempt of that action. */
export function idempotencyKey(): string {
  // randomUUID exists in secure contexts only, and a local portal may be served over plain HTTP.
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
