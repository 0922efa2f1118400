import type * as v from 'valibot';
import type { EndpointId, endpoints } from './endpoints.ts';

/** Examples of a call: what a client may send and what it may be answered. */
interface EndpointExample<Id extends EndpointId> {
  bodies: readonly object[];
  responses: readonly v.InferInput<(typeof endpoints)[Id]['response']>[];
}

export type EndpointExamples = { readonly [Id in EndpointId]?: EndpointExample<Id> };
