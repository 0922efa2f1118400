import { buffer } from 'node:stream/consumers';
import type { ExportFile, HistoryRow } from './history-columns.ts';
import { csvOf, workbookOf } from './write-export.ts';

/** What a render process writes. */
export interface ExportedRows {
  file: ExportFile;
  /** A JSON array of the rows. */
  rows: string;
  /** Whether lines of CSV begin with their headings. */
  hasHeadings: boolean;
}

/** Writes rows as a whole file, or as further lines of CSV. */
export async function writeRows({ file, rows: text, hasHeadings }: ExportedRows): Promise<Uint8Array> {
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: the statement selects arrays of these values
  const rows = JSON.parse(text) as HistoryRow[];
  if (file.format === 'xlsx') return buffer(workbookOf(file, rows));
  const { head, lines } = csvOf(file);
  return Buffer.from(hasHeadings ? head + lines(rows) : lines(rows));
}
