import { TestEnvironment } from 'jest-environment-jsdom';

// jsdom has no fetch and no streams. React Router, ky and msw use Node's.
// MessageChannel stays that of jsdom: with Node's, React's scheduler would keep the process alive after the last test.
const nodeGlobals = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'Blob',
  'AbortController',
  'AbortSignal',
  'TextEncoder',
  'TextDecoder',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'BroadcastChannel',
  'structuredClone',
];

/** jsdom with Node's network and stream globals. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of nodeGlobals) this.global[name] = globalThis[name];
  }
}
