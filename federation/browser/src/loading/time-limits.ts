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
}

/** Waits for `work` for at most `limit` milliseconds, then rejects with TimeLimitError; the work itself is not stopped. */
export async function withinLimit<T>(work: Promise<T>, limit: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimeLimitError(`no response within ${limit} ms`)), limit);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
