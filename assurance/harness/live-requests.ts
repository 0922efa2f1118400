import type { Endpoint } from '@portal/contract/endpoint';
import { endpointExamples } from '@portal/contract/endpoint-examples.fixtures';
import { type EndpointId, endpoints } from '@portal/contract/endpoints';

export interface LiveRequest {
  id: EndpointId;
  endpoint: Endpoint;
  path: string;
  body: Record<string, unknown> | undefined;
}

/** Values that stand for the example's own: of path parameters and of the body's members, by name. */
export type LiveValues = Readonly<Record<string, unknown>>;

/** Members of the examples that only fit the example. */
const dropped = ['captcha_token', 'terms_version', 'token', 'context'];

export const endpointTable = Object.entries<Endpoint>(endpoints) as [EndpointId, Endpoint][];

/** Every request that changes something, from the table of endpoints: an endpoint that is added is part of it. */
export function mutatingRequests(values: LiveValues): LiveRequest[] {
  return endpointTable.filter(([, { method }]) => method !== 'GET').map(([id]) => liveRequest(id, values));
}

/** A request of an endpoint as a customer would make it: the contract's example with what is true here. */
export function liveRequest(id: EndpointId, values: LiveValues): LiveRequest {
  const endpoint: Endpoint = endpoints[id];
  // The one that says most with what there is: a mailed token, say, is not.
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

/** The endpoint's address with its parameters filled in. */
export function pathOf({ path }: Endpoint, values: LiveValues): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? 'none')));
}

/** Names of the members that a schema of an object knows, whatever is checked after them. */
export function membersOf(schema: unknown): string[] {
  const { entries, pipe } = Object(schema);
  if (entries !== undefined) return Object.keys(entries);
  return Array.isArray(pipe) ? membersOf(pipe[0]) : [];
}
