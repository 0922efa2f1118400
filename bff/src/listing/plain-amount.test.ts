import { expect, test } from '@jest/globals';
import { plainAmount } from './plain-amount.ts';

test.each([
  ['124', '124'],
  ['124.5', '124.5'],
  ['124,50 €', '124.50'],
  ['€1,240.00', '1240.00'],
  ['1.240,00', '1240.00'],
  ['1 240,00 €', '1240.00'],
  ['12,345,678', '12345678'],
  ['−€1,240.00', '1240.00'],
  ['134.300878', '134.300878'],
  ['USD 12', '12'],
  ['PF-2026-000318', 'PF-2026-000318'],
  ['order 5', 'order 5'],
  ['.', '.'],
])('searches amounts for "%s" as %s', (text, stored) => expect(plainAmount(text)).toBe(stored));
