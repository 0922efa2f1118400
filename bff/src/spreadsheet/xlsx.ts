import { type CellValue, type ColumnDef, writeXlsxStream } from 'hucre/xlsx';

/** What a column has: a moment of the wall clock, text, whole numbers or decimal numbers. */
export type CellKind = 'moment' | 'text' | 'count' | 'amount';

interface XlsxColumn {
  heading: string;
  kind: CellKind;
}

// Text is text, also digits only: the format @ leaves it so when a cell is edited.
const formats = {
  moment: { numFmt: 'yyyy-mm-dd hh:mm:ss', width: 20 },
  text: { numFmt: '@', width: 18 },
  count: { numFmt: '0', width: 12 },
  amount: { numFmt: '0.00####', width: 12 },
} as const satisfies Record<CellKind, ColumnDef>;

/** Writes one sheet, or further ones above 1,048,576 rows. A row is read when the reader of the stream asks for it. */
export function xlsxStream(
  name: string,
  columns: readonly XlsxColumn[],
  rows: AsyncIterable<CellValue[]>,
): ReadableStream<Uint8Array> {
  return writeXlsxStream(rows, {
    name,
    columns: columns.map(({ heading, kind }) => ({ header: heading, ...formats[kind] })),
    freezePane: { rows: 1 },
    zip64: false,
  });
}

/** A text as a cell, which is never a formula. Characters that XML forbids are written as the format’s escapes. */
export function xlsxText(text: string): string {
  return text.replace(forbidden, escapeOf);
}

/** Control characters, and what would be read as an escape. */
const forbidden = /[^\P{Cc}\t\n]|[\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/gu;

/** `_x000D_`, ECMA-376 part 1, 22.9.2.19. */
function escapeOf(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}
