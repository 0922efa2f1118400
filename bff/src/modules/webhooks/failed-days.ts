import type { Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { watchClock } from '../../queue/clock-guard.ts';

/** Whole days in which every round has failed, and when the next one of them began. */
export interface FailedDays {
  failed_days: number;
  failed_day_began: string | null;
}

/** A webhook that has taken an event. */
export const noFailedDays: FailedDays = { failed_days: 0, failed_day_began: null };

/**
 * Counts a failed round. A day counts if the clock went on without a jump: it begins again after one, and never ends while the clock
 * is doubted.
 */
export async function countFailedDay(tx: Transaction, before: FailedDays): Promise<FailedDays> {
  const began = sql`${before.failed_day_began}::timestamptz`;
  // One that began in the future was written by a clock that was ahead.
  const { is_over } = await tx.one<{ is_over: boolean }>(sql`
    select (${began} between now() - interval '1 day' and now() + interval '1 minute') is not true as is_over`);
  if (!is_over || (await watchClock(tx, new Date())) !== undefined) return before;
  const { now, is_lived } = await tx.one<{ now: string; is_lived: boolean }>(sql`
    select now() as now, coalesce(${began} between steady_since and now(), false) as is_lived from clock_watch`);
  return { failed_days: before.failed_days + (is_lived ? 1 : 0), failed_day_began: now };
}
