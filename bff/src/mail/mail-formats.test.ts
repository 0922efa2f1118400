import { expect, test } from '@jest/globals';
import { languages } from '@portal/contract/language';
import { mailMoney, mailTime } from './mail-formats.ts';

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

test('is exact beyond the precision of numbers', () => {
  expect(mailMoney('en', '900719925474099312.99', 'eur')).toBe('€900,719,925,474,099,312.99');
});
