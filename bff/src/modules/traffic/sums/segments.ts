import type { Period } from '@portal/contract/dates';
import { zoneOffsets } from '../../../listing/local-time.ts';

/** A stretch of a period and what is read for it: records, or their sums of that grain. RFC 3339; `until` is exclusive. */
export interface Segment {
  grain: 'record' | Grain;
  from: string;
  until: string;
}

type Grain = 'quarter' | 'hour' | 'day' | 'month';

type Bounds = Pick<Period, 'start_utc' | 'end_utc'>;

/**
 * Divides a period into hours, or quarters of an hour if days of the time zone do not begin at whole hours, with the records of what is
 * left at its ends.
 */
export function timeSegments(period: Bounds, timezone: string): Segment[] {
  // The first offset begins with the period, which is divided at its ends anyway.
  const isWhole = zoneOffsets({ ...period, timezone }).every(
    ({ from, seconds }, index) => seconds % 3_600 === 0 && (index === 0 || Date.parse(from) % hourMs === 0),
  );
  const grains: Grain[] = isWhole ? ['hour', 'quarter'] : ['quarter'];
  return divide(Date.parse(period.start_utc), Date.parse(period.end_utc), grains);
}

/** Divides a period into months and days of UTC, with the records of what is left at its ends. */
export function kindSegments(period: Bounds): Segment[] {
  return divide(Date.parse(period.start_utc), Date.parse(period.end_utc), ['month', 'day']);
}

/** The coarsest grain in the middle, the finer ones on both sides. */
function divide(from: number, until: number, [grain, ...finer]: readonly Grain[]): Segment[] {
  if (from >= until) return [];
  if (grain === undefined) return [segment('record', from, until)];
  const start = floors[grain](from);
  const first = start === from ? from : floors[grain](start + longest[grain]);
  const last = floors[grain](until);
  if (first >= last) return divide(from, until, finer);
  return [...divide(from, first, finer), segment(grain, first, last), ...divide(last, until, finer)];
}

function segment(grain: Segment['grain'], from: number, until: number): Segment {
  return { grain, from: new Date(from).toISOString(), until: new Date(until).toISOString() };
}

const quarterMs = 15 * 60_000;
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** A time that much after a grain's beginning is in the next one. */
const longest: Readonly<Record<Grain, number>> = {
  quarter: quarterMs,
  hour: hourMs,
  day: dayMs,
  month: 31 * dayMs,
};

const floors: Readonly<Record<Grain, (time: number) => number>> = {
  quarter: (time) => Math.floor(time / quarterMs) * quarterMs,
  hour: (time) => Math.floor(time / hourMs) * hourMs,
  day: (time) => Math.floor(time / dayMs) * dayMs,
  month: (time) => {
    const date = new Date(time);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  },
};
