import { DateTime } from 'luxon';
import type { Random } from './random.ts';

/** `2026-11-21T07:30:11.000Z`. */
export function utc(moment: DateTime): string {
  return moment.toUTC().toISO() ?? '';
}

export interface DemoDay {
  date: string;
  startMs: number;
  /** The next day's start, or the anchor for the last day. */
  endMs: number;
  /** How busy the day is; a working day is about 1. */
  weight: number;
}

const weekday = [0, 1.02, 1.08, 1.05, 1.03, 0.9, 0.28, 0.17];
const quietDays: Readonly<Record<string, number>> = {
  '12-24': 0.25,
  '12-25': 0.12,
  '12-26': 0.2,
  '01-01': 0.1,
  '02-24': 0.2,
  '06-23': 0.3,
  '06-24': 0.15,
};
// The share of each hour of a working day, in local time.
const hours = [3, 2, 2, 3, 4, 8, 18, 42, 82, 108, 112, 104, 84, 92, 104, 100, 86, 58, 34, 24, 18, 12, 7, 4];

/**
 * Returns the demonstration's days: from the first of the month `months` before the anchor's month until the anchor.
 */
export function demoDays(anchor: DateTime, months: number): DemoDay[] {
  const days: DemoDay[] = [];
  for (
    let day = anchor.startOf('month').minus({ months });
    day < anchor;
    day = day.plus({ days: 1 }).startOf('day')
  ) {
    const end = DateTime.min(day.plus({ days: 1 }).startOf('day'), anchor);
    const share = shareOf(day, end);
    const growth = 0.85 + 0.3 * (days.length / (months * 30.4));
    const quiet = quietDays[day.toFormat('MM-dd')] ?? 1;
    const weight = (weekday[day.weekday] ?? 1) * quiet * growth * share;
    days.push({ date: day.toISODate() ?? '', startMs: day.toMillis(), endMs: end.toMillis(), weight });
  }
  return days;
}

/** Distributes `total` among the days by their weight. The sum is exact. */
export function shareOut(days: readonly DemoDay[], total: number): number[] {
  const sum = days.reduce((all, { weight }) => all + weight, 0);
  let given = 0;
  let cumulated = 0;
  return days.map(({ weight }) => {
    cumulated += weight;
    const upTo = Math.round((total * cumulated) / sum);
    const count = upTo - given;
    given = upTo;
    return count;
  });
}

/** Returns sorted times of a day, in elapsed time: a repeated hour gets calls twice, a skipped one none. */
export function momentsOf(day: DemoDay, count: number, zone: string, random: Random): number[] {
  const slots: { startMs: number; weight: number }[] = [];
  for (let startMs = day.startMs; startMs < day.endMs; startMs += 3_600_000) {
    const { hour } = DateTime.fromMillis(startMs, { zone });
    slots.push({ startMs, weight: (hours[hour] ?? 1) * Math.min(1, (day.endMs - startMs) / 3_600_000) });
  }
  const sum = slots.reduce((all, { weight }) => all + weight, 0);
  const moments = Array.from({ length: count }, () => {
    let rest = random.next() * sum;
    const slot = slots.find(({ weight }) => {
      rest -= weight;
      return rest < 0;
    });
    const startMs = slot?.startMs ?? day.startMs;
    return startMs + Math.floor(random.next() * Math.min(3_600_000, day.endMs - startMs));
  });
  return moments.sort((a, b) => a - b);
}

/** Returns times around each clock change, some of them in both runs of the repeated hour. */
export function momentsAroundClockChanges(days: readonly DemoDay[], zone: string, random: Random): number[] {
  const moments: number[] = [];
  for (const { startMs, endMs } of days) {
    for (let hourMs = startMs; hourMs < endMs - 3_600_000; hourMs += 3_600_000) {
      const before = DateTime.fromMillis(hourMs, { zone }).offset;
      const after = DateTime.fromMillis(hourMs + 3_600_000, { zone }).offset;
      if (before === after) continue;
      for (const minute of [-55, -42, -30, -11, -2, 1, 9, 24, 38, 52]) {
        moments.push(hourMs + 3_600_000 + minute * 60_000 + random.integer(0, 59_999));
      }
    }
  }
  return moments;
}

function shareOf(day: DateTime, end: DateTime): number {
  const elapsed = hours.slice(0, Math.max(1, Math.round(end.diff(day, 'hours').hours)));
  return elapsed.reduce((sum, value) => sum + value, 0) / hours.reduce((sum, value) => sum + value, 0);
}
