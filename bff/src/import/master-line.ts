import { parse } from 'csv-parse/sync';
import { DateTime } from 'luxon';
import * as v from 'valibot';

/** The columns of Asterisk's Master.csv: module cdr_csv with loguniqueid and loguserfield enabled. */
export const masterColumns = [
  'accountcode',
  'src',
  'dst',
  'dcontext',
  'clid',
  'channel',
  'dstchannel',
  'lastapp',
  'lastdata',
  'start',
  'answer',
  'end',
  'duration',
  'billsec',
  'disposition',
  'amaflags',
  'uniqueid',
  'userfield',
] as const;

const lineSchema = v.object(v.entriesFromList(masterColumns, v.string()));
export type MasterLine = v.InferOutput<typeof lineSchema>;

/** An invalid line that is skipped; its message says what is wrong. */
export class LineFault extends Error {}

/**
 * Parses one line. Asterisk quotes texts and doubles quotes within them; numbers and empty times are not quoted. It
 * never writes a line break into a field, so each line is parsed separately: a damaged line does not affect the next
 * ones. Control characters are dropped: callers choose their names, the database stores no NUL, and a terminal that lists
 * faults obeys escapes.
 */
export function readMasterLine(text: string): MasterLine {
  const fields = split(text.replace(/[^\P{Cc}\t]/gu, ''));
  if (fields.length !== masterColumns.length) {
    const hint =
      fields.length === 16 || fields.length === 17
        ? '; switch on loguniqueid and loguserfield in cdr.conf'
        : '';
    throw new LineFault(`expected ${masterColumns.length} columns, found ${fields.length}${hint}`);
  }
  return v.parse(
    lineSchema,
    Object.fromEntries(masterColumns.map((column, index) => [column, fields[index]?.trim()])),
  );
}

function split(text: string): string[] {
  try {
    const records: string[][] = parse(text, { relax_column_count: true });
    return records[0] ?? [];
  } catch {
    throw new LineFault('the quotes do not match');
  }
}

const format = 'yyyy-MM-dd HH:mm:ss';

/**
 * Parses Asterisk's local time `2026-11-21 08:58:12` to milliseconds. In the hour that clocks repeat, the reading
 * closest to `nearMs` counts, or the first one without it. Throws LineFault for a time that the clocks skip.
 */
export function readLocalTime(field: string, text: string, zone: string, nearMs?: number): number {
  const time = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)
    ? DateTime.fromFormat(text, format, { zone })
    : undefined;
  if (time === undefined || !time.isValid) {
    throw new LineFault(
      text === '' ? `${field} is missing` : `${field} is not a date and time: "${text.slice(0, 40)}"`,
    );
  }
  if (time.toFormat(format) !== text)
    throw new LineFault(`${field} ${text} does not exist in ${zone}: the clocks skip it`);
  const readings = time
    .getPossibleOffsets()
    .map((reading) => reading.toMillis())
    .sort((a, b) => a - b);
  const distance = (reading: number) => (nearMs === undefined ? 0 : Math.abs(reading - nearMs));
  return readings.reduce(
    (best, reading) => (distance(reading) < distance(best) ? reading : best),
    readings[0] ?? 0,
  );
}

/** Returns the time in milliseconds from Asterisk's unique id, such as `pbx-1763708292.42`. */
export function epochOfUniqueId(uniqueId: string): number | undefined {
  const [, seconds] = /(?:^|-)(\d{9,10})\.\d+$/.exec(uniqueId) ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
