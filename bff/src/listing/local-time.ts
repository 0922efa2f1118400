import { DateTime, IANAZone } from 'luxon';
import { joinSql, type Sql, sql } from '../database/sql.ts';

/** The clock of a time zone between two moments, RFC 3339, the second exclusive. */
export interface ZonedPeriod {
  timezone: string;
  start_utc: string;
  end_utc: string;
}

/** What a clock is ahead of UTC from a moment on, in seconds. */
export interface ZoneOffset {
  from: string;
  seconds: number;
}

/**
 * Returns what clocks of a time zone show at moments of a period, as a timestamp without time zone. The server and the database have
 * rules of their own for time zones, and disagree when one of them is older: days begin where the server says, as on the screen.
 */
export function localTime(moment: Sql, offsets: readonly ZoneOffset[]): Sql {
  const [first, ...later] = offsets;
  const changes = later
    .toReversed()
    .map(({ from, seconds }) => sql`when ${moment} >= ${from}::timestamptz then ${seconds}::integer`);
  const initial = sql`${first?.seconds ?? 0}::integer`;
  const ahead = changes.length === 0 ? initial : sql`case ${joinSql(changes, ' ')} else ${initial} end`;
  return sql`(${moment} at time zone 'UTC' + make_interval(secs => ${ahead}))`;
}

/**
 * Returns where the hour of a moment begins, as a moment: on the clock, or where the clock was changed within it. `Australia/Lord_Howe`
 * changes by half an hour, so one of its hours has 30 minutes, and another one is shown twice, for an hour and for half of one.
 */
export function hourStart(moment: Sql, local: Sql, [, ...later]: readonly ZoneOffset[]): Sql {
  const onClock = sql`${moment} - (${local} - date_trunc('hour', ${local}))`;
  if (later.length === 0) return onClock;
  const changes = later
    .toReversed()
    .map(({ from }) => sql`when ${moment} >= ${from}::timestamptz then ${from}::timestamptz`);
  return sql`greatest(${onClock}, case ${joinSql(changes, ' ')} end)`;
}

/**
 * Returns the first moment of a day: `2026-10-25` gives the first of its two midnights in `Atlantic/Azores`, where clocks go back from one
 * to zero, and one o'clock if they go forward at midnight. Luxon takes either midnight, depending on how the day was computed.
 */
export function dayStart(day: string, zone: string): DateTime<true> {
  const start = DateTime.fromISO(day, { zone }).startOf('day');
  if (!start.isValid) throw new RangeError(`${day} is no day in ${zone}`);
  const earlier = start.plus({ minutes: start.offset - start.minus({ hours: 3 }).offset });
  return earlier < start && earlier.toISODate() === day ? earlier : start;
}

/** Returns the first moment of a day in UTC, RFC 3339. */
export function startOfDay(day: string, zone: string): string {
  return dayStart(day, zone).toUTC().toISO();
}

/** Returns the first moment after a day in UTC, RFC 3339. */
export function endOfDay(day: string, zone: string): string {
  return startOfDay(DateTime.fromISO(day, { zone: 'UTC' }).plus({ days: 1 }).toFormat('yyyy-MM-dd'), zone);
}

const stepMs = 7 * 86_400_000;

/** Returns the offsets of a period, each with its beginning; the first one begins with the period. */
export function zoneOffsets({ timezone, start_utc, end_utc }: ZonedPeriod): ZoneOffset[] {
  const zone = IANAZone.create(timezone);
  const offset = (ms: number) => Math.round(zone.offset(ms) * 60);
  const [startMs, endMs] = [Date.parse(start_utc), Date.parse(end_utc)];
  const found = [{ from: start_utc, seconds: offset(startMs) }];
  for (let ms = startMs; ms < endMs; ms += stepMs) {
    const nextMs = Math.min(ms + stepMs, endMs);
    if (offset(nextMs) === offset(ms)) continue;
    const changeMs = changeBetween(offset, ms, nextMs);
    found.push({ from: new Date(changeMs).toISOString(), seconds: offset(changeMs) });
  }
  return found;
}

/** Returns the first millisecond of the second offset. */
function changeBetween(offset: (ms: number) => number, fromMs: number, toMs: number): number {
  let [before, after] = [fromMs, toMs];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offset(middle) === offset(fromMs)) before = middle;
    else after = middle;
  }
  return after;
}
