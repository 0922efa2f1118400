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

/** A tax number by itself, normalised; the rule of its country is `taxNumberIssue`. */
export const taxNumberSchema = v.config(
  v.pipe(
    v.string('tax_number_required'),
    v.transform(normalTaxNumber),
    v.minLength(1, 'tax_number_required'),
    v.regex(/^[\p{L}\p{N}/-]{4,14}$/u, 'tax_number_format'),
  ),
  { abortPipeEarly: true },
);
