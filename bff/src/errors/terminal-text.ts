/**
 * Texts of strangers on the terminal of an operator: names of payers, parts of imported files. A terminal obeys control characters
 * (C0 and C1), and shows what follows a direction mark in another order.
 */

/** A text in one line, cut to a readable length. */
export function printable(text: string, length = 140): string {
  return text.slice(0, length).replaceAll(/\p{C}/gu, '?');
}

/** A text of several lines. */
export function printableLines(text: string): string {
  return text.replaceAll(/(?!\n)\p{C}/gu, '?');
}

/** JSON of the same value, in which such characters are escaped: `JSON.stringify` escapes C0 alone. */
export function printableJson(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, undefined, indent);
  return json.replaceAll(/(?!\n)\p{C}/gu, (found) =>
    Array.from({ length: found.length }, (_, index) => escaped(found.charCodeAt(index))).join(''),
  );
}

function escaped(codeUnit: number): string {
  return `\\u${codeUnit.toString(16).padStart(4, '0')}`;
}
