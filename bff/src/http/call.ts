import type * as v from 'valibot';

/** A call of the contract: where it is and what goes in and out. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** With `{name}` for parameters; colons are literal. */
  readonly path: string;
  readonly params?: v.GenericSchema | undefined;
  readonly query?: v.GenericSchema | undefined;
  readonly body?: v.GenericSchema | undefined;
  readonly response: v.GenericSchema;
  readonly status?: number | undefined;
}

export type Parsed<Schema> = Schema extends v.GenericSchema ? v.InferOutput<Schema> : undefined;

/** What a handler returns: what the response schema takes. */
export type Answer<Schema> = Schema extends v.GenericSchema ? v.InferInput<Schema> : never;

/** The path as Fastify's router takes it: `{id}` is a parameter, a colon in the contract is a colon in the address. */
export function routerPath(path: string): string {
  return path.replaceAll(':', '::').replace(/\{(\w+)\}/g, ':$1');
}
