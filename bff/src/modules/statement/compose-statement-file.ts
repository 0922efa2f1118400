import type { Movement } from '@portal/contract/statement';
import { renderPdf } from '../documents/render-pdf.ts';
import { statementCsv } from './statement-csv.ts';
import type { StatementFile } from './statement-file.ts';
import { type StatementParties, statementDocument } from './statement-pdf.ts';

// Render processes call these functions: a thousand lines take 50 ms, in which no other request would be served.

/** Writes lines of a statement as CSV, in this process. */
export function composeCsvLines({
  file,
  movements,
}: {
  file: StatementFile;
  movements: readonly Movement[];
}): string {
  return statementCsv(file).lines(movements);
}

export interface StatementPdf {
  file: StatementFile;
  parties: StatementParties;
  movements: readonly Movement[];
}

/** Composes the PDF of a statement, in this process. */
export async function composeStatementPdf({ file, parties, movements }: StatementPdf): Promise<Uint8Array> {
  return renderPdf(statementDocument(file, parties, movements));
}
