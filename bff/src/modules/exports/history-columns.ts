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

type Value = string | number | null;
/** A row as JSON. */
export type HistoryRow = readonly Value[];

export interface HistoryColumn {
  heading: string;
  kind: CellKind;
  /** Moments are milliseconds of the wall clock. */
  read: (row: HistoryRow) => Value;
}

/** The columns of a file, in the language and the time zone of the account. */
export function historyColumns({ history, language, timezone, currency }: ExportFile): HistoryColumn[] {
  const { columns, directions, results, statuses } = documentTexts(language).histories;
  const offsetAt = zoneOffsets(timezone);
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
    const index = fields.indexOf(field);
    return { heading: columns[name], kind, read: (row) => row[index] ?? null };
  };
  const words = (name: keyof typeof columns, field: string, wordOf: (value: string) => string) => {
    const { read, ...rest } = column(name, 'text', field);
    const named = (value: Value) => (typeof value === 'string' ? wordOf(value) : value);
    return { ...rest, read: (row: HistoryRow) => named(read(row)) };
  };
  const moment = (row: HistoryRow) => Date.parse(String(row[0]));
  const time = [
    {
      heading: `${columns.time} (${timezone})`,
      kind: 'moment',
      read: (row) => moment(row) + offsetAt(moment(row)) * 60_000,
    },
    { heading: columns.offset, kind: 'text', read: (row) => offsetText(offsetAt(moment(row))) },
    words('direction', 'direction', wordOf(directions)),
  ] as const satisfies HistoryColumn[];
  const price = [
    column('price', 'amount', 'price'),
    { heading: columns.currency, kind: 'text', read: () => currency.toUpperCase() },
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
