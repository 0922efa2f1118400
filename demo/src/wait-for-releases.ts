import { OperatorError } from '@portal/bff/operator-error';

/**
 * Sends a message to the process that started this one, which then makes its builds live, and waits for its response. Throws
 * OperatorError when it ends the connection instead.
 */
export async function waitForReleases(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  process.once('message', () => resolve());
  process.once('disconnect', () =>
    reject(new OperatorError('The portal was not started: no builds went live.')),
  );
  process.send?.('owner of the data');
  await promise;
}
