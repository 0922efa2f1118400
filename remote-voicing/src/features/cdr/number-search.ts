import { numberSearchSchema, parseSearchMask } from '@portal/contract/query-value';
import * as v from 'valibot';

/** Fewer digits are in most numbers, unless they are a beginning such as +49. */
export const fewestDigits = 3;

/** Why a text is no search: other characters than of numbers, a number with too few digits, or too many numbers. */
export type SearchProblem = 'characters' | 'short' | 'many';

export type NumberSearch = { numbers: string[] } | { problem: SearchProblem };

/** Reads what was typed or pasted as numbers, or parts of them, to search for. */
export function readNumberSearch(text: string): NumberSearch {
  const read = v.safeParse(numberSearchSchema, text);
  if (!read.success) {
    const isMany = read.issues.some(({ type }) => type === 'max_length');
    return { problem: isMany ? 'many' : 'characters' };
  }
  return read.output.some(isShort) ? { problem: 'short' } : { numbers: read.output };
}

function isShort(mask: string): boolean {
  const { digits, match } = parseSearchMask(mask);
  return match !== 'prefix' && digits.length < fewestDigits;
}

/** Pasted text as a field of one line takes it: lines and cells of a table separated by commas. */
export function inOneLine(pasted: string): string {
  return pasted
    .split(/[\r\n\t]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ');
}
