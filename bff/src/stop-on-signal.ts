import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that closing may take. */
const timeoutMs = 15_000;
/** Milliseconds within which the same signal again is the same stop, passed on by another process. */
const sameStopMs = 2_000;

/** Everything that has been opened; it is closed in reverse order. */
export interface Lifetime {
  /** Whether a signal has arrived. */
  isStopping(): boolean;
  /** Throws Interrupted after a signal. Call it between the steps of a start. */
  throwIfStopping(): void;
  /** Registers what to close when the process stops. */
  onStop(end: () => Promise<void>): void;
}

/** A signal interrupted the start. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

interface StopOptions {
  /** Time between the signal and the start of closing, in which everything still works. */
  drainMs: number;
  onSignal: (signal: string) => void;
}

/**
 * Runs `start`, then waits for SIGINT or SIGTERM and closes everything in order. A signal during the start interrupts
 * it after its current step. Another signal, the same one after 2 s, or 15 s of closing ends the process immediately; a signal that
 * comes more than once within 2 s is one.
 */
export async function runUntilSignal(
  start: (lifetime: Lifetime) => Promise<void>,
  { drainMs, onSignal }: StopOptions,
): Promise<void> {
  const opened = new AsyncDisposableStack();
  let first: { signal: string; at: number } | undefined;
  const lifetime: Lifetime = {
    isStopping: () => first !== undefined,
    throwIfStopping: () => {
      if (first !== undefined) throw new Interrupted();
    },
    onStop: (end) => opened.defer(end),
  };
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  const stop = (signal: string) => {
    const now = performance.now();
    // The terminal sends Ctrl-C, and systemd may send SIGTERM, to this process and to those that have started it, and they pass it on.
    if (first?.signal === signal && now - first.at < sameStopMs) return;
    if (first !== undefined) process.exit(1);
    first = { signal, at: now };
    onSignal(signal);
    setTimeout(() => process.exit(1), drainMs + timeoutMs).unref();
    resolve();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  try {
    await start(lifetime);
    await stopped;
    await sleep(drainMs);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
  } finally {
    await opened.disposeAsync();
  }
}
