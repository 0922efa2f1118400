import { parse } from 'csv-parse/sync';
import * as v from 'valibot';
import { OperatorError } from '../errors/operator-error.ts';

export interface CsvRecord {
  /** Of the file, from 1. */
  line: number;
  fields: string[];
}

const recordsSchema = v.array(
  v.object({ record: v.array(v.string()), info: v.object({ lines: v.number() }) }),
);
const options = {
  bom: true,
  info: true,
  relax_column_count: true,
  skip_empty_lines: true,
  trim: true,
} as const;

/** Splits a CSV file into its records, the header included, whatever their number of fields. Throws OperatorError if it is no CSV. */
export function csvRecords(text: string): CsvRecord[] {
  try {
    // With `info`, the parser returns more than its types say.
    const records = v.parse(recordsSchema, parse(text, options));
    return records.map(({ record, info }) => ({ line: info.lines, fields: record }));
  } catch (error) {
    throw new OperatorError(`The file is no CSV: ${error instanceof Error ? error.message : error}`);
  }
}
