import type * as v from 'valibot';
import type { CallId, calls } from './calls.ts';

/** Examples of a call: what a client may send and what it may be answered. */
interface CallExample<Id extends CallId> {
  bodies: readonly object[];
  responses: readonly v.InferInput<(typeof calls)[Id]['response']>[];
}

export type CallExamples = { readonly [Id in CallId]?: CallExample<Id> };
