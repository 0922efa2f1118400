import type { ReleasedFiles } from '@portal/federation-contract/composition';
import { localePath } from '@portal/federation-contract/release-lookup';

/** Responses of the API to requests that the host will make too. */
export const responses: PortalStart['responses'] = new Map();
/** Locale files that the host will read too. */
export const texts: PortalStart['texts'] = new Map();

/** Preloads scripts and sheets of a release. */
export function preloadFiles(
  { base, files }: { base: string; files: ReleasedFiles },
  names: readonly string[],
): void {
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
    save(texts, url, fetch(url, { credentials: 'same-origin', signal: AbortSignal.timeout(4_000) }));
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
