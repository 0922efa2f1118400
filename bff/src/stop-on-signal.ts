const timeoutMs = 15_000;

/** Everything that has been opened; it is closed in reverse order. */
export interface Lifetime {
  /** Throws Interrupted after a signal. Call it between the steps of a start. */
  throwIfStopping(): void;
  /** Registers what to close when the process stops. */
  onStop(end: () => Promise<void>): void;
}

/** A signal interrupted the start. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/**
 * Runs `start`, then waits for SIGINT or SIGTERM and closes everything in order. A signal during the start interrupts
 * it after its current step. A second signal, or 15 s, ends the process immediately.
 */
export async function runUntilSignal(
  start: (lifetime: Lifetime) => Promise<void>,
  onSignal: (signal: string) => void,
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
    setTimeout(() => process.exit(1), timeoutMs).unref();
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
