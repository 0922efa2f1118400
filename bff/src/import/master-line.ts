import { parse } from 'csv-parse/sync';

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
