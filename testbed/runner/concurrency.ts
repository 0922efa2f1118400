import { setTimeout as wait } from 'node:timers/promises';

/** Runs `work` for each item, `workers` at a time. Returns the results in the order of the items. */
export async function inParallel<T, R>(
  items: readonly T[],
  workers: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const waiting = [...items.entries()];
  const results: R[] = [];
  const run = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: workers }, run));
  return results;
}

/** Repeats `find` until it returns a value, and throws after `seconds`. */
export async function waitFor<T>(what: string, find: () => Promise<T | undefined>, seconds = 15): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    const found = await find();
    if (found !== undefined) return found;
    await wait(100);
  }
  throw new Error(`${what} after ${seconds} s`);
}
