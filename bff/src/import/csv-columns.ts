import { ImportError } from './import-error.ts';
import { LineFault } from './line-fault.ts';
import { splitCsv } from './split-csv.ts';

export interface CsvOptions {
  delimiter: string;
  /** The columns of fields that have other names in the file. */
  columns: Readonly<Record<string, string>>;
}

/** The values of a line by field; empty for a field that has no column. */
export type CsvRow<Field extends string> = (field: Field) => string;

/**
 * Reads the header of a CSV file and returns a function that reads its other lines. A field is in the column that
 * `columns` names, or else in the one with its own name. Throws ImportError if a required field has none, or the line is no header.
 */
export function readHeader<Field extends string>(
  header: string,
  { delimiter, columns }: CsvOptions,
  fields: readonly Field[],
  required: readonly Field[],
): (line: string) => CsvRow<Field> {
  const names = namesOf(header, delimiter);
  for (const field of Object.keys(columns)) {
    if (!fields.some((known) => known === field))
      throw new ImportError(`There is no field ${field}. The fields are ${fields.join(', ')}.`);
  }
  const indexes = new Map<Field, number>();
  for (const field of fields) {
    const column = columns[field] ?? field;
    const index = names.indexOf(column.toLowerCase());
    indexes.set(field, index);
    if (index !== names.lastIndexOf(column.toLowerCase()))
      throw new ImportError(
        `The file has more than one column "${column}". Rename those that do not have ${field}.`,
      );
    if (index === -1 && (columns[field] !== undefined || required.includes(field)))
      throw new ImportError(
        `The file has no column "${column}" for ${field}. Its columns are ${names.join(', ')}. Name another with --column ${field}=….`,
      );
  }
  return (line) => {
    const values = splitCsv(line, delimiter);
    if (values.length !== names.length)
      throw new LineFault(`expected ${names.length} columns, found ${values.length}`);
    return (field) => values[indexes.get(field) ?? -1] ?? '';
  };
}

function namesOf(header: string, delimiter: string): string[] {
  try {
    return splitCsv(header, delimiter).map((name) => name.toLowerCase());
  } catch (error) {
    if (!(error instanceof LineFault)) throw error;
    throw new ImportError(`The first line names no columns: ${error.message}. Is the file compressed?`);
  }
}
