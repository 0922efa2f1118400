import { DateTime } from 'luxon';
import { sql } from '../../database/sql.ts';

/** How long records of calls and messages are stored: the agreement promises it. */
const retentionMonths = 13;

/** Days in UTC whose records are deleted end here. */
export const retentionHorizon = sql`date_trunc('day', now() - make_interval(months => ${retentionMonths}), 'UTC')`;

/** The time of the oldest record that is stored, in milliseconds. */
export function oldestStoredMs(now: Date): number {
  return DateTime.fromJSDate(now, { zone: 'utc' })
    .minus({ months: retentionMonths })
    .startOf('day')
    .toMillis();
}
