import type { Endpoint } from '@portal/contract/endpoint';
import type * as v from 'valibot';

/** What an endpoint's schema reads; undefined where it has none. */
export type Parsed<C extends Endpoint, Part extends 'params' | 'query' | 'body'> =
  C extends Record<Part, infer Schema extends v.GenericSchema> ? v.InferOutput<Schema> : undefined;

/** What a handler returns: what the response's schema takes; `success: true` is added where it is left out. */
export type Answer<C extends Endpoint> = WithoutSuccess<v.InferInput<C['response']>>;

// Distributes over the shapes of a union.
type WithoutSuccess<Body> = Body extends unknown ? Omit<Body, 'success'> & { success?: boolean } : never;

/** The path as Fastify's router takes it: `{id}` is a parameter, a colon in the contract is a colon in the address. */
export function routerPath(path: string): string {
  return path.replaceAll(':', '::').replace(/\{(\w+)\}/g, ':$1');
}
