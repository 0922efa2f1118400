import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { euCountryCodes } from './country.ts';
import { normalTaxNumber, taxNumberExamples, taxNumberIssue, taxPrefix } from './tax-number.ts';

test('there are 28 codes of the European Union, and an example for each', () => {
  expect(euCountryCodes).toHaveLength(28);
  expect(Object.keys(taxNumberExamples).sort()).toEqual([...euCountryCodes].sort());
});

test.each(euCountryCodes)('the example of %s is right there', (country) => {
  expect(taxNumberIssue(taxNumberExamples[country], country)).toBeNull();
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
