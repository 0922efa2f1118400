import { unzipSync } from 'fflate';

type Cell = string | number | Date | null;

/** Reads the rows of a workbook's first sheet. Independent of the library that writes them; formulas make it throw. */
export function readXlsx(bytes: Uint8Array): { name: string; rows: Cell[][] } {
  const files = unzipSync(bytes);
  const textOf = (name: string) => Buffer.from(files[name] ?? []).toString();
  const formats = new Map(
    matches(textOf('xl/styles.xml'), /<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g).map(([id, code]) => [
      id,
      code,
    ]),
  );
  const cellFormats = textOf('xl/styles.xml').replace(/^.*<cellXfs[^>]*>|<\/cellXfs>.*$/gs, '');
  const styles = matches(cellFormats, /<xf numFmtId="(\d+)"/g).map(([id = '']) => formats.get(id) ?? id);
  const sheet = textOf('xl/worksheets/sheet1.xml');
  if (/<f[ >]/.test(sheet)) throw new Error('a cell is a formula');
  const rows = matches(sheet, /<row [^>]*>(.*?)<\/row>/gs).map(([content = '']) => {
    const cells: Cell[] = [];
    for (const [column = '', attributes = '', value = ''] of matches(
      content,
      /<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs,
    ))
      cells[columnIndex(column)] = readCell(value, attributes, styles);
    return Array.from(cells, (cell) => cell ?? null);
  });
  return {
    name: unescaped(matches(textOf('xl/workbook.xml'), /<sheet name="([^"]*)"/g)[0]?.[0] ?? ''),
    rows,
  };
}

function readCell(value: string, attributes: string, styles: readonly string[]): Cell {
  if (attributes.includes('t="inlineStr"'))
    return unescaped(matches(value, /<t[^>]*>(.*?)<\/t>/gs).join('')).replace(
      /_x([0-9A-F]{4})_/g,
      (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)),
    );
  if (value === '') return null;
  const number = Number(/<v>(.*?)<\/v>/.exec(value)?.[1]);
  const format = styles[Number(/ s="(\d+)"/.exec(attributes)?.[1])];
  // Days since the end of 1899.
  return format?.includes('yyyy') === true
    ? new Date(Date.UTC(1899, 11, 30) + Math.round(number * 86_400) * 1000)
    : number;
}

function columnIndex(letters: string): number {
  return [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function matches(text: string, pattern: RegExp): string[][] {
  return [...text.matchAll(pattern)].map(([, ...groups]) => groups);
}

function unescaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text
    .replace(/&#(?:x([0-9A-Fa-f]+)|(\d+));/g, (_entity, hex?: string, decimal?: string) =>
      String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replace(/&(lt|gt|quot|apos|amp);/g, (_entity, name: string) => entities[name] ?? '');
}
