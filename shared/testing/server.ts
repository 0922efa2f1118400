import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { setupServer } from 'msw/node';
import { queryClient } from '../api/query-cache.tsx';

/** The network of the tests: only calls that have a handler get an answer. */
export const server = setupServer();

/** The portal's own origin in tests. */
export const testOrigin = 'http://localhost';

// Errors outside the test's own flow: an error thrown in a handler does not reach the test.
const faults: Error[] = [];

/** Fails the running test once it is over; the error is for throwing where the fault was found. */
export function noteFault(message: string): Error {
  const fault = new Error(message);
  faults.push(fault);
  return fault;
}

/** The faults so far, which then no longer fail the test; for tests of the network itself. */
export function takeFaults(): Error[] {
  return faults.splice(0);
}

beforeAll(() => {
  server.listen({
    onUnhandledRequest: (request) => {
      throw noteFault(`No handler for ${request.method} ${request.url}`);
    },
  });
});

afterEach(async () => {
  // A repeated attempt that is still waiting would run into the next test.
  await queryClient.cancelQueries();
  queryClient.clear();
  server.resetHandlers();
  const [fault] = takeFaults();
  if (fault) throw fault;
});

afterAll(() => server.close());
