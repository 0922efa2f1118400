import { type CdrQueryInput, callResults } from './cdr.ts';
import type { Period } from './dates.ts';
import { type MessagesQueryInput, messageStatusGroups } from './messages.ts';

/** What names a row of a report: a value for each group, null where the entries have none. */
export type RowKey = Readonly<Record<string, string | null>>;

/** The calls of a row: all, or answered ones. */
export type CallFigure = 'calls' | 'answered';

/**
 * The filters with which the history lists exactly the calls of a report's row; without groups, those of its whole period. Null for
 * a group or result that this release does not know.
 */
export function callsOfCell(key: RowKey, period: Period, figure: CallFigure = 'calls'): CdrQueryInput | null {
  const whole: CdrQueryInput = { start_date: period.start_date, end_date: period.end_date };
  const filters = narrowed(key, whole, (group, value, before) => {
    switch (group) {
      case 'country':
        return value === null ? without(before, group) : { ...before, country: value };
      case 'destination':
        return value === null ? without(before, group) : { ...before, destination: value };
      case 'number_from':
        return value === null ? null : { ...before, caller: value };
      case 'result':
        return callResults.some((known) => known === value) ? { ...before, result: value ?? '' } : null;
      case 'hour':
        return value === null ? null : { ...before, ...hourOf(value, period) };
      default:
        return daysOfGroup(group, value, before);
    }
  });
  return filters !== null && figure === 'answered' ? { ...filters, duration_from: 1 } : filters;
}

const sent = messageStatusGroups.filter((group) => group !== 'received').join(',');

/** The status filter of each figure: messages are those that were sent, `all` includes received ones. */
const statusesOfFigure = {
  all: undefined,
  messages: sent,
  delivered: 'delivered',
  undelivered: 'undelivered',
  expired: 'expired',
  rejected: 'rejected',
  failed: 'failed',
  pending: 'pending',
  received: 'received',
  notDelivered: 'undelivered,expired,rejected,failed',
} as const satisfies Record<string, string | undefined>;
export type MessageFigure = keyof typeof statusesOfFigure;

/** As `callsOfCell`, for the messages of a figure of a row. */
export function messagesOfCell(
  key: RowKey,
  period: Period,
  figure: MessageFigure,
): MessagesQueryInput | null {
  const whole: MessagesQueryInput = {
    start_date: period.start_date,
    end_date: period.end_date,
    status: statusesOfFigure[figure],
  };
  return narrowed(key, whole, (group, value, before) => {
    switch (group) {
      case 'country':
        return value === null ? without(before, group) : { ...before, country: value };
      case 'operator':
        return value === null ? without(before, group) : { ...before, operator: value };
      case 'campaign':
        return value === null ? without(before, group) : { ...before, campaign: value };
      case 'sender':
        // Grouped by sender, the report is without received messages.
        if (value === null || figure === 'received') return null;
        return { ...before, sender: value, status: before.status ?? sent };
      default:
        return daysOfGroup(group, value, before);
    }
  });
}

/** An empty value would count as no filter. */
function narrowed<Filters>(
  key: RowKey,
  whole: Filters,
  narrow: (group: string, value: string | null, filters: Filters) => Filters | null,
): Filters | null {
  return Object.entries(key).reduce<Filters | null>(
    (filters, [group, value]) => (filters === null || value === '' ? null : narrow(group, value, filters)),
    whole,
  );
}

function without<Filters extends { without?: unknown }>(filters: Filters, group: string): Filters {
  const others = typeof filters.without === 'string' ? `${filters.without},` : '';
  return { ...filters, without: `${others}${group}` };
}

/** The days of a day, week or month, which may reach beyond the period. */
function daysOfGroup<Filters extends { start_date?: unknown; end_date?: unknown }>(
  group: string,
  value: string | null,
  filters: Filters,
): Filters | null {
  if (value === null) return null;
  if (group === 'day') return within(filters, value, value);
  if (group === 'week') return within(filters, value, dayAfter(value, 6));
  if (group !== 'month') return null;
  const first = `${value.slice(0, 7)}-01`;
  return within(filters, first, dayAfter(`${dayAfter(first, 31).slice(0, 7)}-01`, -1));
}

function within<Filters extends { start_date?: unknown; end_date?: unknown }>(
  filters: Filters,
  first: string,
  last: string,
): Filters {
  const start = String(filters.start_date);
  const end = String(filters.end_date);
  return { ...filters, start_date: first > start ? first : start, end_date: last < end ? last : end };
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

const hourMs = 3_600_000;

/** The moments of the hour on the clock that begins at `start`, or where the clock was changed within it, inside the period. */
function hourOf(
  start: string,
  { start_utc, end_utc, timezone }: Period,
): { start_time: string; end_time: string } {
  const passedMs = Number(minutesIn(timezone).format(Date.parse(start))) * 60_000;
  const from = Math.max(Date.parse(start), Date.parse(start_utc));
  const until = Math.min(Date.parse(start) + hourMs - passedMs, Date.parse(end_utc));
  return { start_time: new Date(from).toISOString(), end_time: new Date(until).toISOString() };
}

const minuteFormats = new Map<string, Intl.DateTimeFormat>();

/** A report has two cells in each of its rows, and creating a format takes long on a phone. */
function minutesIn(timeZone: string): Intl.DateTimeFormat {
  const format =
    minuteFormats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, minute: 'numeric' });
  minuteFormats.set(timeZone, format);
  return format;
}
