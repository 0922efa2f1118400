import { serverNow } from '../../i18n/index.ts';

/** A calendar day as `YYYY-MM-DD`: sorts and compares as text. */
export type Day = string;

/** Parses yyyy.MM.dd (also with - or /, and without leading zeros); null when the text is not a day. */
export function parseDay(text: string): Day | null {
  const match =
    /^(\d{4})[.\-/ ](\d{1,2})[.\-/ ](\d{1,2})\.?$/.exec(text.trim()) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(text.trim());
  if (!match) return null;
  const [, year = '', month = '', day = ''] = match;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  // Date turns 31 February into a day of March.
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== written ? null : written;
}

/** Formats a day as yyyy.MM.dd, as the date field shows it; null becomes an empty text. */
export function writeDay(day: Day | null): string {
  return day ? day.replaceAll('-', '.') : '';
}

/** Today in an IANA time zone, in the browser's by default, by the server's clock. */
export function todayIn(timeZone?: string, now = serverNow()): Day {
  const options: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone };
  return new Intl.DateTimeFormat('en-CA', options).format(now);
}

/** Adds a number of days, which may be negative. */
export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Whether a day is between the bounds, both included; an undefined bound is open. */
export function isWithin(day: Day, min: Day | undefined, max: Day | undefined): boolean {
  return (!min || day >= min) && (!max || day <= max);
}
