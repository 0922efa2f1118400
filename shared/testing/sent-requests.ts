import { afterEach } from '@jest/globals';
import type { EndpointView } from '@portal/contract/endpoint';

/** What the page sent. */
export interface SentRequest {
  /** Of the path: `{ service_id: 'svc_1' }`. */
  params: Record<string, string>;
  query: Record<string, string>;
  /** Parsed JSON; null without one. */
  body: unknown;
  headers: Headers;
}

const sent: { endpoint: string; url: string; request: SentRequest }[] = [];

afterEach(() => {
  sent.length = 0;
});

/** What the page has sent to an endpoint in this test, in order. */
export function sentTo(endpoint: EndpointView): SentRequest[] {
  return sent.filter((entry) => entry.endpoint === nameOf(endpoint)).map((entry) => entry.request);
}

/** The addresses of all requests that the page has sent in this test. */
export function sentAddresses(): URL[] {
  return sent.map(({ url }) => new URL(url));
}

export async function noteRequest(endpoint: EndpointView, request: Request): Promise<SentRequest> {
  const { pathname, searchParams } = new URL(request.url);
  const text = await request.clone().text();
  const entry = {
    params: paramsOf(endpoint.path, pathname),
    query: Object.fromEntries(searchParams),
    body: text === '' ? null : JSON.parse(text),
    headers: request.headers,
  };
  sent.push({ endpoint: nameOf(endpoint), url: request.url, request: entry });
  return entry;
}

function nameOf({ method, path }: EndpointView): string {
  return `${method} ${path}`;
}

function paramsOf(path: string, pathname: string): Record<string, string> {
  const values = pathname.split('/');
  const pairs = path.split('/').flatMap((part, index) => {
    // An action may follow the name: `{payment_id}:cancel`.
    const [, name, action = ''] = /^\{(\w+)\}(.*)$/.exec(part) ?? [];
    if (name === undefined) return [];
    const value = decodeURIComponent(values[index] ?? '');
    return [[name, value.slice(0, value.length - action.length)]];
  });
  return Object.fromEntries(pairs);
}
