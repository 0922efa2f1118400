import { DateTime } from 'luxon';
import { LineFault, shown } from './line-fault.ts';

const format = 'yyyy-MM-dd HH:mm:ss';
const dayMs = 86_400_000;

/**
 * Parses a local time `2026-11-21 08:58:12` to milliseconds. In the hour that clocks repeat, the reading closest to `nearMs`
 * counts, or the first one without it. Throws LineFault for a time that the clocks skip.
 */
export function readLocalTime(field: string, text: string, zone: string, nearMs?: number): number {
  const parts = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/.exec(text);
  const clockMs = parts === null ? undefined : clockTime(parts);
  if (clockMs === undefined)
    throw new LineFault(
      text === '' ? `${field} is missing` : `${field} is not a date and time: "${shown(text)}"`,
    );
  const offsetMs = steadyOffset(Math.floor(clockMs / dayMs), zone);
  return offsetMs === undefined ? readChangingTime(field, text, zone, nearMs) : clockMs - offsetMs;
}

/** What a clock shows, as if it were UTC; undefined if there is no such date or time. */
function clockTime([, year, month, day, hour, minute, second]: RegExpExecArray): number | undefined {
  const ms = Date.UTC(
    ...([Number(year), Number(month) - 1, Number(day)] as const),
    ...([Number(hour), Number(minute), Number(second)] as const),
  );
  const date = new Date(ms);
  const isSame =
    date.getUTCDate() === Number(day) &&
    date.getUTCHours() === Number(hour) &&
    date.getUTCMinutes() === Number(minute) &&
    date.getUTCSeconds() === Number(second);
  return isSame ? ms : undefined;
}

const offsets = new Map<string, number | undefined>();

/** The offset of a zone if its clocks change neither on this day nor the days beside it: looking it up each time is slow. */
function steadyOffset(day: number, zone: string): number | undefined {
  const key = `${day} ${zone}`;
  if (offsets.has(key)) return offsets.get(key);
  const [before = 0, ...others] = [-2, -1, 0, 1, 2].map(
    (days) => DateTime.fromMillis((day + days) * dayMs, { zone }).offset,
  );
  const offset = others.every((minutes) => minutes === before) ? before * 60_000 : undefined;
  offsets.set(key, offset);
  return offset;
}

function readChangingTime(field: string, text: string, zone: string, nearMs: number | undefined): number {
  const time = DateTime.fromFormat(text, format, { zone });
  if (time.toFormat(format) !== text)
    throw new LineFault(`${field} ${text} does not exist in ${zone}: the clocks skip it`);
  const readings = time
    .getPossibleOffsets()
    .map((reading) => reading.toMillis())
    .sort((a, b) => a - b);
  const distance = (reading: number) => (nearMs === undefined ? 0 : Math.abs(reading - nearMs));
  return readings.reduce(
    (best, reading) => (distance(reading) < distance(best) ? reading : best),
    readings[0] ?? 0,
  );
}
