import { parse } from 'csv-parse/sync';
import { DateTime } from 'luxon';

/** The columns of Asterisk's Master.csv, module cdr_csv with loguniqueid and loguserfield switched on. */
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

type Column = (typeof masterColumns)[number];

export type MasterLine = Readonly<Record<Column, string>>;

/** A line that is left out, with what is wrong with it, for the person who has the file. */
export class LineFault extends Error {}

/**
 * Reads one line. Asterisk quotes texts and doubles quotes within them; numbers and empty times stand bare. It never
 * writes a line break into a field, so each line is read by itself: a damaged one cannot swallow those after it.
 */
export function readMasterLine(text: string): MasterLine {
  const fields = split(text);
  if (fields.length !== masterColumns.length) {
    const hint =
      fields.length === 16 || fields.length === 17
        ? '; switch on loguniqueid and loguserfield in cdr.conf'
        : '';
    throw new LineFault(`expected ${masterColumns.length} columns, found ${fields.length}${hint}`);
  }
  const field = (column: Column) => fields[masterColumns.indexOf(column)]?.trim() ?? '';
  return {
    accountcode: field('accountcode'),
    src: field('src'),
    dst: field('dst'),
    dcontext: field('dcontext'),
    clid: field('clid'),
    channel: field('channel'),
    dstchannel: field('dstchannel'),
    lastapp: field('lastapp'),
    lastdata: field('lastdata'),
    start: field('start'),
    answer: field('answer'),
    end: field('end'),
    duration: field('duration'),
    billsec: field('billsec'),
    disposition: field('disposition'),
    amaflags: field('amaflags'),
    uniqueid: field('uniqueid'),
    userfield: field('userfield'),
  };
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
 * A time of Asterisk's, `2026-11-21 08:58:12` without a zone, as milliseconds. In the hour that clocks repeat the reading
 * closest to `nearMs` counts, the first one if nothing is known. A time that the clocks skip cannot have been written.
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

/** The second in which the channel was made, which Asterisk writes into its unique ids: `pbx-1763708292.42`. */
export function epochOfUniqueId(uniqueId: string): number | undefined {
  const [, seconds] = /(?:^|-)(\d{9,10})\.\d+$/.exec(uniqueId) ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
