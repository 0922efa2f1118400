import { buffer } from 'node:stream/consumers';
import type { ExportFile, HistoryValues } from './history-columns.ts';
import { csvOf, workbookOf } from './write-export.ts';

/** What a render process writes. */
export interface ExportedRows {
  file: ExportFile;
  /** HistoryValues as JSON. */
  rows: string;
  /** Whether lines of CSV begin with their headings. */
  hasHeadings: boolean;
}

/** Writes rows as a whole file, or as further lines of CSV. */
export async function writeRows({ file, rows: text, hasHeadings }: ExportedRows): Promise<Uint8Array> {
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: the statement selects arrays of these values
  const values = JSON.parse(text) as HistoryValues;
  if (file.format === 'xlsx') return buffer(workbookOf(file, [values]));
  const { head, lines } = csvOf(file);
  return hasHeadings ? Buffer.concat([Buffer.from(head), lines(values)]) : lines(values);
}
