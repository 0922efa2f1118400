import { type Language, localeOf } from '@portal/contract/language';

/** How the spreadsheets of a language read CSV. */
export interface CsvDialect {
  delimiter: ',' | ';';
  decimalSign: string;
}

/** Spreadsheets recognize UTF-8 by it. */
export const byteOrderMark = '\uFEFF';

/** Spreadsheets expect the decimal sign of their language, and another sign between the fields. */
export function csvDialect(language: Language): CsvDialect {
  const parts = new Intl.NumberFormat(localeOf(language)).formatToParts(1.5);
  const decimalSign = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  return { decimalSign, delimiter: decimalSign === ',' ? ';' : ',' };
}

/** What a spreadsheet runs as a formula or drops; an apostrophe, so that it differs from the one that is added. */
const dangerous = /^[=+\-@\t\r\n\0'＝＋－＠]/;
/** Digits that a spreadsheet would read as a number and write differently: without zeros, rounded, or as a power of ten. */
const readAsNumber = /^(?:0\d+|\d{12,}|\d+[eE]\d+)$/;

/**
 * A formula behind a sign at which the spreadsheet of another region, or the import of a third, separates fields; or behind a line break,
 * whose quotes such a spreadsheet does not see.
 */
const behindSeparator = /([,;|\t\r\n])(?=[=+\-@\t\r＝＋－＠])/g;

/**
 * A text as a field. One that a spreadsheet would run as a formula, or change as a number, begins with an apostrophe: phone
 * numbers keep their plus sign and their zeros. A program removes a leading apostrophe and has the text again, but for an apostrophe behind a
 * comma, semicolon, bar, tab or line break before what would begin a formula there.
 */
export function csvText(text: string): string {
  const safe = text.replace(behindSeparator, "$1'");
  return dangerous.test(text) || readAsNumber.test(text) ? `'${safe}` : safe;
}

/** A decimal number as a field: with an ASCII hyphen, because programs read it. */
export function csvDecimal(decimal: string, { decimalSign }: CsvDialect): string {
  return decimalSign === '.' ? decimal : decimal.replace('.', decimalSign);
}

/** Most texts: neither changed nor quoted. */
const usual = /^[A-Za-z][\w .@:-]*$/;
const phoneNumber = /^\+\d+$/;

/** A text as a field of a line: what `csvText` and `csvLine` make of it, in less time. */
export function csvTextField(text: string, dialect: CsvDialect): string {
  if (usual.test(text)) return text;
  return phoneNumber.test(text) ? `'${text}` : quoted(csvText(text), dialect);
}

/** A line of RFC 4180. Its fields come from `csvText` and `csvDecimal`. */
export function csvLine(fields: readonly string[], dialect: CsvDialect): string {
  return `${fields.map((field) => quoted(field, dialect)).join(dialect.delimiter)}\r\n`;
}

function quoted(field: string, { delimiter }: CsvDialect): string {
  return field.includes(delimiter) || needsQuotes.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

const needsQuotes = /["\r\n]/;
