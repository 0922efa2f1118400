import { setImmediate as nextTurn } from 'node:timers/promises';
import { printable } from '../errors/terminal-text.ts';
import { LineFault } from './line-fault.ts';
import type { SourcePart, SourceRecord } from './read-records.ts';
import type { Fault } from './rejects-file.ts';

/** Throws LineFault. */
export type Convert<Row> = (text: string) => ConvertedRow<Row>;

export interface Rating<Row> {
  /** What it was prepared from, in a form that changes with it. */
  state: string;
  convert: Convert<Row>;
}

export interface ReadRow<Row> extends ConvertedRow<Row> {
  record: SourceRecord;
}

export interface ConvertedRow<Row> {
  row: Row;
  isUnrated?: boolean;
  isFarFromUniqueId?: boolean;
}

export interface ConvertedPart<Row> {
  rating: Rating<Row>;
  read: number;
  rows: readonly ReadRow<Row>[];
  faults: readonly Fault[];
}

/** Records that are converted before the database gets its turn: a few milliseconds. */
const recordsPerTurn = 100;

/** A number that was cut is another number: the call would be charged, and again when the whole file is imported. */
const withoutEnd =
  'the last line has no line end, so the file may have been cut: copy it again, or add a line end if it is complete';

/**
 * Converts the records of a part; those that cannot be read are faults. The part before is written at the same time, statement by
 * statement: each of them is sent between two turns.
 */
export async function convertPart<Row>(
  part: SourcePart,
  rating: Rating<Row>,
  header: string | undefined,
): Promise<ConvertedPart<Row>> {
  const rows: ReadRow<Row>[] = [];
  const faults: Fault[] = [];
  for (const [index, record] of part.records().entries()) {
    if (index % recordsPerTurn === 0) await nextTurn();
    // Blank lines may precede it. It is no record anywhere: it has names where values belong.
    if (record.text === header) continue;
    try {
      if (record.hasNoEnd === true) throw new LineFault(withoutEnd);
      rows.push({ ...rating.convert(record.text), record });
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      faults.push(faultOf(record, error.message));
    }
  }
  return { rating, read: rows.length + faults.length, rows, faults };
}

/** Returns a fault that a terminal can show: reasons contain texts of strangers. */
export function faultOf(record: SourceRecord, reason: string): Fault {
  return { record, reason: printable(reason, 1_000) };
}
