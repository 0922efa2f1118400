import type { Endpoint } from '@portal/contract/endpoint';
import { type BffClient, type BffResponse, comparable } from '../harness/bff-client.ts';
import {
  endpointTable,
  type LiveRequest,
  type LiveValues,
  liveRequest,
  membersOf,
  pathOf,
} from '../harness/live-requests.ts';
import type { CheckCase } from '../harness/report.ts';

/** Ids of another customer, by the names of the contract's parameters and fields. */
export type ForeignIds = Readonly<Record<string, readonly string[]>>;

interface Attempt {
  name: string;
  foreign: LiveRequest;
  /** The same request with an unknown id. */
  unknown: LiveRequest;
}

/** Requests for every id parameter of the contract, with each id of the other customer and with an unknown one. */
export function foreignAttempts(ids: ForeignIds, own: LiveValues) {
  const attempts: Attempt[] = [];
  const missing: string[] = [];
  for (const [id, endpoint] of endpointTable) {
    for (const [part, name] of idPlaces(endpoint)) {
      const known = ids[name] ?? [];
      if (known.length === 0) missing.push(`${id}: no ${name} of the other customer is known`);
      for (const value of known) {
        const fill = (filled: string) =>
          fillRequest(liveRequest(id, { ...own, [name]: filled }), part, name, filled);
        attempts.push({
          name: `${id} ${part} ${name} ${value}`,
          foreign: fill(value),
          unknown: fill(unlike(value)),
        });
      }
    }
  }
  return { attempts, missing };
}

const times = /"(?:start|end)_utc":"[^"]*"/g;

/** Sends the request with the foreign id; the response must be that for an unknown id: 404, or an empty list. */
export async function tryForeign(client: BffClient, { name, foreign, unknown }: Attempt): Promise<CheckCase> {
  const [given, expected] = [await ask(client, foreign), await ask(client, unknown)];
  const isList = foreign.endpoint.query !== undefined && foreign.endpoint.params === undefined;
  const problems = [
    ...(given.status === 404 ? [] : isList ? listProblems(given) : [`returned ${given.status}`]),
    ...(comparable(given, times) === comparable(expected, times)
      ? []
      : ['the response differs from that for an unknown id']),
  ];
  return { name: `${name} → ${given.status}`, problems };
}

function ask(client: BffClient, { endpoint, path, body }: LiveRequest): Promise<BffResponse> {
  // Without its own key an attempt would be treated as a repetition.
  const headers = endpoint.idempotent === true ? { 'idempotency-key': crypto.randomUUID() } : {};
  return client.send({ method: endpoint.method, path, body, headers });
}

function listProblems({ status, body }: BffResponse): string[] {
  if (status !== 200) return [`returned ${status}`];
  return body.items?.length === 0 ? [] : [`${body.items?.length} rows`];
}

type Part = 'path' | 'query' | 'body';

function idPlaces({ params, query, body }: Endpoint): [Part, string][] {
  const named = (part: Part, schema: unknown): [Part, string][] =>
    membersOf(schema)
      .filter((name) => name.endsWith('_id'))
      .map((name) => [part, name]);
  return [...named('path', params), ...named('query', query), ...named('body', body)];
}

function fillRequest(request: LiveRequest, part: Part, name: string, value: string): LiveRequest {
  const { endpoint, path, body } = request;
  if (part === 'query') return { ...request, path: `${path}?${name}=${encodeURIComponent(value)}` };
  if (part === 'body') return { ...request, body: { ...body, [name]: value } };
  return { ...request, path: pathOf(endpoint, { [name]: value }) };
}

/** An unknown id of the same form. */
function unlike(id: string): string {
  const last = id.slice(-4);
  return id.slice(0, -4) + [...last].map((character) => (character === '0' ? '1' : '0')).join('');
}
