import { daysOf, type Period, storedMonths } from '@portal/contract/dates';
import { DateTime } from 'luxon';
import { HttpError } from '../errors/http-error.ts';
import { dayStart } from './local-time.ts';

interface PeriodQuery {
  start_date?: string | undefined;
  end_date?: string | undefined;
  start_time?: string | undefined;
  end_time?: string | undefined;
}

interface PeriodRules {
  /** The account's time zone, in which days begin and end. */
  timezone: string;
  /** The period when no day is given. */
  open: 'last_24_hours' | 'this_month' | 'last_12_months' | 'stored';
  maxDays: number;
  now?: Date;
}

/** Returns the period of a list in UTC. Days are in the account's time zone; clock changes make 23 or 25 hours. */
export function resolvePeriod(query: PeriodQuery, rules: PeriodRules): Period {
  const now = DateTime.fromJSDate(rules.now ?? new Date(), { zone: rules.timezone });
  const { start_time, end_time } = query;
  if (start_time !== undefined && end_time !== undefined) return momentsOf(start_time, end_time, rules);
  if (query.start_date === undefined && query.end_date === undefined && rules.open === 'last_24_hours') {
    return periodOf(now.minus({ hours: 24 }), now);
  }
  const today = now.startOf('day');
  const start = query.start_date === undefined ? undefined : day(query.start_date, rules.timezone);
  const end = query.end_date === undefined ? undefined : day(query.end_date, rules.timezone);
  const last = end ?? (start !== undefined && start > today ? start : today);
  const first = start ?? openStart(last, rules.open);

  const [startDate, endDate] = [isoDay(first), isoDay(last)];
  if (startDate > endDate) throw new HttpError('range_invalid', { params: { field: 'end_date' } });
  if (daysOf(startDate, endDate) > rules.maxDays) {
    throw new HttpError('range_too_long', { params: { field: 'start_date', max_days: rules.maxDays } });
  }
  return {
    start_date: startDate,
    end_date: endDate,
    timezone: rules.timezone,
    start_utc: utc(dayStart(startDate, rules.timezone)),
    end_utc: utc(dayStart(isoDay(last.plus({ days: 1 })), rules.timezone)),
  };
}

/** Returns the period of equal length before the given one. */
export function precedingPeriod(period: Period): Pick<Period, 'start_utc' | 'end_utc'> {
  const start = DateTime.fromISO(period.start_date, { zone: period.timezone });
  const days = daysOf(period.start_date, period.end_date);
  return {
    start_utc: utc(dayStart(isoDay(start.minus({ days })), period.timezone)),
    end_utc: period.start_utc,
  };
}

/** A period of moments, which need not be whole days. */
function momentsOf(startTime: string, endTime: string, { timezone, maxDays }: PeriodRules): Period {
  const [start, end] = [startTime, endTime].map((time) => DateTime.fromISO(time, { zone: timezone }));
  if (start === undefined || end === undefined || start >= end) {
    throw new HttpError('range_invalid', { params: { field: 'end_time' } });
  }
  if (end.diff(start, 'days').days > maxDays) {
    throw new HttpError('range_too_long', { params: { field: 'start_time', max_days: maxDays } });
  }
  return periodOf(start, end);
}

function periodOf(start: DateTime, end: DateTime): Period {
  return {
    start_date: isoDay(start),
    end_date: isoDay(end),
    timezone: end.zoneName ?? 'UTC',
    start_utc: utc(start),
    end_utc: utc(end),
  };
}

function openStart(last: DateTime, open: PeriodRules['open']): DateTime {
  if (open === 'this_month') return last.startOf('month');
  if (open === 'stored') return last.minus({ months: storedMonths });
  if (open === 'last_12_months') return last.minus({ years: 1 }).plus({ days: 1 });
  return last;
}

function day(date: string, zone: string): DateTime {
  return DateTime.fromISO(date, { zone }).startOf('day');
}

function isoDay(moment: DateTime): string {
  return moment.toISODate() ?? '';
}

function utc(moment: DateTime): string {
  return moment.toUTC().toISO({ suppressMilliseconds: true }) ?? '';
}
