import type { Endpoint } from '@portal/contract/endpoint';
import type { EndpointId } from '@portal/contract/endpoints';
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

export interface Attempt {
  name: string;
  /** The parameter that has the id. */
  place: string;
  foreign: LiveRequest;
  /** The same request with an unknown id. */
  unknown: LiveRequest;
}

/**
 * Requests for every id parameter of the contract, with each id of the other customer and with an unknown one, as data and as
 * each document that the endpoint has. `ownOf` returns the values of an endpoint's other parameters.
 */
export function foreignAttempts(ids: ForeignIds, ownOf: (endpoint: Endpoint) => LiveValues) {
  const attempts: Attempt[] = [];
  const missing: string[] = [];
  for (const [id, endpoint] of endpointTable) {
    const own = ownOf(endpoint);
    for (const [part, name] of idPlaces(endpoint)) {
      const known = ids[name] ?? [];
      if (known.length === 0) missing.push(`${id}: no ${name} of the other customer is known`);
      for (const format of formatsOf(endpoint))
        attempts.push(...known.map((value) => attemptOf(id, { part, name, format, own }, value)));
    }
  }
  return { attempts, missing };
}

interface Place {
  part: Part;
  name: string;
  format: string | undefined;
  own: LiveValues;
}

function attemptOf(id: EndpointId, place: Place, value: string): Attempt {
  const { part, name, format, own } = place;
  const fill = (filled: string) => fillRequest(liveRequest(id, { ...own, [name]: filled }), place, filled);
  const document = format === undefined ? '' : ` as ${format}`;
  return {
    name: `${id} ${part} ${name} ${value}${document}`,
    place: `${id} ${part} ${name}${document}`,
    foreign: fill(value),
    unknown: fill(unlike(value)),
  };
}

const times = /"(?:start|end)_utc":"[^"]*"/g;

/**
 * Proves that the attempts ask for something: at each place that only reads, the owner of the ids gets at least one of them.
 * Otherwise a request that nobody can send would be refused to the other customer as well.
 */
export async function tryOwner(client: BffClient, attempts: readonly Attempt[]): Promise<CheckCase[]> {
  const reading = attempts.filter(({ foreign }) => foreign.endpoint.method === 'GET');
  const cases: CheckCase[] = [];
  // One after the other, because an account may render one document at a time.
  for (const [place, some] of Map.groupBy(reading, ({ place }) => place)) {
    const statuses: number[] = [];
    for (const { foreign } of some) statuses.push((await ask(client, foreign)).status);
    const problems = statuses.includes(200) ? [] : ['the owner gets nothing: the attempts prove nothing'];
    cases.push({ name: `${place}: the owner gets ${statuses.join(', ')}`, problems });
  }
  return cases;
}

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
      .filter((name) => name.endsWith('_id') || name === 'ids')
      .map((name) => [part, name]);
  return [...named('path', params), ...named('query', query), ...named('body', body)];
}

/** The formats of an endpoint's documents; undefined stands for its default. */
function formatsOf({ query, documents = [] }: Endpoint): (string | undefined)[] {
  if (!membersOf(query).includes('format')) return [undefined];
  return [
    undefined,
    ...formats.filter(({ types }) => documents.some((type) => types.includes(type))).map(({ name }) => name),
  ];
}

const formats = [
  { name: 'csv', types: ['text/csv'] },
  // A ZIP contains either.
  { name: 'pdf', types: ['application/pdf', 'application/zip'] },
  { name: 'xml', types: ['application/xml', 'application/zip'] },
];

function fillRequest(request: LiveRequest, { part, name, format, own }: Place, filled: string): LiveRequest {
  const { endpoint, body } = request;
  const query = new URLSearchParams({
    ...(part === 'query' && { [name]: filled }),
    ...(format !== undefined && { format }),
  });
  const path = part === 'path' ? pathOf(endpoint, { ...own, [name]: filled }) : request.path;
  return {
    ...request,
    path: query.size === 0 ? path : `${path}?${query}`,
    body: part === 'body' ? { ...body, [name]: filled } : body,
  };
}

/** An unknown id of the same form. */
function unlike(id: string): string {
  const last = id.slice(-4);
  return id.slice(0, -4) + [...last].map((character) => (character === '0' ? '1' : '0')).join('');
}
