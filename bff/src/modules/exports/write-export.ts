import {
  byteOrderMark,
  type CsvDialect,
  csvDecimal,
  csvDialect,
  csvLine,
  csvText,
  csvTextField,
} from '../../spreadsheet/csv.ts';
import { type CellKind, xlsxStream, xlsxText } from '../../spreadsheet/xlsx.ts';
import { documentTexts } from '../documents/document-texts.ts';
import {
  type ExportFile,
  type HistoryColumn,
  type HistoryValues,
  historyColumns,
  type Value,
} from './history-columns.ts';

/** Rows that are written before the next ones: their fields are garbage before the collector would copy them. */
const batchRows = 500;

/** The first line of a file, and a function that writes lines. */
export function csvOf(file: ExportFile): { head: string; lines: (values: HistoryValues) => Buffer } {
  const dialect = csvDialect(file.language);
  const { delimiter } = dialect;
  const columns = historyColumns(file);
  const headings = columns.map(({ heading }) => csvText(heading));
  const linesOf = (values: HistoryValues, from: number): Buffer => {
    const [first = [], ...others] = columns.map((column) =>
      csvFields(column, (values[column.field] ?? []).slice(from, from + batchRows), dialect),
    );
    let text = '';
    for (let index = 0; index < first.length; index += 1) {
      text += first[index];
      for (const fields of others) text += delimiter + fields[index];
      text += '\r\n';
    }
    return Buffer.from(text);
  };
  return {
    head: byteOrderMark + csvLine(headings, dialect),
    lines: (values) => {
      const batches: Buffer[] = [];
      for (let from = 0; from < (values[0]?.length ?? 0); from += batchRows)
        batches.push(linesOf(values, from));
      return Buffer.concat(batches);
    },
  };
}

/** The values of a column as fields. A loop for each kind, because one for all would call another function for each value. */
function csvFields(
  { kind, convert, write }: HistoryColumn,
  values: readonly Value[],
  dialect: CsvDialect,
): string[] {
  if (write !== undefined) return values.map((value) => write(String(value)));
  if (kind !== 'text')
    return values.map((value) => (value === null ? '' : csvDecimal(String(value), dialect)));
  const field = (value: Value) => (value === null ? '' : csvTextField(String(value), dialect));
  if (convert === undefined) return values.map(field);
  const known = new Map<Value, string>();
  return values.map((value) => {
    const found = known.get(value) ?? field(convert(value));
    known.set(value, found);
    return found;
  });
}

/** A workbook with one sheet, or further ones for more rows than a sheet has. */
export function workbookOf(
  file: ExportFile,
  portions: AsyncIterable<HistoryValues> | Iterable<HistoryValues>,
): ReadableStream<Uint8Array> {
  const columns = historyColumns(file);
  async function* cells() {
    for await (const values of portions)
      for (let index = 0; index < (values[0]?.length ?? 0); index += 1)
        yield columns.map(({ kind, field, convert = (value) => value }) =>
          cellOf[kind](convert(values[field]?.[index] ?? null)),
        );
  }
  const sheet = documentTexts(file.language).histories[file.history];
  return xlsxStream(sheet, columns, cells());
}

const cellOf = {
  // Spreadsheets have no zones: the wall clock is written as if it were UTC.
  moment: (value: Value) => (value === null ? null : new Date(Number(value))),
  text: (value: Value) => (value === null ? null : xlsxText(String(value))),
  count: (value: Value) => (value === null ? null : Number(value)),
  amount: (value: Value) => (value === null ? null : Number(value)),
} as const satisfies Record<CellKind, unknown>;
