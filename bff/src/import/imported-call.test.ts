import { expect, test } from '@jest/globals';
import { normalizeNumber } from '../phone-numbers/normalize-number.ts';
import { epochOfUniqueId } from './call-formats/asterisk.ts';
import { readLocalTime } from './local-time.ts';
import { splitCsv } from './split-csv.ts';

test.each([
  ['+49 30 23125-101', '+493023125101'],
  ['00493023125101', '+493023125101'],
  ['+49 (0)30 / 23125\u2011101', '+493023125101'],
  ['6001200', '+3726001200'],
  ['55500123', '+37255500123'],
  ['3726001200', '+3726001200'],
  ['493023125101', '+493023125101'],
  ['06001200', '+3726001200'],
  ['101', '101'],
  ['*97', '*97'],
  ['s', 's'],
  ['Anonymous', 'Anonymous'],
  ['', ''],
  ['4915112345678#', '+4915112345678'],
  ['4915112345678;phone-context=x', '+4915112345678'],
  ['4915112345678w123', '+4915112345678'],
  ['tel:+4915112345678', '+4915112345678'],
  ['sip:+4915112345678@example.com', '+4915112345678'],
  ['*31*4915112345678', '+4915112345678'],
  ['+0123', '+0123'],
  ['00000000000', '00000000000'],
])('converts %s to %s', (text, number) => {
  expect(normalizeNumber(text, '372')).toBe(number);
});

test.each([
  ['+49(0)15112345678', '+4915112345678'],
  ['0049 (0) 151 12345678', '+4915112345678'],
  ['+49 0151 12345678', '+4915112345678'],
  ['0049015112345678', '+4915112345678'],
  ['49 0151 12345678', '+4915112345678'],
  ['tel:+49-(0)-151-12345678', '+4915112345678'],
  ['+44 (0)7911 123456', '+447911123456'],
  ['+39 06 69812345', '+390669812345'],
  ['+39 (0)6 69812345', '+390669812345'],
  ['+39 (0)347 1234567', '+393471234567'],
  ['+378 0549 882345', '+3780549882345'],
  ['+225 07 07 12 34 56', '+2250707123456'],
  ['+241 077 12 34 56', '+24177123456'],
  ['+372 (0)5123456', '+3725123456'],
  ['+7 8 912 345 67 89', '+79123456789'],
  ['+7 812 345 67 89', '+78123456789'],
  ['+375 8 029 123 45 67', '+375291234567'],
  ['+375 (0)17 123 45 67', '+375171234567'],
  ['+370 8 612 34567', '+37061234567'],
  ['+370 (0)612 34567', '+37061234567'],
  ['+36 06 20 123 4567', '+36201234567'],
  ['+36 (0)20 123 4567', '+36201234567'],
  ['+52 1 55 1234 5678', '+525512345678'],
  ['+52 044 55 1234 5678', '+525512345678'],
  ['+1 1 876 555 1234', '+18765551234'],
  // A number of each of these countries that begins so does not exist: there is nothing to correct it to.
  ['+372 05123456', '+37205123456'],
  ['+49 00151 12345678', '+49015112345678'],
  ['+36 020 123 4567', '+360201234567'],
  ['+7 0912 345 67 89', '+709123456789'],
])('the trunk prefix in %s makes it no other number than %s', (text, number) => {
  expect(normalizeNumber(text, '34')).toBe(number);
});

test.each([
  ['0151 12345678', '49', '+4915112345678'],
  ['06 69812345', '39', '+390669812345'],
  ['347 1234567', '39', '+393471234567'],
  ['0707123456', '225', '+2250707123456'],
  ['8 912 345 67 89', '7', '+79123456789'],
  ['06 20 123 4567', '36', '+36201234567'],
  ['8 612 34567', '370', '+37061234567'],
  ['1 876 555 1234', '1', '+18765551234'],
  ['011 49 0151 12345678', '1876', '+4915112345678'],
  ['2125551234', '1', '+12125551234'],
  ['2125551234', '1876', '+12125551234'],
  ['(212) 555-1234', '1787', '+12125551234'],
  ['1 212 555 1234', '1809', '+12125551234'],
  ['8765551234', '1876', '+18765551234'],
  ['6585551234', '1876', '+16585551234'],
  ['555-1234', '1876', '+18765551234'],
  ['0 555 1234', '1876', '+18765551234'],
  ['02125551234', '1876', '+12125551234'],
  ['493023125101', '1876', '+493023125101'],
  // No number of the plan has seven digits without an area code, nor eight.
  ['5551234', '1', '5551234'],
  ['87655512', '1876', '87655512'],
])('%s means in the country with the code %s the number %s', (text, dialCode, number) => {
  expect(normalizeNumber(text, dialCode)).toBe(number);
});

test('011 is the international prefix of the North American plan', () => {
  expect(normalizeNumber('0114915112345678', '1')).toBe('+4915112345678');
});

test('reads a local time in its time zone', () => {
  const zone = 'Europe/Tallinn';
  expect(new Date(readLocalTime('start', '2026-07-01 12:00:00', zone)).toISOString()).toBe(
    '2026-07-01T09:00:00.000Z',
  );
  const [first, second] = [Date.parse('2026-10-25T00:30:00Z'), Date.parse('2026-10-25T01:30:00Z')];
  expect(readLocalTime('start', '2026-10-25 03:30:00', zone)).toBe(first);
  expect(readLocalTime('start', '2026-10-25 03:30:00', zone, second + 5_000)).toBe(second);
  expect(() => readLocalTime('start', '2026-03-29 03:30:00', zone)).toThrow(
    'does not exist in Europe/Tallinn',
  );
  expect(() => readLocalTime('end', '', zone)).toThrow('end is missing');
  expect(() => readLocalTime('end', '21.11.2026 10:00', zone)).toThrow('is not a date and time');
});

test('reads the start of the call from its unique id', () => {
  expect(epochOfUniqueId('1763708292.42')).toBe(1_763_708_292_000);
  expect(epochOfUniqueId('pbx-tallinn-1763708292.42')).toBe(1_763_708_292_000);
  expect(epochOfUniqueId('abc')).toBeUndefined();
});

test('reads doubled quotes and delimiters within quoted fields', () => {
  expect(splitCsv('"1","""Müller, """"Fritz"""""" <1>",,"a,b",7,""')).toEqual([
    '1',
    '"Müller, ""Fritz""" <1>',
    '',
    'a,b',
    '7',
    '',
  ]);
  expect(splitCsv('a;"b;c"; d ;', ';')).toEqual(['a', 'b;c', 'd', '']);
  for (const damaged of ['"a', 'a"b', '"a"b,c', '"a""'])
    expect(() => splitCsv(damaged)).toThrow('the quotes do not match');
});
