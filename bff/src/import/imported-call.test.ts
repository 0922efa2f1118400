import { expect, test } from '@jest/globals';
import { epochOfUniqueId } from './call-formats/asterisk.ts';
import { readLocalTime } from './local-time.ts';
import { normalizeNumber } from './normalize-number.ts';
import { splitCsv } from './split-csv.ts';

test.each([
  ['+49 30 23125-101', '+493023125101'],
  ['00493023125101', '+493023125101'],
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
