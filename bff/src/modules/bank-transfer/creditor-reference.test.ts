import { expect, test } from '@jest/globals';
import { creditorReference, isCreditorReference } from './creditor-reference.ts';

// The references of ISO 11649's own examples, and one with letters at its end.
test.each(['RF18539007547034', 'RF18 5390 0754 7034', 'rf712348231', 'RF45G72UUR'])('%s is valid', (text) => {
  expect(isCreditorReference(text)).toBe(true);
});

test.each(['RF19539007547034', 'RF18539007547043', 'PF2026000318', 'RF18', ''])('%p is not', (text) => {
  expect(isCreditorReference(text)).toBe(false);
});

test('the reference of a number has right check digits', () => {
  expect(creditorReference('PF-2026-000318')).toMatch(/^RF\d{2}PF2026000318$/);
  for (const number of ['PF-2026-000318', 'PF-2026-999999', 'PF-2031-000001'])
    expect(isCreditorReference(creditorReference(number))).toBe(true);
});
