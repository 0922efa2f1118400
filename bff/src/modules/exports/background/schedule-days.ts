import type { ExportFrequency } from '@portal/contract/export-schedules';
import { DateTime } from 'luxon';

export interface Rhythm {
  frequency: ExportFrequency;
  /** 1 is Monday; null for the first of each month. */
  weekday: number | null;
}

/** The first day after `day` on which a file is made. Days are `YYYY-MM-DD`. */
export function nextDay(day: string, { frequency, weekday }: Rhythm): string {
  const date = DateTime.fromISO(day, { zone: 'utc' });
  if (frequency === 'monthly') return isoDay(date.startOf('month').plus({ months: 1 }));
  const days = ((weekday ?? 1) - date.weekday + 7) % 7;
  return isoDay(date.plus({ days: days === 0 ? 7 : days }));
}

/** The period of the file that is made on a day: the seven days before, or the month before. Both days inclusive. */
export function periodBefore(day: string, { frequency }: Rhythm): { start_date: string; end_date: string } {
  const date = DateTime.fromISO(day, { zone: 'utc' });
  const start = frequency === 'monthly' ? date.minus({ months: 1 }) : date.minus({ days: 7 });
  return { start_date: isoDay(start), end_date: isoDay(date.minus({ days: 1 })) };
}

function isoDay(date: DateTime): string {
  return date.toISODate() ?? '';
}
