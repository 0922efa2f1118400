import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Big } from '../../listing/decimal.ts';
import { addVat, includedVat, vatAmount } from './vat-amounts.ts';

test.each([
  ['100.00', '24.00', '24.00', '124.00'],
  ['10.02', '24.00', '2.40', '12.42'],
  // 0.10 × 25.5 % = 0.0255
  ['0.10', '25.50', '0.03', '0.13'],
  // Half a cent rounds away from zero: 0.50 × 21 % = 0.105
  ['0.50', '21.00', '0.11', '0.61'],
  // Beyond the precision of binary fractions.
  ['999999999999.99', '27.00', '270000000000.00', '1269999999999.99'],
  ['50', '0.00', '0.00', '50.00'],
])('adds VAT to %s at %s percent', (amount, rate, tax_amount, gross_amount) => {
  expect(addVat(amount, rate)).toMatchObject({ tax_rate: rate, tax_amount, gross_amount });
});

test('rounds the VAT of a credit like that of its invoice', () => {
  expect(vatAmount(new Big('-0.50'), '21.00').toFixed(2)).toBe('-0.11');
});

test('is exact to half a cent for any amount, and net and VAT are the gross', () => {
  const cents = fc.integer({ min: 1, max: 1_000_000_000 });
  const rate = fc.constantFrom('0.00', '16.00', '17.00', '19.00', '21.00', '25.50', '27.00');
  fc.assert(
    fc.property(cents, rate, (amount, percent) => {
      const { net_amount, tax_amount, gross_amount } = addVat((amount / 100).toFixed(2), percent);
      // In ten-thousandths of a cent: integers, so that the check does not use the arithmetic it checks.
      const exact = BigInt(amount) * BigInt(percent.replace('.', ''));
      const rounded = BigInt(tax_amount.replace('.', '')) * 10_000n;
      const difference = rounded - exact;
      expect(difference > -5_000n && difference <= 5_000n).toBe(true);
      expect(new Big(net_amount).plus(tax_amount).toFixed(2)).toBe(gross_amount);
    }),
    { numRuns: 2_000 },
  );
});

test('finds the VAT that was added to an amount', () => {
  const cents = fc.integer({ min: 1, max: 1_000_000_000 });
  const rate = fc.integer({ min: 0, max: 2_700 });
  fc.assert(
    fc.property(cents, rate, (amount, hundredths) => {
      const percent = (hundredths / 100).toFixed(2);
      const { gross_amount, tax_amount } = addVat((amount / 100).toFixed(2), percent);
      expect(includedVat(new Big(gross_amount), percent).toFixed(2)).toBe(tax_amount);
    }),
    { numRuns: 2_000 },
  );
});
