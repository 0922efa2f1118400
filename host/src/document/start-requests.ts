import type { ReleasedFiles } from '@portal/federation-contract/composition';
import { localePath } from '@portal/federation-contract/release-lookup';

/** Responses of the API to requests that the host will make too. */
export const responses: PortalStart['responses'] = new Map();
/** Locale files that the host will read too. */
export const texts: PortalStart['texts'] = new Map();

interface Files {
  base: string;
  files: ReleasedFiles;
}

/** Files of an area that are on their way at the same time over HTTP/1.1, where browsers open six connections to a server. */
const mostRequests = 3;
/** Milliseconds after which a file, or a text, is left to the code that needs it. */
const requestLimit = 4_000;

/**
 * Preloads scripts and sheets of an area. Over HTTP/1.1 they are fetched in turn and, if one hangs, given up, because a preload
 * that hangs occupies its connection permanently: six of them would keep the host's own files from arriving.
 */
export function preloadArea(release: Files, names: readonly string[]): void {
  const [navigation] = performance.getEntriesByType('navigation');
  if (navigation === undefined || Reflect.get(navigation, 'nextHopProtocol') !== 'http/1.1') {
    preloadFiles(release, names);
    return;
  }
  const waiting = [...names];
  const fetchNext = () => {
    const file = waiting.shift();
    if (file === undefined) return;
    const integrity = release.files[file]?.integrity ?? '';
    const signal = AbortSignal.timeout(requestLimit);
    fetch(release.base + file, { integrity, signal, credentials: 'same-origin' }).then(fetchNext, () => {
      waiting.length = 0;
    });
  };
  for (let count = 0; count < mostRequests; count += 1) fetchNext();
}

/** Preloads scripts and sheets of a release. */
export function preloadFiles({ base, files }: Files, names: readonly string[]): void {
  for (const file of names) {
    const link = document.createElement('link');
    const as = file.endsWith('.css') ? 'style' : 'script';
    Object.assign(link, { rel: 'preload', as, integrity: files[file]?.integrity ?? '', href: base + file });
    // The CORS mode must match the later request, otherwise the browser fetches the file twice.
    link.crossOrigin = 'anonymous';
    document.head.append(link);
  }
}

/** Reads namespaces from the release at `base`. Fetched, not preloaded: browsers warn about a preload that is used late. */
export function requestTexts(base: string, language: string, namespaces: readonly string[]): void {
  for (const namespace of namespaces) {
    const url = new URL(base + localePath(language, namespace), location.href).href;
    save(texts, url, fetch(url, { credentials: 'same-origin', signal: AbortSignal.timeout(requestLimit) }));
  }
}

/** Sends a request to the API ahead of the host; `url` is absolute. */
export function requestEarly(method: 'GET' | 'POST', url: URL): void {
  const headers = {
    accept: 'application/json',
    'x-requested-with': 'portal',
    'content-type': 'application/json',
  };
  const body = method === 'GET' ? null : '{}';
  const response = fetch(url, { method, headers, body, credentials: 'include', cache: 'no-store' });
  save(responses, `${method} ${url.href}`, response);
}

function save(map: PortalStart['texts'], key: string, response: Promise<Response>): void {
  // The code that takes the response handles its failure; until then it must not count as unhandled.
  response.catch(() => undefined);
  map.set(key, response);
}
