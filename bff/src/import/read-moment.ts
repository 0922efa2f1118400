import { dateSchema } from '@portal/contract/dates';
import * as v from 'valibot';
import { LineFault, shown } from './line-fault.ts';
import { readLocalTime } from './local-time.ts';

/**
 * Reads a time to milliseconds: RFC 3339 with its zone, a local time with a space or T between date and clock, or seconds or
 * milliseconds since 1970. Throws LineFault.
 */
export function readMoment(field: string, text: string, timezone: string): number {
  if (/^\d{10}$/.test(text)) return Number(text) * 1000;
  if (/^\d{13}$/.test(text)) return Number(text);
  const [, date = '', clock = '', fraction = '', zone] =
    /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})?$/.exec(text) ?? [];
  if (zone === undefined) {
    const local = date === '' ? text : `${date} ${clock}`;
    return readLocalTime(field, local, timezone) + Math.floor(Number(`0${fraction}`) * 1000);
  }
  const ms = Date.parse(`${date}T${clock}${fraction}${zone}`);
  // JavaScript reads 30 February as 1 March, and 24:00 as the next day.
  if (Number.isNaN(ms) || !v.is(dateSchema, date) || clock.startsWith('24'))
    throw new LineFault(`${field} is not a date and time: "${shown(text)}"`);
  return ms;
}
