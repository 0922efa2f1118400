import type { ReleasedFiles } from '@portal/federation-contract/composition';
import { localePath } from '@portal/federation-contract/release-lookup';
import { firstResponses } from './first-responses.ts';
import { requestKey } from './request-key.ts';

/** Responses of the API to requests that the host will make too. */
export const responses: PortalStart['responses'] = new Map();
/** Locale files that the host will read too. */
export const texts: PortalStart['texts'] = new Map();

interface Files {
  base: string;
  files: ReleasedFiles;
}

/** Preloads of an area that are on their way at the same time over HTTP/1.1, where browsers open six connections to a server. */
const mostPreloads = 3;

/**
 * Preloads scripts and sheets of an area. Over HTTP/1.1 they follow one another, because a preload that hangs occupies its
 * connection permanently: six of them would keep the host's own files from arriving.
 */
export function preloadArea(release: Files, names: readonly string[]): void {
  const [navigation] = performance.getEntriesByType('navigation');
  const isLimited = navigation !== undefined && Reflect.get(navigation, 'nextHopProtocol') === 'http/1.1';
  const waiting = [...names];
  const preloadNext = () => {
    const file = waiting.shift();
    if (file !== undefined) preload(release, file).onload = preloadNext;
  };
  for (let count = isLimited ? mostPreloads : names.length; count > 0; count -= 1) preloadNext();
}

/** Preloads scripts and sheets of a release. */
export function preloadFiles(release: Files, names: readonly string[]): void {
  for (const file of names) preload(release, file);
}

function preload(release: Files, file: string): HTMLLinkElement {
  return addLink(release, file, { rel: 'preload', as: file.endsWith('.css') ? 'style' : 'script' });
}

/**
 * Adds the style sheets of the account's frame, which the frame in the HTML needs before any script runs, and marks the document when
 * all of them apply. The chunk that brings them later finds those that have loaded, and requests another one again.
 */
export function addFrameSheets(release: Files, names: readonly string[]): void {
  let waiting = names.length;
  for (const file of names) {
    const link = addLink(release, file, { rel: 'stylesheet' });
    // webpack takes a sheet of the same address for one that has loaded.
    link.dataset['href'] = 'waiting';
    link.onload = () => {
      delete link.dataset['href'];
      waiting -= 1;
      if (waiting === 0) document.documentElement.dataset['frame'] = '';
    };
  }
}

function addLink({ base, files }: Files, file: string, kind: { rel: string; as?: string }): HTMLLinkElement {
  const link = document.createElement('link');
  Object.assign(link, { ...kind, integrity: files[file]?.integrity ?? '', href: base + file });
  // The CORS mode must match the later request, otherwise the browser fetches the file twice.
  link.crossOrigin = 'anonymous';
  document.head.append(link);
  return link;
}

/** Reads namespaces from the release at `base`. Fetched, not preloaded: browsers warn about a preload that is used late. */
export function requestTexts(base: string, language: string, namespaces: readonly string[]): void {
  for (const namespace of namespaces) {
    const url = new URL(base + localePath(language, namespace), location.href).href;
    save(texts, url, readWhole(url));
  }
}

/** Reads a file to its end: the limit is that of the connection, not of scripts that may need longer to arrive and read it. */
async function readWhole(url: string): Promise<Response> {
  const signal = AbortSignal.timeout(4_000);
  const response = await fetch(url, { credentials: 'same-origin', signal });
  return new Response(await response.arrayBuffer(), response);
}

/** Milliseconds for which a response waits for its request: later, the page needs a newer one. */
const waitLimit = 60_000;

const session = new AbortController();

/** Aborts the requests to the API, and those that would follow: their session ends. */
export function abortRequests(): void {
  session.abort();
}

let inHtml: Promise<Map<string, Response>> | undefined;
let isDropped = false;

/**
 * Drops all responses when another tab logs out (shared/session/logout.ts): this one would show them although their session has
 * ended. The host listens only once its scripts run. Returns the channel on which it listens.
 */
export function dropWithSession(): BroadcastChannel {
  isDropped = false;
  const channel = new BroadcastChannel('portal-session');
  channel.addEventListener('message', ({ data }) => {
    if (data !== 'logged-out') return;
    isDropped = true;
    responses.clear();
  });
  return channel;
}

/** Waits for the responses that the server writes into the HTML: only requests without one are sent. */
export function awaitFirstResponses(api: URL): void {
  inHtml = firstResponses(api);
  void inHtml.then((found) => {
    if (isDropped) found.clear();
    // Those that nobody has asked for yet.
    for (const [key, response] of found)
      if (!responses.has(key)) saveResponse(key, Promise.resolve(response));
  });
}

/**
 * Sends a request to the API ahead of the host, unless its response is in the HTML or it has been sent already; `url` is absolute.
 */
export function requestEarly(
  method: 'GET' | 'POST',
  url: URL,
  more: Record<string, string> = {},
): Promise<Response> {
  const key = requestKey(method, url);
  const known = responses.get(key);
  if (known !== undefined) return known;
  const request = () => send(method, url, more);
  const response = inHtml === undefined ? request() : inHtml.then((found) => found.get(key) ?? request());
  saveResponse(key, response);
  return response;
}

function send(method: 'GET' | 'POST', url: URL, more: Record<string, string>): Promise<Response> {
  const headers = {
    accept: 'application/json',
    'x-requested-with': 'portal',
    'content-type': 'application/json',
    ...more,
  };
  const body = method === 'GET' ? null : '{}';
  const { signal } = session;
  return fetch(url, { method, headers, body, credentials: 'include', cache: 'no-store', signal });
}

function saveResponse(key: string, response: Promise<Response>): void {
  save(responses, key, response);
  setTimeout(() => responses.delete(key), waitLimit);
}

function save(map: PortalStart['texts'], key: string, response: Promise<Response>): void {
  // The code that takes the response handles its failure; until then it must not count as unhandled.
  response.catch(() => undefined);
  map.set(key, response);
}
