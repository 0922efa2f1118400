import { LineFault } from './line-fault.ts';

/**
 * Splits a line of CSV: fields may be quoted, quotes within them are doubled, and spaces around a field do not count. Faster than a
 * parser of whole files, which is made for one file and not for each line. Throws LineFault if the quotes do not match.
 */
export function splitCsv(line: string, delimiter = ','): string[] {
  const fields: string[] = [];
  let position = 0;
  while (position !== -1) {
    const end = endOfField(line, position, delimiter);
    fields.push(unquoted(line.slice(position, end)));
    position = end === line.length ? -1 : end + 1;
  }
  return fields;
}

function endOfField(line: string, start: number, delimiter: string): number {
  if (line[start] !== '"') {
    const end = line.indexOf(delimiter, start);
    return end === -1 ? line.length : end;
  }
  let quote = line.indexOf('"', start + 1);
  while (quote !== -1 && line[quote + 1] === '"') quote = line.indexOf('"', quote + 2);
  const end = quote + 1;
  if (quote === -1 || (end < line.length && line[end] !== delimiter))
    throw new LineFault('the quotes do not match');
  return end;
}

function unquoted(field: string): string {
  if (!field.includes('"')) return field.trim();
  if (!field.startsWith('"')) throw new LineFault('the quotes do not match');
  return field.slice(1, -1).replaceAll('""', '"').trim();
}
