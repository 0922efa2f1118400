import { expect, test } from '@jest/globals';
import { languages } from '@portal/contract/language';
import { DateTime } from 'luxon';
import { mailDay, mailMoney, mailTime } from './mail-formats.ts';

const plain = (text: string) => text.replace(/\s/g, ' ');

test.each([
  // British: the portal has no American English.
  ['en', '−€12.35', '23 November 2026 at 15:05'],
  // Portugal's number format groups from five digits, Brazil's puts the currency first.
  ['pt', '−12,35 €', '23 de novembro de 2026 às 15:05'],
  ['de', '−12,35 €', '23. November 2026 um 15:05'],
] as const)('writes money and times in %s as the customers of that language do', (language, money, time) => {
  expect(plain(mailMoney(language, '-12.3412', 'eur'))).toBe(money);
  expect(plain(mailTime(language, 'Europe/Berlin', new Date('2026-11-23T14:05:00Z')))).toBe(time);
});

test.each(languages)('writes the minus sign, no hyphen, in %s', (language) => {
  const text = mailMoney(language, '-1.00', 'usd');
  expect(text).toContain('−');
  expect(text).not.toContain('-');
  expect(mailMoney(language, '1.00', 'usd')).not.toMatch(/[-−]/);
});

test('writes the first day of a French month as an ordinal', () => {
  const moment = (day: string) => new Date(`2026-09-${day}T10:05:00Z`);
  expect(mailDay('fr', DateTime.fromISO('2026-09-01'))).toBe('1er septembre 2026');
  expect(mailDay('fr', DateTime.fromISO('2026-09-11'))).toBe('11 septembre 2026');
  expect(plain(mailTime('fr', 'Europe/Paris', moment('01')))).toBe('1er septembre 2026 à 12:05');
  expect(mailDay('it', DateTime.fromISO('2026-09-01'))).toBe('1 settembre 2026');
});

test('is exact beyond the precision of numbers', () => {
  expect(mailMoney('en', '900719925474099312.99', 'eur')).toBe('€900,719,925,474,099,312.99');
});
