import { DateTime } from 'luxon';
import type { Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { dayStart } from '../../listing/local-time.ts';

/**
 * Returns the moment of a booking, RFC 3339. A bank states only its day, which begins at midnight in the account's time zone:
 * the money then belongs to the month of that day, wherever the account is. Throws OperatorError for a day that has not begun.
 */
export async function momentOfBooking(tx: Transaction, accountId: string, day: string): Promise<string> {
  refuseFuture(day);
  const { timezone } = await tx.one<{ timezone: string }>(
    sql`select timezone from accounts where account_id = ${accountId}`,
  );
  // Not the database's midnight: its rules for a time zone can be older than those that show the day (localTime).
  const midnight = dayStart(day, timezone).toUTC();
  return midnight.toISO({ suppressMilliseconds: true }) ?? '';
}

/** Throws OperatorError for a booking of a day that has begun nowhere yet: its money would belong to a month to come. */
export function refuseFuture(day: string): void {
  // The bank's day may begin before that of the server.
  if (DateTime.fromISO(day, { zone: 'utc' }) > DateTime.utc().plus({ days: 1 }))
    throw new OperatorError(`It is booked on ${day}, a day that has not begun: nothing was credited.`);
}
