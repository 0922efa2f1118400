/** How long an area's entry and its `./area` module may take together, in milliseconds. */
export const entryLimit = 5_000;

/**
 * How long a chunk and its style sheet may take, in milliseconds. webpack limits only the script, and would wait forever for
 * a style sheet that does not arrive.
 */
export const chunkLimit = 5_000;

/** How long a page's texts may take, in milliseconds: the time-out of one read, and a second read. */
export const textsLimit = 6_000;

/** Work was not finished in time. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
  /** The work, which may be finished later. */
  readonly work: Promise<unknown>;

  constructor(limit: number, work: Promise<unknown>) {
    super(`no response within ${limit} ms`);
    this.work = work;
  }
}

/** Waits for `work` for at most `limit` milliseconds, then rejects with TimeLimitError; the work itself is not stopped. */
export async function withinLimit<T>(work: Promise<T>, limit: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimeLimitError(limit, work)), limit);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Milliseconds before a retry. */
const retryDelay = { least: 150, spread: 300 };

/** Waits a random time, so that customers whom one fault hits do not all retry together. */
export function pauseBeforeRetry(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, retryDelay.least + Math.random() * retryDelay.spread));
}

/** Imports a chunk of the host, and once more when the first attempt fails. Rejects after `chunkLimit`. */
export function importChunk<T>(load: () => Promise<T>): Promise<T> {
  return withinLimit(
    load().catch(() => pauseBeforeRetry().then(load)),
    chunkLimit,
  );
}
