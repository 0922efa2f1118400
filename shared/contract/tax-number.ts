import * as v from 'valibot';
import { isEuCountry } from './country.ts';

/** One valid form of each member state's number, shown as a hint. */
export const taxNumberExamples: Readonly<Record<string, string>> = {
  at: 'ATU12345678',
  be: 'BE0123456789',
  bg: 'BG123456789',
  cy: 'CY12345678L',
  cz: 'CZ12345678',
  de: 'DE123456788',
  dk: 'DK12345678',
  ee: 'EE100000010',
  el: 'EL123456789',
  es: 'ESX12345678',
  fi: 'FI12345678',
  fr: 'FRXX123456789',
  gr: 'EL123456789',
  hr: 'HR12345678901',
  hu: 'HU12345678',
  ie: 'IE1234567WA',
  it: 'IT12345678901',
  lt: 'LT123456789',
  lu: 'LU12345678',
  lv: 'LV12345678901',
  mt: 'MT12345678',
  nl: 'NL123456789B01',
  pl: 'PL1234567890',
  pt: 'PT123456789',
  ro: 'RO1234567890',
  se: 'SE123456789001',
  si: 'SI12345678',
  sk: 'SK1234567890',
};

// Where a state writes them in more than one way.
const furtherForms: Readonly<Record<string, readonly string[]>> = {
  be: ['BE1123456789'],
  bg: ['BG1234567890'],
  cz: ['CZ123456789', 'CZ1234567890'],
  es: ['ES12345678X', 'ESX1234567X'],
  ie: ['IE1234567T'],
  lt: ['LT123456789012'],
  ro: ['RO12'],
};

/** How a member state's numbers are written, one of each form, the commonest first; none outside the European Union. */
export function taxNumberForms(country: string): readonly string[] {
  const example = taxNumberExamples[country];
  return example === undefined ? [] : [example, ...(furtherForms[country] ?? [])];
}

// After the prefix. Lengths are fixed, so that no text is slow to compare.
const knownForms: Readonly<Record<string, RegExp>> = {
  at: /^U\d{8}$/,
  be: /^[01]\d{9}$/,
  bg: /^\d{9,10}$/,
  cy: /^\d{8}[A-Z]$/,
  cz: /^\d{8,10}$/,
  de: /^\d{9}$/,
  dk: /^\d{8}$/,
  ee: /^10\d{7}$/,
  el: /^\d{9}$/,
  es: /^(?:[A-Z]\d{8}|\d{8}[A-Z]|[A-Z]\d{7}[A-Z])$/,
  fi: /^\d{8}$/,
  fr: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  gr: /^\d{9}$/,
  hr: /^\d{11}$/,
  hu: /^\d{8}$/,
  ie: /^(?:\d{7}[A-Z]{1,2}|\d[A-Z]\d{5}[A-Z])$/,
  it: /^\d{11}$/,
  lt: /^(?:\d{9}|\d{12})$/,
  lu: /^\d{8}$/,
  lv: /^\d{11}$/,
  mt: /^\d{8}$/,
  nl: /^\d{9}B\d{2}$/,
  pl: /^\d{10}$/,
  pt: /^\d{9}$/,
  ro: /^\d{2,10}$/,
  se: /^\d{10}01$/,
  si: /^\d{8}$/,
  sk: /^\d{10}$/,
};

/**
 * Whether a tax number that is right by `taxNumberIssue` also looks as its member state writes them; for a hint, never
 * for an error: forms change. Always true outside the European Union.
 */
export function hasKnownForm(taxNumber: string, country: string): boolean {
  const form = knownForms[country];
  const prefix = taxPrefix(country);
  if (form === undefined || prefix === null) return true;
  const number = normalTaxNumber(taxNumber).replaceAll('-', '');
  return number.startsWith(prefix) && form.test(number.slice(prefix.length));
}

/** What a member state's numbers begin with; Greece uses `EL`. Null outside the European Union. */
export function taxPrefix(country: string): string | null {
  if (!isEuCountry(country)) return null;
  return country === 'gr' ? 'EL' : country.toUpperCase();
}

/** In upper case, without spaces and dots. */
export function normalTaxNumber(taxNumber: string): string {
  return taxNumber.toUpperCase().replace(/[\s.]/g, '');
}

/**
 * What is wrong with a tax number in a country (lower case, null if none is set): a field code, or null if nothing
 * is. The European Union's rule is the prefix and 2 to 12 letters, digits or hyphens; elsewhere 4 to 14 characters.
 */
export function taxNumberIssue(
  taxNumber: string | null | undefined,
  country: string | null | undefined,
): 'tax_country_required' | 'tax_number_required' | 'tax_number_format' | null {
  if (!country) return 'tax_country_required';
  const number = normalTaxNumber(taxNumber ?? '');
  if (number === '') return 'tax_number_required';
  const prefix = taxPrefix(country);
  const isRight =
    prefix === null
      ? /^[\p{L}\p{N}/-]{4,14}$/u.test(number)
      : number.startsWith(prefix) && /^[A-Z0-9-]{2,12}$/.test(number.slice(prefix.length));
  return isRight ? null : 'tax_number_format';
}

/** A tax number alone, normalised; the rule of its country is `taxNumberIssue`. */
export const taxNumberSchema = v.config(
  v.pipe(
    v.string('tax_number_required'),
    v.transform(normalTaxNumber),
    v.minLength(1, 'tax_number_required'),
    v.regex(/^[\p{L}\p{N}/-]{4,14}$/u, 'tax_number_format'),
  ),
  { abortPipeEarly: true },
);
