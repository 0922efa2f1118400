import * as v from 'valibot';
import { parameter } from './query-value.ts';
import { issueOf } from './request.ts';
import { maybe } from './response-member.ts';

/** A moment, RFC 3339 in UTC: `2026-11-21T07:30:11Z`, fractions of a second allowed. */
export const timestampSchema = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/),
  v.check((text) => isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))),
);

/** A calendar day, `YYYY-MM-DD`. */
export const dateSchema = v.pipe(v.string(), v.check(isDay));

/**
 * A day in a query, from 1970 to 2999: `YYYY-MM-DD`, `yyyy.MM.dd`, or the day part of a timestamp. Gives the first form. Time
 * zones and the preceding period move it by up to a year, which every database must still be able to write.
 */
export const dayParameterSchema = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/^(\d{4})[.-](\d{2})[.-](\d{2})(?:T.{0,40})?$/, '$1-$2-$3')),
  v.check((text) => isDay(text) && text >= '1970' && text < '3000', 'bad_parameter'),
  v.string(),
);

/** An IANA time zone name of a place, such as `Europe/Tallinn`, or `UTC`. */
export const timezoneSchema = v.config(
  v.pipe(
    v.string('timezone_required'),
    v.nonEmpty('timezone_required'),
    v.check(isTimezone, 'timezone_invalid'),
  ),
  { abortPipeEarly: true },
);

/** The interval an answer is about: both days inclusive, in the account's time zone; `end_utc` is exclusive. */
export const periodSchema = v.object({
  start_date: dateSchema,
  end_date: dateSchema,
  timezone: v.string(),
  start_utc: timestampSchema,
  end_utc: timestampSchema,
});
export type Period = v.InferOutput<typeof periodSchema>;

/** The period of calls or messages, of which older ones have been deleted. */
export const trafficPeriodSchema = v.object(
  v.entriesFromObjects([
    periodSchema,
    v.object({
      /** Set if the period begins earlier: what happened before this moment is deleted, and may be missing in lists and sums. */
      deleted_before: maybe(timestampSchema),
    }),
  ]),
);
export type TrafficPeriod = v.InferOutput<typeof trafficPeriodSchema>;

/** How long records of calls and messages are stored: the agreement promises it. */
export const storedMonths = 13;

/** Most days that one query may ask for: a history's are all that are stored. */
export const maxHistoryDays = 400;
export const maxReportDays = 366;

/** The two parameters of a period; both inclusive. */
export const periodEntries = {
  start_date: parameter(dayParameterSchema),
  end_date: parameter(dayParameterSchema),
};

/** A moment in a query, from 1970 to 2999, RFC 3339 in UTC. */
const momentParameterSchema = v.pipe(
  v.string(),
  v.regex(/^(?:19[7-9]\d|2\d{3})-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?Z$/, 'bad_parameter'),
  v.check((text) => isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)), 'bad_parameter'),
);

/**
 * The period of a history: days, or moments for a part of a day, such as an hour of a report. With both moments days are ignored;
 * `end_time` is exclusive, so it is after `start_time`.
 */
export const historyPeriodEntries = {
  ...periodEntries,
  start_time: parameter(momentParameterSchema),
  end_time: parameter(momentParameterSchema),
};

interface PeriodQuery {
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/**
 * The rule of a query's period: `range_invalid` when it ends before it starts, `range_too_long` beyond `maxDays`.
 * A period that is open on a side is for the server to close and to measure.
 */
/* @__NO_SIDE_EFFECTS__ */
export function periodRule<Query extends PeriodQuery>(maxDays: number) {
  return v.rawCheck<Query>(({ dataset, addIssue }) => {
    const { start_date: start, end_date: end } = dataset.typed ? dataset.value : {};
    if (start === undefined || end === undefined) return;
    const days = daysOf(start, end);
    const message = days < 1 ? 'range_invalid' : days > maxDays ? 'range_too_long' : null;
    if (message !== null) addIssue({ ...issueOf('start_date', start, message), expected: String(maxDays) });
  });
}

/** How many days there are from `start` to `end`, both included. */
export function daysOf(start: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000) + 1;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isTimezone(name: string): boolean {
  if (name === 'UTC') return true;
  // Intl also takes offsets such as +02:00, which know no summer time, and abbreviations, which databases read differently.
  if (!/^[A-Za-z_]{2,32}(?:\/[A-Za-z0-9_+-]{1,32}){1,2}$/.test(name)) return false;
  // Former names that databases no longer have.
  if (/^systemv\/|^us\/pacific-new$/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
