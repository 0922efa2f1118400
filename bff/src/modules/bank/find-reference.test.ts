import { expect, test } from '@jest/globals';
import { creditorReference } from '../bank-transfer/creditor-reference.ts';
import { findNumbers } from './find-reference.ts';

const numbersIn = (remittance: string) => findNumbers({ reference: null, remittance });

test.each(['PF-2026-000318', '2026-10-00412', 'PF-2026-KTRVW-000318', '2026-10-KTRVW-00412'])(
  'finds %s as a creditor reference, in groups of four, and as it is printed',
  (number) => {
    const reference = creditorReference(number);
    const grouped = reference.replaceAll(/(.{4})/g, '$1 ');
    for (const text of [reference, grouped, grouped.toLowerCase(), number, `Top-up ${number}.`])
      expect(numbersIn(text)).toEqual([number]);
    expect(findNumbers({ reference, remittance: '' })).toEqual([number]);
  },
);

test.each(['PF2026KTRVW000318', 'pf 2026 ktrvw 000318', 'PF/2026/KTRVW/000318'])('finds %s', (text) => {
  expect(numbersIn(text)).toEqual(['PF-2026-KTRVW-000318']);
});

test.each([
  creditorReference('PF-2026-KTRVW-000318').replace('KTRVW', 'KTRWV'),
  'PF-2026-KTRV-000318',
  'PF-2026-KTRVA-000318',
  'PF-2026-KTRVW-0003181',
  '202610KTRVW00412',
])('finds nothing in %s', (text) => {
  expect(numbersIn(text)).toEqual([]);
});
