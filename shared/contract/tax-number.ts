import * as v from 'valibot';

/**
 * The member states of the European Union: the pattern of their numbers after the prefix, and one example of each way of
 * writing them, the most common first. `el` is Greece's other code. Lengths are fixed, so that no text is slow to compare.
 */
const memberStates: Readonly<Record<string, readonly [form: RegExp, ...examples: string[]]>> = {
  at: [/^U\d{8}$/, 'ATU12345678'],
  be: [/^[01]\d{9}$/, 'BE0123456789', 'BE1123456789'],
  bg: [/^\d{9,10}$/, 'BG123456789', 'BG1234567890'],
  cy: [/^\d{8}[A-Z]$/, 'CY12345678L'],
  cz: [/^\d{8,10}$/, 'CZ12345678', 'CZ123456789', 'CZ1234567890'],
  de: [/^\d{9}$/, 'DE123456788'],
  dk: [/^\d{8}$/, 'DK12345678'],
  ee: [/^10\d{7}$/, 'EE100000010'],
  el: [/^\d{9}$/, 'EL123456789'],
  es: [/^(?:[A-Z]\d{8}|\d{8}[A-Z]|[A-Z]\d{7}[A-Z])$/, 'ESX12345678', 'ES12345678X', 'ESX1234567X'],
  fi: [/^\d{8}$/, 'FI12345678'],
  fr: [/^[A-HJ-NP-Z\d]{2}\d{9}$/, 'FRXX123456789'],
  gr: [/^\d{9}$/, 'EL123456789'],
  hr: [/^\d{11}$/, 'HR12345678901'],
  hu: [/^\d{8}$/, 'HU12345678'],
  ie: [/^(?:\d{7}[A-Z]{1,2}|\d[A-Z]\d{5}[A-Z])$/, 'IE1234567WA', 'IE1234567T'],
  it: [/^\d{11}$/, 'IT12345678901'],
  lt: [/^(?:\d{9}|\d{12})$/, 'LT123456789', 'LT123456789012'],
  lu: [/^\d{8}$/, 'LU12345678'],
  lv: [/^\d{11}$/, 'LV12345678901'],
  mt: [/^\d{8}$/, 'MT12345678'],
  nl: [/^\d{9}B\d{2}$/, 'NL123456789B01'],
  pl: [/^\d{10}$/, 'PL1234567890'],
  pt: [/^\d{9}$/, 'PT123456789'],
  ro: [/^\d{2,10}$/, 'RO1234567890', 'RO12'],
  se: [/^\d{10}01$/, 'SE123456789001'],
  si: [/^\d{8}$/, 'SI12345678'],
  sk: [/^\d{10}$/, 'SK1234567890'],
};

/** ISO alpha-2 codes of the European Union's member states, in lower case; both `el` and `gr` for Greece. */
export const euCountryCodes: readonly string[] = /* @__PURE__ */ Object.keys(memberStates);

/** Whether a country, in lower case, is a member state of the European Union. */
export function isEuCountry(country: string): boolean {
  return euCountryCodes.includes(country);
}

/** Examples of a member state's numbers, one of each form, the most common first; none outside the European Union. */
export function taxNumberForms(country: string): readonly string[] {
  return memberStates[country]?.slice(1).map(String) ?? [];
}

/**
 * Whether a tax number that is right by `taxNumberIssue` also looks as its member state writes them; for a hint, never
 * for an error: forms change. Always true outside the European Union.
 */
export function hasKnownForm(taxNumber: string, country: string): boolean {
  const [form] = memberStates[country] ?? [];
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
