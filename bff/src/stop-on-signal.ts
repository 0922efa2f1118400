const patienceMs = 15_000;

/** What has been opened so far, ended in the reverse order. */
export interface Lifetime {
  /** Throws Interrupted once a signal has come: call it between the steps of a start. */
  throwIfStopping(): void;
  /** Ends this when the process does. */
  onStop(end: () => Promise<void>): void;
}

/** The start was cut short by a signal. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

interface Options {
  /** Is told of the signal. */
  onSignal: (signal: string) => void;
}

/**
 * Runs `start` and then keeps the process until SIGINT or SIGTERM ends it in order, from its first moment on: a start
 * under way is left after its current step. A second signal, or 15 s, cut it short.
 */
export async function untilSignal(
  start: (lifetime: Lifetime) => Promise<void>,
  { onSignal }: Options,
): Promise<void> {
  const opened = new AsyncDisposableStack();
  let isStopping = false;
  const lifetime: Lifetime = {
    throwIfStopping: () => {
      if (isStopping) throw new Interrupted();
    },
    onStop: (end) => opened.defer(end),
  };
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  const stop = (signal: string) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    onSignal(signal);
    setTimeout(() => process.exit(1), patienceMs).unref();
    resolve();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  try {
    await start(lifetime);
    await stopped;
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
  } finally {
    await opened.disposeAsync();
  }
}
