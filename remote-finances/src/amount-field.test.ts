import { describe, expect, it } from '@jest/globals';
import { decimalOf, readAmount, writeAmount } from './amount-field.tsx';

const limits = { min: '10.00', max: '10000.00' };

describe('decimalOf', () => {
  it.each([
    ['12', 'en-GB', '12'],
    ['12.5', 'en-GB', '12.5'],
    ['12,50', 'en-GB', '12.50'],
    ['12,50', 'de', '12.50'],
    ['12.50', 'de', '12.50'],
    ['1,500', 'en-GB', '1500'],
    ['1.500', 'de', '1500'],
    ['1.234,50', 'de', '1234.50'],
    ['1,234.50', 'en-GB', '1234.50'],
    ['1.234,50', 'en-GB', '1234.50'],
    ['1 234,50', 'fr', '1234.50'],
    ['1\u202f234,50', 'fr', '1234.50'],
    ['1\u00a0234', 'ru', '1234'],
    ["1'234.50", 'de', '1234.50'],
    ['1.234.567', 'de', '1234567'],
    ['1.234.567,89', 'de', '1234567.89'],
  ])('reads %s in %s as %s', (text, locale, decimal) => {
    expect(decimalOf(text, locale)).toBe(decimal);
  });

  it.each([
    ['1,500', 'de'],
    ['1.500', 'en-GB'],
    ['1.500', 'fr'],
    ['12.345', 'fr'],
    ['12,3456', 'en-GB'],
    ['1234,567', 'en-GB'],
    ['12,', 'en-GB'],
    [',50', 'de'],
    ['1.23.456', 'de'],
    ['1,2,3', 'en-GB'],
    ['12.34,567', 'de'],
    ['-5', 'en-GB'],
    ['1e3', 'en-GB'],
    ['ten', 'en-GB'],
    ['€10', 'en-GB'],
    ['..', 'en-GB'],
  ])('rejects %s in %s', (text, locale) => {
    expect(decimalOf(text, locale)).toBeNull();
  });
});

describe('readAmount', () => {
  it('returns two decimals after a point', () => {
    expect(readAmount('12,5', 'de', limits)).toEqual({ isValid: true, amount: '12.50' });
    expect(readAmount('0010', 'de', limits)).toEqual({ isValid: true, amount: '10.00' });
    expect(readAmount('10.000', 'de', limits)).toEqual({ isValid: true, amount: '10000.00' });
  });

  it.each([
    ['', 'amount_required'],
    ['  ', 'amount_required'],
    ['abc', 'amount_invalid'],
    ['0', 'amount_invalid'],
    ['12.345', 'amount_invalid'],
    ['9.99', 'amount_below_minimum'],
    ['10,000.01', 'amount_above_maximum'],
  ])('rejects "%s" with %s', (text, code) => {
    expect(readAmount(text, 'en-GB', limits)).toMatchObject({ isValid: false, code });
  });
});

it('writes an amount as it is typed in the locale', () => {
  expect(writeAmount('1234.50', 'de')).toBe('1234,50');
  expect(writeAmount('1234.50', 'en-GB')).toBe('1234.50');
});
