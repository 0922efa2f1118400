import type { Logger } from 'pino';
import type { Database, Transaction } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { OperatorError } from '../errors/operator-error.ts';
import type { AnyJob } from './queue.ts';

/** A time further ahead of the latest believed one is doubted. A portal that stood still over a weekend goes on without delay. */
const doubtedAfterMs = 3 * 86_400_000;
/** A doubted clock is believed after so long, if the portal saw it go on without larger gaps. */
const steadyMs = 24 * 3_600_000;
const largestGapMs = 2 * 3_600_000;

/** Why the clock is not believed. RFC 3339. */
export interface ClockDoubt {
  now: string;
  believed: string;
  /** When it will be, if it goes on steadily. */
  believed_from: string;
}

interface ClockWatch {
  believed: string;
  doubted_since: string | null;
  doubted_seen: string | null;
  now: string;
}

/**
 * Compares the later of the clocks of this process and of the database with the latest time that was believed, and stores what it
 * finds. Returns undefined if the clock is believed. A portal without a stored time begins with the last entry of its ledger.
 */
export async function watchClock(tx: Transaction, processTime: Date): Promise<ClockDoubt | undefined> {
  await tx.run(sql`
    insert into clock_watch (believed)
    select coalesce(max(recorded_at), now()) from journal_entries on conflict do nothing`);
  const watch = await tx.one<ClockWatch>(sql`
    select believed, doubted_since, doubted_seen, greatest(now(), ${processTime.toISOString()}::timestamptz) as now
    from clock_watch for update`);
  const [nowMs, believedMs] = [Date.parse(watch.now), Date.parse(watch.believed)];
  const sinceMs = doubtedSinceMs(watch);
  // An earlier time is believed too: the one before was wrong, or this one is and does no harm.
  if (nowMs - believedMs <= doubtedAfterMs || nowMs - sinceMs >= steadyMs) {
    await followClock(tx, watch.now);
    return undefined;
  }
  await tx.run(sql`
    update clock_watch set doubted_since = ${new Date(sinceMs).toISOString()}, doubted_seen = ${watch.now}`);
  const { now, believed } = watch;
  return { now, believed, believed_from: new Date(sinceMs + steadyMs).toISOString() };
}

/** Believes a time from now on, whatever was believed before. What was booked later is set back. */
export async function believeClock(tx: Transaction, now: string): Promise<void> {
  await tx.run(sql`
    insert into clock_watch (believed, lived, steady_since) values (${now}, ${now}, ${now})
    on conflict (only_row) do update set believed = excluded.believed, lived = excluded.lived,
      steady_since = excluded.steady_since, doubted_since = null, doubted_seen = null`);
}

/**
 * Believes a time that passed the check. The portal has lived through it if the time went on without a jump for an hour: a clock
 * that was ahead by less than three days is believed, and may be corrected in this time.
 */
async function followClock(tx: Transaction, now: string): Promise<void> {
  const isSteady = sql`${now}::timestamptz between believed - interval '1 minute' and believed + interval '2 hours'`;
  await tx.run(sql`
    update clock_watch set believed = ${now}, doubted_since = null, doubted_seen = null,
      steady_since = case when ${isSteady} then steady_since else ${now} end,
      lived = case when ${isSteady} and ${now}::timestamptz >= steady_since + interval '1 hour' then greatest(lived, ${now}) else lived end`);
}

/** A gap, forwards or backwards, begins the doubt again. */
function doubtedSinceMs({ doubted_since, doubted_seen, now }: ClockWatch): number {
  const nowMs = Date.parse(now);
  if (doubted_since === null || doubted_seen === null) return nowMs;
  const gapMs = nowMs - Date.parse(doubted_seen);
  return gapMs >= 0 && gapMs <= largestGapMs ? Date.parse(doubted_since) : nowMs;
}

/** Throws OperatorError while the clock is not believed: what is issued is never changed. */
export async function requireClock({ database }: { database: Database }): Promise<void> {
  // A transaction of its own: jobs do not wait for the command, and the doubt is stored although the command is refused. On
  // another pool, because parallel commands that hold all connections of theirs would wait for each other.
  const doubt = await database.asSystem((tx) => watchClock(tx, new Date()));
  if (doubt === undefined) return;
  throw new OperatorError(
    `The clock says ${doubt.now}, but the last time that jobs saw is ${doubt.believed}. Correct the clock, or confirm it with "npm run -s billing -- confirm-clock".`,
  );
}

/** One message an hour is enough for jobs that run every minute. */
const messageMs = 3_600_000;

/**
 * Returns a function that lets a job run only while the clock is believed: for jobs whose work at a wrong time cannot be undone. At
 * least one of them must run every hour.
 */
export function clockGuard(
  { database, log }: { database: Database; log: Logger },
  now: () => Date = () => new Date(),
) {
  let nextMessageMs = Number.NEGATIVE_INFINITY;
  return (job: AnyJob): AnyJob => ({
    ...job,
    run: async (data, ...rest) => {
      const doubt = await database.asBackground((tx) => watchClock(tx, now()));
      if (doubt === undefined) return job.run(data, ...rest);
      if (performance.now() < nextMessageMs) return;
      nextMessageMs = performance.now() + messageMs;
      log.error(doubt, clockMessage);
    },
  });
}

export const clockMessage =
  'the clock is far ahead of the time that jobs saw last: no month is closed, no number renewed, no regular export made, nobody mailed about a low balance, no tax number checked again, nothing expires or is deleted';
