import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage } from './database/outage.ts';
import type { Lifetime } from './stop-on-signal.ts';

/** Milliseconds between two attempts. */
const retryMs = 1_000;

interface WaitOptions extends Pick<Lifetime, 'throwIfStopping'> {
  /** Called once, when the first attempt has found the database away. */
  onAway: (error: unknown) => Promise<void>;
}

/** Repeats `work` until the database is there. Throws other errors, and Interrupted after a signal. */
export async function whenReachable<Result>(
  work: () => Promise<Result>,
  { onAway, throwIfStopping }: WaitOptions,
): Promise<Result> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error)) throw error;
      throwIfStopping();
      if (isFirst) await onAway(error);
    }
    await sleep(retryMs);
    throwIfStopping();
  }
}
