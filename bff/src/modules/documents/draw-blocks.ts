import { encode } from 'uqr';
import type { Block, Fact, Letterhead } from './document.ts';
import { drawTable } from './draw-table.ts';
import { lineHeight, type Sheet, styles } from './sheet.ts';

type BlockOf<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>;

const columnGap = 18;
const blockGap = 14;

export function drawBlock(sheet: Sheet, block: Block): void {
  switch (block.kind) {
    case 'parties':
      drawParties(sheet, block);
      break;
    case 'facts':
      drawHeading(sheet, block.heading, factsHeight(sheet, block.facts.slice(0, 3), sheet.width, 3));
      drawFacts(sheet, block.facts, { x: sheet.left, width: sheet.width, perRow: 3 });
      break;
    case 'table':
      drawTable(sheet, block);
      break;
    case 'totals':
      drawTotals(sheet, block);
      break;
    case 'notes':
      drawNotes(sheet, block);
      break;
    case 'qr':
      drawQrCode(sheet, block);
      break;
  }
}

export function drawLetterhead(sheet: Sheet, { name, lines }: Letterhead, heading: string): void {
  const { left, width } = sheet;
  const nameLines = sheet.wrap(name, styles.name, width / 2 - columnGap);
  const details = lines.flatMap((line) => sheet.wrap(line, styles.label, width / 2));
  const { y } = sheet;
  sheet.tagged('P', () => sheet.lines(nameLines, styles.name, { x: left, y }));
  sheet.tagged('P', () =>
    sheet.lines(details, styles.label, { x: left + width / 2, width: width / 2, align: 'right', y: y + 2 }),
  );
  const height = Math.max(
    nameLines.length * lineHeight(styles.name),
    details.length * lineHeight(styles.label),
  );
  sheet.y += height + 26;
  const titles = sheet.wrap(heading, styles.title, width);
  const titleY = sheet.y;
  sheet.tagged('H1', () => sheet.lines(titles, styles.title, { x: left, y: titleY }));
  sheet.y += titles.length * lineHeight(styles.title) + 12;
}

function drawHeading(sheet: Sheet, heading: string | undefined, following: number): void {
  const height = heading === undefined ? 0 : lineHeight(styles.heading) + 6;
  sheet.need(height + following);
  if (heading === undefined) return;
  const { y } = sheet;
  sheet.tagged('H2', () => sheet.text(heading, styles.heading, { x: sheet.left, y }));
  sheet.y += height;
}

function drawParties(sheet: Sheet, { parties }: BlockOf<'parties'>): void {
  const width = (sheet.width - columnGap * (parties.length - 1)) / parties.length;
  const columns = parties.map(({ label, lines: [name = '', ...rest] }) => ({
    label,
    name: sheet.wrap(name, styles.strong, width),
    rest: rest.flatMap((line) => sheet.wrap(line, styles.body, width)),
  }));
  const labelHeight = lineHeight(styles.label) + 2;
  const rows = Math.max(...columns.map(({ name, rest }) => name.length + rest.length));
  sheet.need(labelHeight + rows * lineHeight(styles.body));
  const { y } = sheet;
  for (const [index, { label, name, rest }] of columns.entries()) {
    const x = sheet.left + index * (width + columnGap);
    const section = sheet.element('Sect');
    sheet.tagged('H2', () => sheet.text(label, styles.label, { x, y }), section);
    sheet.tagged('P', () => sheet.lines(name, styles.strong, { x, y: y + labelHeight }), section);
    const restY = y + labelHeight + name.length * lineHeight(styles.body);
    if (rest.length > 0) sheet.tagged('P', () => sheet.lines(rest, styles.body, { x, y: restY }), section);
    section.end();
  }
  sheet.y += labelHeight + rows * lineHeight(styles.body) + blockGap;
}

interface Grid {
  x: number;
  width: number;
  perRow: number;
}

function rowsOfFacts(sheet: Sheet, facts: readonly Fact[], width: number, perRow: number) {
  const columnWidth = (width - columnGap * (perRow - 1)) / perRow;
  const cells = facts.map(({ label, value }) => ({
    label: sheet.wrap(label, styles.label, columnWidth),
    value: sheet.wrap(value, styles.body, columnWidth),
  }));
  const rows = Array.from({ length: Math.ceil(cells.length / perRow) }, (_none, row) => {
    const inRow = cells.slice(row * perRow, (row + 1) * perRow);
    const labels = Math.max(...inRow.map(({ label }) => label.length)) * lineHeight(styles.label);
    const values = Math.max(...inRow.map(({ value }) => value.length)) * lineHeight(styles.body);
    return { inRow, labels, height: labels + values + 7 };
  });
  return { rows, step: columnWidth + columnGap };
}

function factsHeight(sheet: Sheet, facts: readonly Fact[], width: number, perRow: number): number {
  return rowsOfFacts(sheet, facts, width, perRow).rows.reduce((sum, { height }) => sum + height, 0);
}

