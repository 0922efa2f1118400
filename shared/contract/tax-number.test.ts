import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  euCountryCodes,
  hasKnownForm,
  normalTaxNumber,
  taxNumberForms,
  taxNumberIssue,
  taxPrefix,
} from './tax-number.ts';

test('there are 28 codes of the European Union, and an example for each', () => {
  expect(euCountryCodes).toHaveLength(28);
  expect(euCountryCodes.filter((country) => taxNumberForms(country).length === 0)).toEqual([]);
});

test.each(euCountryCodes)('the example of %s is right there', (country) => {
  expect(taxNumberIssue(taxNumberForms(country)[0], country)).toBeNull();
});

test.each([
  ['gr', 'EL'],
  ['el', 'EL'],
  ['ee', 'EE'],
  ['us', null],
])('the prefix in %s is %s', (country, prefix) => {
  expect(taxPrefix(country)).toBe(prefix);
});

test.each([
  [null, 'EE100000010', 'tax_country_required'],
  ['', '', 'tax_country_required'],
  ['ee', '', 'tax_number_required'],
  ['ee', null, 'tax_number_required'],
  ['ee', ' . ', 'tax_number_required'],
  ['ee', 'ee 100.000.010', null],
  ['ee', 'EE1', 'tax_number_format'],
  ['ee', 'EE12', null],
  ['ee', 'EE123456789012', null],
  ['ee', 'EE1234567890123', 'tax_number_format'],
  ['ee', 'EE12-34', null],
  ['ee', 'EE12_34', 'tax_number_format'],
  ['ee', '100000010', 'tax_number_format'],
  ['gr', 'GR123456789', 'tax_number_format'],
  ['gr', 'EL123456789', null],
  ['us', '12-3456789', null],
  ['us', '123', 'tax_number_format'],
  ['us', '1'.repeat(15), 'tax_number_format'],
])('in %j, %j gives %j', (country, taxNumber, issue) => {
  expect(taxNumberIssue(taxNumber, country)).toBe(issue);
});

test.each(euCountryCodes)(
  'the examples of %s are right and have the forms that are known there',
  (country) => {
    for (const number of taxNumberForms(country)) {
      expect({ number, issue: taxNumberIssue(number, country) }).toEqual({ number, issue: null });
      expect({ number, isKnown: hasKnownForm(number, country) }).toEqual({ number, isKnown: true });
    }
  },
);

test.each([
  ['at', 'ATU13585627 ATU12345678', 'AT12345678 ATU1234567'],
  ['be', 'BE0411905847 BE1000000042', 'BE2411905847 BE411905847'],
  ['bg', 'BG123456789 BG1234567890', 'BG12345678 BG12345678901'],
  ['cy', 'CY12345678L', 'CY123456789 CY1234567L'],
  ['cz', 'CZ12345678 CZ123456789 CZ1234567890', 'CZ1234567 CZ12345678901'],
  ['de', 'DE123456788', 'DE12345678 DE1234567890'],
  ['dk', 'DK12345678', 'DK123456789'],
  ['ee', 'EE100000010', 'EE200000010 EE1000000100'],
  ['gr', 'EL123456789', 'EL12345678'],
  ['el', 'EL123456789', 'GR123456789'],
  ['es', 'ESX12345678 ES12345678X ESX1234567X', 'ES123456789 ESXX1234567'],
  ['fi', 'FI12345678', 'FI1234567'],
  ['fr', 'FRXX123456789 FR40303265045 FR1A123456789', 'FRIO123456789 FR303265045'],
  ['hr', 'HR12345678901', 'HR1234567890'],
  ['hu', 'HU12345678', 'HU123456789'],
  ['ie', 'IE1234567T IE1234567WA IE1A23456T', 'IE1234567 IE1234567WAA IE12345678'],
  ['it', 'IT00743110157', 'IT0743110157'],
  ['lt', 'LT123456789 LT123456789012', 'LT1234567890 LT12345678901'],
  ['lu', 'LU12345678', 'LU1234567'],
  ['lv', 'LV12345678901', 'LV123456789'],
  ['mt', 'MT12345678', 'MT1234567'],
  ['nl', 'NL123456789B01', 'NL123456789A01 NL123456789'],
  ['pl', 'PL1234567890', 'PL123456789'],
  ['pt', 'PT123456789', 'PT12345678'],
  ['ro', 'RO12 RO1234567890', 'RO1A'],
  ['se', 'SE123456789001', 'SE123456789002 SE1234567890'],
  ['si', 'SI12345678', 'SI123456789'],
  ['sk', 'SK1234567890', 'SK123456789'],
  ['us', '12-3456789 anything', ''],
])('in %s, %s look as they do there and %s do not', (country, known, unusual) => {
  const found = (list: string) => list.split(' ').filter((number) => number && hasKnownForm(number, country));
  expect(found(known)).toEqual(known.split(' '));
  expect(found(unusual)).toEqual([]);
});

test('the form is a hint: numbers of another form are no error, spaces, dots, hyphens and case do not count', () => {
  expect(taxNumberIssue('EE200000010', 'ee')).toBeNull();
  expect(hasKnownForm('ee 100.000-010', 'ee')).toBe(true);
});

test('in the European Union a number is right if and only if it is the prefix and 2 to 12 more', () => {
  const rest = fc.string({ unit: fc.constantFrom(...'AZ09-'), maxLength: 14 });
  fc.assert(
    fc.property(fc.constantFrom(...euCountryCodes), rest, (country, tail) => {
      const issue = taxNumberIssue(`${taxPrefix(country)}${tail}`, country);
      expect(issue === null).toBe(tail.length >= 2 && tail.length <= 12);
    }),
  );
});

test('normalising is done once', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(normalTaxNumber(normalTaxNumber(text))).toBe(normalTaxNumber(text));
    }),
  );
});
