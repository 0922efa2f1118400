import type { Block, Column } from './document.ts';
import { lineHeight, type Sheet, styles, type TextStyle } from './sheet.ts';

type Table = Extract<Block, { kind: 'table' }>;
interface Placement extends Column {
  x: number;
  width: number;
}

const gap = 10;
const rowPadding = 3;
/** The first size at which the growing columns have this width is taken. */
const sizes = [8.5, 7.5, 6.5];
const minimumGrowing = 110;

export function drawTable(sheet: Sheet, { heading, columns, rows }: Table): void {
  const { style, placed } = place(sheet, columns, rows);
  const headings = { ...style, font: 'bold' } as const satisfies TextStyle;
  const titles = placed.map((column) => sheet.wrap(column.heading, headings, column.width));
  const height = (cells: readonly string[][]) =>
    Math.max(...cells.map(({ length }) => length)) * lineHeight(style) + rowPadding * 2;
  const firstRow = height(rows[0]?.map(() => ['']) ?? [['']]);
  sheet.need((heading === undefined ? 0 : lineHeight(styles.heading) + 6) + height(titles) + firstRow);
  if (heading !== undefined) {
    const { y } = sheet;
    sheet.tagged('H2', () => sheet.text(heading, styles.heading, { x: sheet.left, y }));
    sheet.y += lineHeight(styles.heading) + 6;
  }
  const table = sheet.element('Table');
  const cell = (lines: readonly string[], column: Placement | undefined, font: TextStyle) => {
    if (column !== undefined) sheet.lines(lines, font, { ...column, y: sheet.y + rowPadding });
  };
  const endHeadings = () => {
    sheet.y += height(titles);
    sheet.rule(sheet.y, { colour: '#1a1a1a', thickness: 0.75 });
  };

  const head = sheet.element('THead', table);
  const titleRow = sheet.element('TR', head);
  for (const [index, lines] of titles.entries())
    sheet.tagged('TH', () => cell(lines, placed[index], headings), titleRow, { scope: 'Column' });
  head.end();
  endHeadings();

  const body = sheet.element('TBody', table);
  for (const row of rows) {
    const cells = placed.map(({ width }, index) => sheet.wrap(row[index] ?? '', style, width));
    if (sheet.need(height(cells))) {
      // Readers know the headings of a table: repeated, they are decoration.
      sheet.artifact('Pagination', () => {
        for (const [index, lines] of titles.entries()) cell(lines, placed[index], headings);
      });
      endHeadings();
    }
    const tableRow = sheet.element('TR', body);
    for (const [index, lines] of cells.entries())
      sheet.tagged('TD', () => cell(lines, placed[index], style), tableRow);
    tableRow.end();
    sheet.y += height(cells);
    sheet.rule(sheet.y);
  }
  body.end();
  table.end();
  sheet.y += 10;
}

/** Gives columns without `grow` the width of their widest cell, and the others the rest. */
function place(sheet: Sheet, columns: readonly Column[], rows: Table['rows']) {
  for (const size of sizes) {
    const style: TextStyle = { ...styles.body, size };
    const natural = columns.map((column, index) =>
      column.grow === undefined ? widest(sheet, style, column, rows, index) : 0,
    );
    const shares = columns.reduce((sum, { grow = 0 }) => sum + grow, 0);
    const rest = sheet.width - gap * (columns.length - 1) - natural.reduce((sum, width) => sum + width, 0);
    if (rest < minimumGrowing * shares && size !== sizes.at(-1)) continue;
    let { left: x } = sheet;
    const placed = columns.map((column, index): Placement => {
      const width = column.grow === undefined ? (natural[index] ?? 0) : (rest * column.grow) / shares;
      const placement = { ...column, x, width };
      x += width + gap;
      return placement;
    });
    return { style, placed };
  }
  throw new Error('a table needs a size');
}

/** Headings wrap between their words. */
function widest(
  sheet: Sheet,
  style: TextStyle,
  { heading }: Column,
  rows: Table['rows'],
  index: number,
): number {
  const words = heading.split(' ').map((word) => sheet.widthOf(word, { ...style, font: 'bold' }));
  const cells = rows.map((row) => sheet.widthOf(row[index] ?? '', style));
  return [...words, ...cells].reduce((most, width) => Math.max(most, width), 0) + 0.01;
}
