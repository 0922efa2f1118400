/** Follows `work` for at most `limit` milliseconds, then rejects with an Error; what goes on behind it is not stopped. */
export async function withinLimit<T>(work: Promise<T>, limit: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${limit} ms`)), limit);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * How long a chunk and its style sheet may take, in milliseconds: as long as webpack gives the script alone. It waits for
 * a hanging sheet for good.
 */
export const chunkLimit = 8_000;
