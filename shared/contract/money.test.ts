import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { amountSchema, compareDecimals, decimalSchema, withScale } from './money.ts';

const decimals = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 33n - 1n }), fc.integer({ min: 0, max: 18 }))
  .map(([isNegative, digits, scale]) => {
    const text = digits.toString().padStart(scale + 1, '0');
    const [whole, fraction] = [text.slice(0, text.length - scale), text.slice(text.length - scale)];
    return `${isNegative ? '-' : ''}${whole.slice(-15)}${scale === 0 ? '' : `.${fraction}`}`;
  });

describe('decimals', () => {
  test.each(['0', '-12.5', '18.4023', '999999999999999.123456789012345678'])('%s is one', (text) => {
    expect(v.is(decimalSchema, text)).toBe(true);
  });

  test.each(['', '1,5', '.5', '5.', '1e3', '+1', ' 1', '1000000000000000', 'NaN', 12.5, null])(
    '%j is none',
    (value) => {
      expect(v.is(decimalSchema, value)).toBe(false);
    },
  );

  test('compare exactly, whatever their scales', () => {
    expect(compareDecimals('10', '10.00')).toBe(0);
    expect(compareDecimals('9.99', '10.00')).toBe(-1);
    expect(compareDecimals('0.000000000000000002', '0.000000000000000001')).toBe(1);
    expect(compareDecimals('-0', '0.00')).toBe(0);
    expect(compareDecimals('-0.5', '0.25')).toBe(-1);
  });

  test('are ordered: comparing is antisymmetric, and a scale changes nothing', () => {
    fc.assert(
      fc.property(decimals, decimals, fc.integer({ min: 0, max: 18 }), (a, b, scale) => {
        expect(v.is(decimalSchema, a)).toBe(true);
        expect(compareDecimals(a, b) + compareDecimals(b, a)).toBe(0);
        expect(compareDecimals(withScale(a, scale), a)).toBe(0);
      }),
    );
  });

  test('agree with binary arithmetic on cents', () => {
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
    const text = (value: number) => (value / 100).toFixed(2);
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        expect(compareDecimals(text(a), text(b))).toBe(Math.sign(a - b));
      }),
    );
  });
});

describe('an amount that a customer enters', () => {
  test.each([
    ['12', '12.00'],
    ['12.5', '12.50'],
    [' 0012.34 ', '12.34'],
    ['0.01', '0.01'],
  ])('%j is %s', (text, amount) => {
    expect(v.parse(amountSchema, text)).toBe(amount);
  });

  test.each([
    ['', 'amount_required'],
    ['0', 'amount_invalid'],
    ['0.00', 'amount_invalid'],
    ['-1', 'amount_invalid'],
    ['12,50', 'amount_invalid'],
    ['1.234', 'amount_invalid'],
    ['1e3', 'amount_invalid'],
    [12, 'amount_invalid'],
  ])('%j is refused with %s', (text, code) => {
    expect(v.safeParse(amountSchema, text).issues?.map(({ message }) => message)).toEqual([code]);
  });
});
