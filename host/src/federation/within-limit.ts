/** Something was not there in time. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

/** Follows `work` for at most `limit` milliseconds, then rejects with TimeLimitError; what goes on behind it is not stopped. */
export async function withinLimit<T>(work: Promise<T>, limit: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimeLimitError(`no answer within ${limit} ms`)), limit);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** How long an area's entry and its `./area` module may take together, in milliseconds. */
export const entryLimit = 5_000;

/**
 * How long a chunk and its style sheet may take, in milliseconds: as long as webpack gives the script alone. It waits for
 * a hanging sheet for good.
 */
export const chunkLimit = 5_000;

/** How long a page's texts may take, in milliseconds: a time-out of one read, and a second read. */
export const textsLimit = 6_000;
