import { afterEach } from '@jest/globals';
import type { Endpoint } from '@portal/contract/endpoint';
import type { EndpointId } from '@portal/contract/endpoints';

/** What the page sent. */
export interface SentRequest {
  /** Of the path: `{ service_id: 'svc_1' }`. */
  params: Record<string, string>;
  query: Record<string, string>;
  /** Parsed JSON; null without one. */
  body: unknown;
  headers: Headers;
}

const sent: { id: EndpointId; request: SentRequest }[] = [];

afterEach(() => {
  sent.length = 0;
});

/** What the page has sent to an endpoint in this test, in order. */
export function sentTo(id: EndpointId): SentRequest[] {
  return sent.filter((entry) => entry.id === id).map((entry) => entry.request);
}

export async function noteRequest(
  id: EndpointId,
  endpoint: Endpoint,
  request: Request,
): Promise<SentRequest> {
  const { pathname, searchParams } = new URL(request.url);
  const text = await request.clone().text();
  const entry = {
    params: paramsOf(endpoint.path, pathname),
    query: Object.fromEntries(searchParams),
    body: text === '' ? null : JSON.parse(text),
    headers: request.headers,
  };
  sent.push({ id, request: entry });
  return entry;
}

function paramsOf(path: string, pathname: string): Record<string, string> {
  const names = path.split('/');
  const values = pathname.split('/');
  const pairs = names.map(
    (name, index) => [name.slice(1, -1), decodeURIComponent(values[index] ?? '')] as const,
  );
  return Object.fromEntries(pairs.filter((_pair, index) => names[index]?.startsWith('{')));
}
