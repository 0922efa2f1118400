import { LineFault, shown } from './line-fault.ts';

/** A decimal of a long number, or a power of ten: `4915112345678.0`, `4.9E+11`. Points between groups of digits are no such sign. */
const changedNumber = /^\s*\+?(?:\d{7,}\.00?|\d(?:[.,]\d+E\+?|E\+)\d+)\s*$/i;

/** Throws LineFault for a phone number that a spreadsheet has written as a quantity: its digits would be another number. */
export function refuseSpreadsheetNumbers(numbers: Readonly<Record<string, string>>): void {
  const found = Object.entries(numbers).find(([, number]) => changedNumber.test(number));
  if (found === undefined) return;
  const [field, number] = found;
  throw new LineFault(
    `${field} was changed by a spreadsheet: "${shown(number)}"; export it again with the column as text`,
  );
}
