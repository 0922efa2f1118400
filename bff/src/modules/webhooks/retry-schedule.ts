import { randomInt } from 'node:crypto';
import { type Sql, sql } from '../../database/sql.ts';

/** Seconds from each failed attempt to the next one; with the first attempt there are seven in about a day. */
const delays = [5, 300, 1_800, 7_200, 18_000, 36_000];

/** Waits are up to a fifth longer, so that what failed together is not repeated together. */
const jitter = 0.2;

/** Returns the seconds until the next attempt; null after the last one. */
export function retryDelay(attempts: number, random = randomInt(1_000) / 1_000): number | null {
  const delay = delays[attempts - 1];
  return delay === undefined ? null : delay * (1 + jitter * random);
}

/** How long a delivery waits at most after its number of attempts, as an interval. */
export function longestRetryDelay(attempts: Sql): Sql {
  const longest = delays.map((delay) => delay * (1 + jitter));
  return sql`make_interval(secs => coalesce((${longest}::float8[])[${attempts}], 0))`;
}

const longestRest = 300;

/**
 * Returns for how many seconds nothing is sent to a server that has failed in so many rounds: one that is slow or away is asked
 * for one event at a time, and at most every five minutes, however many wait.
 */
export function restAfter(failures: number): number {
  return Math.min(longestRest, 5 * 2 ** Math.min(failures - 1, 10));
}

/** A server that has failed for so many days, and in so many rounds, is given up. */
export const hopeless = { days: 3, rounds: 10 };
