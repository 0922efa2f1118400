import { DateTime } from 'luxon';
import type { Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { dayStart } from '../../listing/local-time.ts';

/** Returns the moment of a booking, RFC 3339. Throws OperatorError for a day that has not begun. */
export async function momentOfBooking(tx: Transaction, accountId: string, day: string): Promise<string> {
  refuseFuture(day);
  const { timezone } = await tx.one<{ timezone: string }>(
    sql`select timezone from accounts where account_id = ${accountId}`,
  );
  return momentIn(timezone, day, DateTime.utc());
}

/**
 * Returns the moment of a booking of which the bank states only the day: midday in the account's time zone, so that the day, and with it
 * the month, stays the same when the account moves to another time zone. Until midday it is now, and never before the day begins.
 */
export function momentIn(timezone: string, day: string, now: DateTime): string {
  // Not the database's hours: its rules for a time zone can be older than those that show the day (localTime).
  const midday = DateTime.fromISO(`${day}T12:00`, { zone: timezone });
  const moment = DateTime.max(dayStart(day, timezone), DateTime.min(midday, now));
  return moment.toUTC().toISO({ suppressMilliseconds: true }) ?? '';
}

/** Throws OperatorError for a booking of a day that has begun nowhere yet: its money would belong to a month to come. */
export function refuseFuture(day: string): void {
  // The bank's day may begin before that of the server.
  if (DateTime.fromISO(day, { zone: 'utc' }) > DateTime.utc().plus({ days: 1 }))
    throw new OperatorError(`It is booked on ${day}, a day that has not begun: nothing was credited.`);
}
