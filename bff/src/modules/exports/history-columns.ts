import { type Language, localeOf } from '@portal/contract/language';
import { DateTime } from 'luxon';
import type { CellKind } from '../../spreadsheet/xlsx.ts';
import { documentTexts } from '../documents/document-texts.ts';

/** What an exported file is made of. Render processes receive it. */
export interface ExportFile {
  history: 'calls' | 'messages';
  format: 'csv' | 'xlsx';
  language: Language;
  timezone: string;
  currency: string;
}

/** The file of a history, in the language and the time zone of an account. */
export function fileOf(
  { language, timezone }: Pick<ExportFile, 'language' | 'timezone'>,
  { currency }: { currency: string },
  { kind, format }: { kind: ExportFile['history']; format: ExportFile['format'] },
): ExportFile {
  return { history: kind, format, language, timezone, currency };
}

/** The columns of the database that a row has, in this order. Amounts are text, so that no digit is lost. */
export const exportedFields = {
  calls: [
    'started',
    'direction',
    'number_from',
    'number_to',
    'country',
    'destination',
    'result',
    'duration_seconds',
    'billed_seconds',
    'pdd_ms',
    'price',
    'cdr_id',
    'call_id',
  ],
  messages: [
    'created',
    'direction',
    'sender',
    'recipient',
    'country',
    'operator',
    'status',
    'parts',
    'price',
    'error_code',
    'message_id',
    'client_ref',
  ],
} as const satisfies Record<ExportFile['history'], readonly string[]>;

export type Value = string | number | null;
/** The values of rows, field by field: parsed and written that way, they take half as long as row by row. */
export type HistoryValues = readonly (readonly Value[] | null)[];

export interface HistoryColumn {
  heading: string;
  kind: CellKind;
  /** The place of its field. */
  field: number;
  /** What the file has of a value of the field. Moments are milliseconds of the wall clock, in whole seconds. */
  convert?: (value: Value) => Value;
  /** The same as a field of CSV, which needs no quotes. For what each row has another value of. */
  write?: (value: string) => string;
}

/** The columns of a file, in the language and the time zone of the account. */
export function historyColumns({ history, language, timezone, currency }: ExportFile): HistoryColumn[] {
  const { columns, directions, results, statuses } = documentTexts(language).histories;
  const minuteOf = wallMinutes(timezone);
  const countries = new Intl.DisplayNames(localeOf(language), { type: 'region' });
  const countryNames = new Map<string, string>();
  const countryOf = (code: string) => {
    const known = countryNames.get(code);
    if (known !== undefined) return known;
    const name = /^[a-z]{2}$/i.test(code) ? (countries.of(code.toUpperCase()) ?? code) : code;
    countryNames.set(code, name);
    return name;
  };
  const fields: readonly string[] = exportedFields[history];
  const column = (name: keyof typeof columns, kind: CellKind, field: string): HistoryColumn => {
    return { heading: columns[name], kind, field: fields.indexOf(field) };
  };
  const words = (name: keyof typeof columns, field: string, wordOf: (value: string) => string) => {
    const convert = (value: Value) => (typeof value === 'string' ? wordOf(value) : value);
    return { ...column(name, 'text', field), convert };
  };
  const time = [
    {
      heading: `${columns.time} (${timezone})`,
      kind: 'moment',
      field: 0,
      convert: (value) => minuteOf(String(value)).startMs + Number(String(value).slice(17, 19)) * 1000,
      write: (value) => `${minuteOf(value).text}:${value.slice(17, 19)}`,
    },
    {
      heading: columns.offset,
      kind: 'text',
      field: 0,
      convert: (value) => minuteOf(String(value)).offset,
      write: (value) => minuteOf(value).offset,
    },
    words('direction', 'direction', wordOf(directions)),
  ] as const satisfies HistoryColumn[];
  const price = [
    column('price', 'amount', 'price'),
    {
      heading: columns.currency,
      kind: 'text',
      field: 0,
      convert: () => currency.toUpperCase(),
      write: () => currency.toUpperCase(),
    },
  ] as const satisfies HistoryColumn[];
  const byHistory = {
    calls: () => [
      ...time,
      column('from', 'text', 'number_from'),
      column('to', 'text', 'number_to'),
      words('country', 'country', countryOf),
      column('destination', 'text', 'destination'),
      words('result', 'result', wordOf(results)),
      column('duration', 'count', 'duration_seconds'),
      column('billed', 'count', 'billed_seconds'),
      column('postDialDelay', 'count', 'pdd_ms'),
      ...price,
      column('id', 'text', 'cdr_id'),
      column('callId', 'text', 'call_id'),
    ],
    messages: () => [
      ...time,
      column('from', 'text', 'sender'),
      column('to', 'text', 'recipient'),
      words('country', 'country', countryOf),
      column('operator', 'text', 'operator'),
      words('status', 'status', wordOf(statuses)),
      column('parts', 'count', 'parts'),
      ...price,
      column('error', 'text', 'error_code'),
      column('id', 'text', 'message_id'),
      column('reference', 'text', 'client_ref'),
    ],
  };
  return byHistory[history]();
}

function wordOf(words: Readonly<Record<string, string>>): (value: string) => string {
  return (value) => words[value] ?? value;
}

interface WallMinute {
  /** The beginning on the wall clock. */
  startMs: number;
  /** `2026-10-25 03:30` */
  text: string;
  offset: string;
}

/**
 * Returns the minute of a moment, `2026-10-25T00:30:00.9+00:00`, on the clock of a zone. The last one is saved: rows come in the order of
 * time.
 */
function wallMinutes(zone: string): (moment: string) => WallMinute {
  const offsetAt = zoneOffsets(zone);
  let [lastText, last]: [string, WallMinute | undefined] = ['', undefined];
  return (moment) => {
    const text = moment.slice(0, 16);
    if (last !== undefined && text === lastText) return last;
    const utcMs = Date.parse(`${text}Z`);
    const minutes = offsetAt(utcMs);
    const startMs = utcMs + minutes * 60_000;
    const wall = new Date(startMs).toISOString().slice(0, 16).replace('T', ' ');
    [lastText, last] = [text, { startMs, text: wall, offset: offsetText(minutes) }];
    return last;
  };
}

/** All offsets change at a quarter of an hour in UTC. */
const quarterMs = 15 * 60_000;

/** Of each zone and quarter, because a process writes many portions: a year has 35,000 quarters. */
const offsetsByZone = new Map<string, Map<number, number>>();

/** Returns the offset of a zone in minutes. */
function zoneOffsets(zone: string): (moment: number) => number {
  const offsets = offsetsByZone.get(zone) ?? new Map<number, number>();
  offsetsByZone.set(zone, offsets);
  return (moment) => {
    const quarter = Math.floor(moment / quarterMs);
    const known = offsets.get(quarter);
    if (known !== undefined) return known;
    const { offset } = DateTime.fromMillis(quarter * quarterMs, { zone });
    offsets.set(quarter, offset);
    return offset;
  };
}

/** `UTC+05:45`: with its letters no spreadsheet reads it as a number. */
function offsetText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
