import { countryCodes } from '@portal/contract/country';
import * as v from 'valibot';
import { OperatorError } from '../../errors/operator-error.ts';
import { csvRecords } from '../../staff/csv-records.ts';
import type { PriceRow } from './rating.ts';

/** A price with up to six decimals. */
export const priceSchema = v.pipe(v.string(), v.regex(/^\d{1,8}(\.\d{1,6})?$/, 'is no price such as 0.0120'));
const seconds = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,3}$/, 'is no number of seconds such as 60'),
  v.transform(Number),
);

/** The columns of a file for calls, in any order. */
const rowSchema = v.object({
  prefix: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, 'is no prefix such as 4915, without plus sign')),
  country: v.picklist(countryCodes, 'is no country such as de'),
  destination: v.pipe(v.string(), v.nonEmpty('is empty'), v.maxLength(80, 'is longer than 80 characters')),
  number_type: v.picklist(
    ['fixed', 'mobile', 'toll_free', 'premium', 'shared', 'voip', 'satellite', 'unknown'],
    'is no type of number such as mobile',
  ),
  rate_initial_interval: seconds,
  rate_initial: priceSchema,
  rate_next_interval: seconds,
  rate_next: priceSchema,
  fee: priceSchema,
}) satisfies v.GenericSchema<unknown, PriceRow>;

export interface PriceFile<Price> {
  prices: Price[];
  /** What is wrong, with the number of its line. */
  faults: string[];
}

/** Reads a CSV file of prices for calls with a header. Throws OperatorError if it is no such file. */
export function readPriceFile(text: string): PriceFile<PriceRow> {
  return readRows(text, rowSchema, ({ prefix }) => `prefix ${prefix}`);
}

/**
 * Reads a CSV file with a header; `nameOf` says what a row prices, which must be different for each. Throws OperatorError if columns are
 * missing.
 */
export function readRows<Price>(
  text: string,
  schema: v.ObjectSchema<v.ObjectEntries, undefined> & v.GenericSchema<unknown, Price>,
  nameOf: (row: Price) => string,
): PriceFile<Price> {
  const [first, ...records] = csvRecords(text);
  const header = first?.fields ?? [];
  const missing = Object.keys(schema.entries).filter((column) => !header.includes(column));
  if (missing.length > 0) throw new OperatorError(`The file lacks the columns ${missing.join(', ')}.`);
  const lineOf = new Map<string, number>();
  const file: PriceFile<Price> = { prices: [], faults: [] };
  for (const { line, fields } of records) {
    const row = Object.fromEntries(header.map((column, index) => [column, fields[index]?.trim()]));
    const parsed = v.safeParse<v.GenericSchema<unknown, Price>>(schema, row);
    if (fields.length !== header.length) {
      file.faults.push(`line ${line}: expected ${header.length} columns, found ${fields.length}`);
    } else if (!parsed.success) {
      for (const issue of parsed.issues) {
        const column = v.getDotPath(issue) ?? '';
        file.faults.push(`line ${line}: ${column} "${row[column] ?? ''}" ${issue.message}`);
      }
    } else {
      const name = nameOf(parsed.output);
      const earlier = lineOf.get(name);
      if (earlier !== undefined) file.faults.push(`line ${line}: ${name} stands in line ${earlier}, too`);
      else file.prices.push(parsed.output);
      lineOf.set(name, earlier ?? line);
    }
  }
  file.faults.push(...faultsOfEnd(text, records.at(-1)));
  if (file.prices.length === 0 && file.faults.length === 0)
    throw new OperatorError('The file has no prices.');
  return file;
}

/** A cut price is a valid one, such as 0.01 of 0.0125. */
function faultsOfEnd(text: string, last: { line: number } | undefined): string[] {
  if (last === undefined || /[\r\n]$/.test(text)) return [];
  return [
    `line ${last.line}: it has no line end, so the file may have been cut in it: copy it again, or add a line end if it is complete`,
  ];
}
