import type { Endpoint } from '@portal/contract/endpoint';
import { endpointExamples } from '@portal/contract/endpoint-examples.fixtures';
import { type EndpointId, endpoints } from '@portal/contract/endpoints';

export interface LiveRequest {
  id: EndpointId;
  endpoint: Endpoint;
  path: string;
  body: Record<string, unknown> | undefined;
}

/** Values that replace those of the examples, by the names of path parameters and body fields. */
export type LiveValues = Readonly<Record<string, unknown>>;

/** Fields of the examples that are valid in the example only. */
const dropped = ['captcha_token', 'terms_version', 'token', 'context'];

export const endpointTable = Object.entries<Endpoint>(endpoints) as [EndpointId, Endpoint][];

/** A request for every endpoint that changes something. New endpoints of the contract are included automatically. */
export function mutatingRequests(values: LiveValues): LiveRequest[] {
  return endpointTable.filter(([, { method }]) => method !== 'GET').map(([id]) => liveRequest(id, values));
}

/** A request as a customer would send it: the contract's example with values of this portal. */
export function liveRequest(id: EndpointId, values: LiveValues): LiveRequest {
  const endpoint: Endpoint = endpoints[id];
  // The example that loses the fewest fields, such as mailed tokens.
  const [example] = [...(endpointExamples[id].bodies as readonly Example[])].sort(
    (a, b) => lossOf(a, values) - lossOf(b, values),
  );
  const body =
    example &&
    Object.fromEntries(
      Object.entries(example)
        .filter(([name]) => !dropped.includes(name) || name in values)
        .map(([name, value]) => [name, values[name] ?? value]),
    );
  return {
    id,
    endpoint,
    path: pathOf(endpoint, values),
    body: endpoint.body === undefined ? undefined : (body ?? {}),
  };
}

type Example = Record<string, unknown>;

function lossOf(example: Example, values: LiveValues): number {
  return Object.keys(example).filter((name) => dropped.includes(name) && !(name in values)).length;
}

/** The endpoint's path with its parameters filled in. */
export function pathOf({ path }: Endpoint, values: LiveValues): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? 'none')));
}

/** Names of the fields of an object schema, also of one with further checks. */
export function membersOf(schema: unknown): string[] {
  const { entries, pipe } = Object(schema);
  if (entries !== undefined) return Object.keys(entries);
  return Array.isArray(pipe) ? membersOf(pipe[0]) : [];
}
