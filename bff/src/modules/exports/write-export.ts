import {
  byteOrderMark,
  type CsvDialect,
  csvDecimal,
  csvDialect,
  csvLine,
  csvText,
} from '../../spreadsheet/csv.ts';
import { type CellKind, xlsxStream, xlsxText } from '../../spreadsheet/xlsx.ts';
import { documentTexts } from '../documents/document-texts.ts';
import { type ExportFile, type HistoryColumn, type HistoryRow, historyColumns } from './history-columns.ts';

/** The first line of a file, and a function that writes lines. */
export function csvOf(file: ExportFile): { head: string; lines: (rows: readonly HistoryRow[]) => string } {
  const dialect = csvDialect(file.language);
  const columns = historyColumns(file);
  const headings = columns.map(({ heading }) => csvText(heading));
  return {
    head: byteOrderMark + csvLine(headings, dialect),
    lines: (rows) => {
      let text = '';
      for (const row of rows)
        text += csvLine(
          columns.map((column) => csvField(column, row, dialect)),
          dialect,
        );
      return text;
    },
  };
}

function csvField({ kind, read }: HistoryColumn, row: HistoryRow, dialect: CsvDialect): string {
  const value = read(row);
  if (value === null) return '';
  if (kind === 'moment') return wallClock(Number(value));
  return kind === 'text' ? csvText(String(value)) : csvDecimal(String(value), dialect);
}

/** `2026-11-20 08:58:12` of milliseconds. */
function wallClock(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
}

/** A workbook with one sheet, or further ones for more rows than a sheet has. */
export function workbookOf(
  file: ExportFile,
  rows: AsyncIterable<HistoryRow> | Iterable<HistoryRow>,
): ReadableStream<Uint8Array> {
  const columns = historyColumns(file);
  async function* cells() {
    for await (const row of rows) yield columns.map(({ kind, read }) => cellOf[kind](read(row)));
  }
  const sheet = documentTexts(file.language).histories[file.history];
  return xlsxStream(sheet, columns, cells());
}

type Value = ReturnType<HistoryColumn['read']>;

const cellOf = {
  // Spreadsheets have no zones: the wall clock is written as if it were UTC, to the second.
  moment: (value: Value) => (value === null ? null : new Date(Math.floor(Number(value) / 1000) * 1000)),
  text: (value: Value) => (value === null ? null : xlsxText(String(value))),
  count: (value: Value) => (value === null ? null : Number(value)),
  amount: (value: Value) => (value === null ? null : Number(value)),
} as const satisfies Record<CellKind, unknown>;