/** A grid for the eye, a table of labels and values for readers. */
function drawFacts(sheet: Sheet, facts: readonly Fact[], { x, width, perRow }: Grid): void {
  if (facts.length === 0) return;
  const { rows, step } = rowsOfFacts(sheet, facts, width, perRow);
  const table = sheet.element('Table');
  for (const { inRow, labels, height } of rows) {
    sheet.need(height);
    const { y } = sheet;
    for (const [index, { label, value }] of inRow.entries()) {
      const at = x + index * step;
      const row = sheet.element('TR', table);
      sheet.tagged('TH', () => sheet.lines(label, styles.label, { x: at, y }), row, { scope: 'Row' });
      sheet.tagged('TD', () => sheet.lines(value, styles.body, { x: at, y: y + labels }), row);
      row.end();
    }
    sheet.y += height;
  }
  table.end();
  sheet.y += blockGap - 7;
}

function drawTotals(sheet: Sheet, { rows }: BlockOf<'totals'>): void {
  const values = rows.map(({ value, isStrong }) =>
    sheet.widthOf(value, isStrong ? styles.strong : styles.body),
  );
  const width = sheet.width * 0.55;
  const x = sheet.left + sheet.width - width;
  const labelWidth = width - Math.max(...values) - columnGap;
  const cells = rows.map(({ label, value, isStrong = false }) => {
    const style = isStrong ? styles.strong : styles.body;
    return { lines: sheet.wrap(label, style, labelWidth), value, style, isStrong };
  });
  const heightOf = (lines: readonly string[]) => lines.length * lineHeight(styles.body) + 4;
  // Sums stand together: half of them on the next page would be read as all.
  sheet.need(cells.reduce((sum, { lines }) => sum + heightOf(lines), 0) + 4);
  const table = sheet.element('Table');
  for (const { lines, value, style, isStrong } of cells) {
    if (isStrong) sheet.rule(sheet.y + 0.5, { left: x });
    const { y } = sheet;
    const row = sheet.element('TR', table);
    sheet.tagged('TH', () => sheet.lines(lines, style, { x, y: y + 2 }), row, { scope: 'Row' });
    sheet.tagged('TD', () => sheet.text(value, style, { x, y: y + 2, width, align: 'right' }), row);
    row.end();
    sheet.y += heightOf(lines);
  }
  table.end();
  sheet.y += blockGap;
}

function drawNotes(sheet: Sheet, { heading, paragraphs }: BlockOf<'notes'>): void {
  const lineOf = lineHeight(styles.body);
  drawHeading(sheet, heading, lineOf * 2);
  for (const paragraph of paragraphs) {
    const lines = sheet.wrap(paragraph, styles.body, sheet.width);
    sheet.need(Math.min(lines.length * lineOf, sheet.bottom / 2));
    const element = sheet.element('P');
    for (const line of lines) {
      sheet.need(lineOf);
      const { y } = sheet;
      sheet.tagged('Span', () => sheet.text(`${line} `, styles.body, { x: sheet.left, y }), element);
      sheet.y += lineOf;
    }
    element.end();
    sheet.y += 3;
  }
  sheet.y += blockGap - 3;
}

const qrSize = 96;

function drawQrCode(sheet: Sheet, { heading, content, description, facts }: BlockOf<'qr'>): void {
  const grid: Grid = {
    x: sheet.left + qrSize + columnGap,
    width: sheet.width - qrSize - columnGap,
    perRow: 2,
  };
  const height = Math.max(qrSize, factsHeight(sheet, facts, grid.width, grid.perRow));
  drawHeading(sheet, heading, height);
  const { y } = sheet;
  // Readers of QR codes need the white border of four modules.
  const { data, size } = encode(content, { ecc: 'M', border: 4 });
  const module = qrSize / size;
  const box: [number, number, number, number] = [sheet.left, y, sheet.left + qrSize, y + qrSize];
  sheet.tagged(
    'Figure',
    () => {
      for (const [row, modules] of data.entries())
        for (const { start, length } of runsOf(modules))
          sheet.pdf.rect(sheet.left + start * module, y + row * module, length * module, module);
      sheet.pdf.fill('#000000');
    },
    undefined,
    { alt: description, bbox: box },
  );
  drawFacts(sheet, facts, grid);
  sheet.y = Math.max(sheet.y, y + qrSize + blockGap);
}

/** The runs of dark modules in a row: fewer shapes, and no gaps between their edges. */
function runsOf(modules: readonly boolean[]): { start: number; length: number }[] {
  const starts = modules.flatMap((isDark, index) => (isDark && !modules[index - 1] ? index : []));
  return starts.map((start) => {
    const end = modules.indexOf(false, start);
    return { start, length: (end === -1 ? modules.length : end) - start };
  });
}
