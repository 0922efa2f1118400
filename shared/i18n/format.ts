import { type Language, localeOf } from '@portal/contract/language';
import { serverNow } from '../api/server-clock.ts';
import { type MoneyFormats, moneyFormats, noValue, numberFormats } from './number-formats.ts';

type Text = string | null | undefined;

/** Formats values for readers of one language. Every function returns a dash for a missing value. */
export interface Format extends MoneyFormats {
  /** A count or a measure. */
  number: (value: number | null | undefined, options?: Intl.NumberFormatOptions) => string;
  /** A percentage from 0 to 100, with at most one decimal. */
  percent: (value: number | null | undefined) => string;
  /** A moment (RFC 3339) in the account's time zone. */
  dateTime: (timestamp: Text, options?: { seconds?: boolean }) => string;
  /** How far the account's time zone is from UTC at a moment (RFC 3339): `UTC+02:00`. */
  zoneOffset: (timestamp: Text) => string;
  /** A calendar day `YYYY-MM-DD`, or the day of a moment (RFC 3339) in the account's time zone. */
  date: (value: Text) => string;
  /** A day without its year. */
  shortDate: (value: Text) => string;
  /** A month (1 to 12) with its year. */
  month: (year: number, month: number) => string;
  /** The time since or until a moment (RFC 3339), in the largest unit. */
  relativeTime: (timestamp: Text, now?: Date) => string;
  /** Seconds as h:mm:ss. */
  duration: (seconds: number | null | undefined) => string;
  /** Name of an ISO 3166-1 alpha-2 country; `el` also means Greece. */
  countryName: (code: Text) => string;
  /** BCP 47 tag for date widgets: `en-GB`. */
  dateLocale: string;
  /** IANA name of the time zone of all moments. */
  timeZone: string;
}

/** Creates the formats of one language and IANA time zone. */
export function createFormat(language: Language, timeZone: string): Format {
  const locale = localeOf(language);
  const day: Intl.DateTimeFormatOptions = { day: '2-digit', month: '2-digit', year: 'numeric' };
  const minutes: Intl.DateTimeFormatOptions = {
    ...day,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  };
  const inZone = once(() => new Intl.DateTimeFormat(locale, { ...day, timeZone }));
  const asWritten = once(() => new Intl.DateTimeFormat(locale, { ...day, timeZone: 'UTC' }));
  const shortInZone = once(
    () => new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', timeZone }),
  );
  const shortAsWritten = once(
    () =>
      new Intl.DateTimeFormat(locale, {
        day: '2-digit',
        month: '2-digit',
        timeZone: 'UTC',
      }),
  );
  const toMinutes = once(() => new Intl.DateTimeFormat(locale, minutes));
  const toSeconds = once(() => new Intl.DateTimeFormat(locale, { ...minutes, second: '2-digit' }));
  const toOffset = once(() => new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }));
  const months = once(
    () => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  );
  const numbers = numberFormats(locale);
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const countries = once(() => new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }));

  return {
    ...moneyFormats(locale),
    number: (value, options) => (isNumber(value) ? numbers(options).format(value) : noValue),
    percent: (value) =>
      isNumber(value) ? numbers({ style: 'percent', maximumFractionDigits: 1 }).format(value / 100) : noValue,
    dateTime: (timestamp, { seconds = false } = {}) => {
      const moment = momentOf(timestamp);
      return moment ? (seconds ? toSeconds : toMinutes)().format(moment) : noValue;
    },
    zoneOffset: (timestamp) => {
      const moment = momentOf(timestamp);
      if (!moment) return noValue;
      // `GMT+02:00`, and `GMT` alone without an offset.
      const [, offset] = /GMT(\S+)/.exec(toOffset().format(moment)) ?? [];
      return `UTC${offset ?? '+00:00'}`;
    },
    date: (value) => {
      const moment = momentOf(value);
      return moment ? (isDay(value) ? asWritten : inZone)().format(moment) : noValue;
    },
    shortDate: (value) => {
      const moment = momentOf(value);
      return moment ? (isDay(value) ? shortAsWritten : shortInZone)().format(moment) : noValue;
    },
    month: (year, month) => months().format(new Date(Date.UTC(year, month - 1, 1))),
    relativeTime: (timestamp, now = serverNow()) => {
      const moment = momentOf(timestamp);
      if (!moment) return noValue;
      const [amount, unit] = distance(moment.getTime() - now.getTime());
      return relative().format(amount, unit);
    },
    duration,
    countryName: (code) => nameOf(countries(), code),
    dateLocale: locale,
    timeZone,
  };
}

/** Creates a value when it is first needed: creating an Intl object takes long, and a page uses few of them. */
function once<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
}

function duration(seconds: number | null | undefined): string {
  if (!isNumber(seconds) || seconds < 0) return noValue;
  const whole = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

function nameOf(countries: Intl.DisplayNames, code: Text): string {
  if (!code) return noValue;
  const region = code.toUpperCase() === 'EL' ? 'GR' : code.toUpperCase();
  return /^[A-Z]{2}$/.test(region) ? (countries.of(region) ?? region) : code;
}

const units = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

function distance(milliseconds: number): [number, Intl.RelativeTimeFormatUnit] {
  const unit = units.find(([, length]) => Math.abs(milliseconds) >= length);
  return unit ? [Math.trunc(milliseconds / unit[1]), unit[0]] : [Math.trunc(milliseconds / 1000), 'second'];
}

function momentOf(value: Text): Date | null {
  const moment = value ? new Date(value) : null;
  return moment && !Number.isNaN(moment.getTime()) ? moment : null;
}

function isDay(value: Text): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
