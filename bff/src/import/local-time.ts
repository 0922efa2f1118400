import { DateTime } from 'luxon';
import { LineFault } from './master-line.ts';

const format = 'yyyy-MM-dd HH:mm:ss';

/**
 * A time of Asterisk's, `2026-11-21 08:58:12` without a zone, as milliseconds. In the hour that clocks repeat the reading
 * closest to `nearMs` counts, the first one if nothing is known. A time that the clocks skip cannot have been written.
 */
export function readLocalTime(field: string, text: string, zone: string, nearMs?: number): number {
  const time = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)
    ? DateTime.fromFormat(text, format, { zone })
    : undefined;
  if (time === undefined || !time.isValid) {
    throw new LineFault(
      text === '' ? `${field} is missing` : `${field} is not a date and time: "${text.slice(0, 40)}"`,
    );
  }
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

/** The second in which the channel was made, which Asterisk writes into its unique ids: `pbx-1763708292.42`. */
export function epochOfUniqueId(uniqueId: string): number | undefined {
  const [, seconds] = /(?:^|-)(\d{9,10})\.\d+$/.exec(uniqueId) ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
