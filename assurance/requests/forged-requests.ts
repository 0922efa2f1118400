import type { BffRequest } from '../harness/bff-client.ts';
import type { LiveRequest } from '../harness/live-requests.ts';

export interface ForgedRequest {
  name: string;
  /** The request as another site or a proxy would send it. */
  forge: (request: LiveRequest, url: URL) => BffRequest;
}

const fetchMetadata = (site: string) => ({ 'sec-fetch-site': site, 'sec-fetch-mode': 'cors' });
const fromOrigin =
  (origin: string, more: object = {}): ForgedRequest['forge'] =>
  ({ endpoint, path, body }) => ({
    method: endpoint.method,
    path,
    body: body ?? {},
    headers: { origin, ...more },
  });
const formOf = ({ body = {} }: LiveRequest) =>
  new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)])).toString();

/** Requests with a customer's cookies that the customer did not send. */
export const forgedRequests: readonly ForgedRequest[] = [
  {
    name: 'form of another site',
    forge: (request) => ({
      method: 'POST',
      path: request.path,
      body: formOf(request),
      isForeign: true,
      headers: {
        origin: 'https://evil.example',
        'content-type': 'application/x-www-form-urlencoded',
        ...fetchMetadata('cross-site'),
      },
    }),
  },
  {
    name: 'JSON as text/plain',
    forge: ({ path, body }) => ({
      method: 'POST',
      path,
      body: body ?? {},
      isForeign: true,
      headers: { origin: 'https://evil.example', 'content-type': 'text/plain' },
    }),
  },
  {
    name: 'JSON as text/plain by an old browser, which sends no Origin',
    forge: ({ path, body }) => ({
      method: 'POST',
      path,
      body: body ?? {},
      isForeign: true,
      headers: { 'content-type': 'text/plain' },
    }),
  },
  {
    name: "no Origin and not the portal's header",
    forge: ({ endpoint, path, body }) => ({
      method: endpoint.method,
      path,
      body: body ?? {},
      isForeign: true,
    }),
  },
  { name: 'Origin null', forge: fromOrigin('null') },
  {
    name: 'sibling subdomain',
    forge: (request, url) => fromOrigin(`http://evil.${url.host}`)(request, url),
  },
  {
    name: 'parent in the name',
    forge: (request, url) => fromOrigin(`http://${url.host}.evil.example`)(request, url),
  },
  {
    name: 'another port of the host',
    forge: (request, url) => fromOrigin(`http://${url.hostname}:1`)(request, url),
  },
  {
    name: 'Fetch-Metadata: cross-site',
    forge: (request, url) => fromOrigin(url.origin, fetchMetadata('cross-site'))(request, url),
  },
  {
    name: 'Fetch-Metadata: same-site',
    forge: (request, url) => fromOrigin(url.origin, fetchMetadata('same-site'))(request, url),
  },
  {
    name: 'GET with the body in the address',
    forge: (request) => ({
      path: `${request.path}?${formOf(request)}&_method=${request.endpoint.method}`,
      isForeign: true,
    }),
  },
  {
    name: 'X-HTTP-Method-Override',
    forge: ({ endpoint, path, body }) => ({
      method: 'POST',
      path: `${path}?_method=${endpoint.method}`,
      body: body ?? {},
      isForeign: true,
      headers: {
        'x-http-method-override': endpoint.method,
        'x-method-override': endpoint.method,
        'content-type': 'text/plain',
      },
    }),
  },
];
