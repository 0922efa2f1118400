import { DateTime } from 'luxon';

/**
 * The last day until `day` on which the European Central Bank publishes reference rates, both `YYYY-MM-DD`: each day on which T2, the
 * payment system of the central banks, is open.
 */
export function lastPublicationDay(day: string): string {
  let date = DateTime.fromISO(day, { zone: 'UTC' });
  while (date.weekday > 5 || isHoliday(date)) date = date.minus({ days: 1 });
  return date.toISODate() ?? day;
}

/** New Year's Day, Good Friday, Easter Monday, 1 May, 25 and 26 December. */
function isHoliday(date: DateTime): boolean {
  const easter = easterSunday(date.year);
  const fromEaster = Math.round(date.diff(easter, 'days').days);
  return (
    ['01-01', '05-01', '12-25', '12-26'].includes(date.toFormat('MM-dd')) || [-2, 1].includes(fromEaster)
  );
}

/** By the rule of Gauss, as corrected by Lichtenberg, for the Gregorian calendar from 1900 to 2199. */
function easterSunday(year: number): DateTime {
  const [moon, shift] = year < 2100 ? [24, 5] : [24, 6];
  const golden = year % 19;
  const days = (19 * golden + moon) % 30;
  const full = days - Math.floor((days + Math.floor(golden / 11)) / 29);
  const weekday = (2 * (year % 4) + 4 * (year % 7) + 6 * full + shift) % 7;
  return DateTime.utc(year, 3, 22).plus({ days: full + weekday });
}
