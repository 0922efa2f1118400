import type { BffRequest } from '../harness/bff-client.ts';
import type { LiveRequest } from '../harness/live-requests.ts';

export interface ForgedRequest {
  name: string;
  /** The request as another site or a proxy would send it. */
  forge: (request: LiveRequest, url: URL) => BffRequest;
}

const fetchMetadata = (site: string) => ({ 'sec-fetch-site': site, 'sec-fetch-mode': 'cors' });
const evilOrigin = { origin: 'https://evil.example' };
const asText = { 'content-type': 'text/plain' };
const formOf = ({ body = {} }: LiveRequest) =>
  new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)])).toString();

/** The request from the portal's own code, with other headers. */
const withHeaders =
  (headersFor: (url: URL) => Record<string, string>): ForgedRequest['forge'] =>
  ({ endpoint, path, body = {} }, url) => ({ method: endpoint.method, path, body, headers: headersFor(url) });

/** A POST with the JSON of the request and without the portal's header. */
const foreignPost = ({ path, body = {} }: LiveRequest, headers: Record<string, string>): BffRequest => ({
  method: 'POST',
  path,
  body,
  isForeign: true,
  headers,
});

/** Requests with a customer's cookies that the customer did not send. */
const forgeries: Record<string, ForgedRequest['forge']> = {
  'form of another site': (request) => ({
    ...foreignPost(request, {
      ...evilOrigin,
      'content-type': 'application/x-www-form-urlencoded',
      ...fetchMetadata('cross-site'),
    }),
    body: formOf(request),
  }),
  'JSON as text/plain': (request) => foreignPost(request, { ...evilOrigin, ...asText }),
  'JSON as text/plain by an old browser, which sends no Origin': (request) => foreignPost(request, asText),
  "no Origin and not the portal's header": (request) => ({
    ...foreignPost(request, {}),
    method: request.endpoint.method,
  }),
  'Origin null': withHeaders(() => ({ origin: 'null' })),
  'sibling subdomain': withHeaders(({ host }) => ({ origin: `http://evil.${host}` })),
  'parent in the name': withHeaders(({ host }) => ({ origin: `http://${host}.evil.example` })),
  'another port of the host': withHeaders(({ hostname }) => ({ origin: `http://${hostname}:1` })),
  'Fetch-Metadata: cross-site': withHeaders(({ origin }) => ({ origin, ...fetchMetadata('cross-site') })),
  'Fetch-Metadata: same-site': withHeaders(({ origin }) => ({ origin, ...fetchMetadata('same-site') })),
  'GET with the body in the address': (request) => ({
    path: `${request.path}?${formOf(request)}&_method=${request.endpoint.method}`,
    isForeign: true,
  }),
  'X-HTTP-Method-Override': (request) => {
    const { method } = request.endpoint;
    const override = { 'x-http-method-override': method, 'x-method-override': method };
    const post = foreignPost(request, { ...override, ...asText });
    return { ...post, path: `${post.path}?_method=${method}` };
  },
};

export const forgedRequests: readonly ForgedRequest[] = Object.entries(forgeries).map(([name, forge]) => ({
  name,
  forge,
}));
