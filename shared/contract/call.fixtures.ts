import type { CallId } from './calls.ts';

/** Examples of a call: what a client may send and what it may be answered. */
export interface CallExample {
  bodies: readonly object[];
  responses: readonly object[];
}

export type CallExamples = { readonly [Id in CallId]?: CallExample };
