import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Big } from '../../listing/decimal.ts';
import { sepaQr } from './bank-transfer.ts';
import { creditorReference, isCreditorReference } from './creditor-reference.ts';

const transfer = {
  beneficiary: 'Dalat Demonstration OÜ',
  iban: 'EE382200221020145685',
  bic: 'HABAEE2X',
  reference: 'RF65PF2026000318',
  amount: '124.00',
  currency: 'eur',
} as const;

test('lists the elements of a transfer with a structured reference', () => {
  expect(sepaQr(transfer)).toBe(
    'BCD\n002\n1\nSCT\nHABAEE2X\nDalat Demonstration OÜ\nEE382200221020145685\nEUR124.00\n\nRF65PF2026000318',
  );
});

test('puts any other reference into the free element', () => {
  expect(sepaQr({ ...transfer, reference: 'PF-2026-000318', bic: null })).toBe(
    'BCD\n002\n1\nSCT\n\nDalat Demonstration OÜ\nEE382200221020145685\nEUR124.00\n\n\nPF-2026-000318',
  );
});

test.each([
  ['in another currency', { currency: 'usd' as const }],
  ['of nothing', { amount: '0.00' }],
  ['of money that is given back', { amount: '-1.00' }],
  ['of a billion', { amount: '1000000000.00' }],
  ['whose texts are too long', { beneficiary: '😀'.repeat(70) }],
])('has no code for a transfer %s', (_what, change) => {
  expect(sepaQr({ ...transfer, ...change })).toBeNull();
});

test('every code keeps the limits of the guideline and states the transfer', () => {
  const cents = fc.integer({ min: 1, max: 99_999_999_999 });
  const numbers = fc.stringMatching(/^[A-Z]{0,2}-?\d{4}-\d{1,10}$/);
  fc.assert(
    fc.property(
      fc.record({
        beneficiary: fc.string({ minLength: 1, maxLength: 140, unit: 'grapheme' }),
        iban: fc.stringMatching(/^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/),
        bic: fc.option(fc.stringMatching(/^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/)),
        reference: fc.oneof(numbers.map(creditorReference), fc.string({ unit: 'grapheme' })),
        amount: cents.map((count) => new Big(count).div(100).toFixed(2)),
        currency: fc.constant('eur' as const),
      }),
      (given) => {
        const text = sepaQr(given);
        fc.pre(text !== null);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(331);
        const [tag, version, set, kind, bic, name, iban, amount, purpose, structured, free = '', ...more] =
          text.split('\n');
        expect([tag, version, set, kind, purpose, more]).toEqual(['BCD', '002', '1', 'SCT', '', []]);
        expect([bic, iban, amount]).toEqual([given.bic ?? '', given.iban, `EUR${given.amount}`]);
        expect([...name!].length).toBeLessThanOrEqual(70);
        expect([...free].length).toBeLessThanOrEqual(140);
        expect(isCreditorReference(given.reference) ? free : structured).toBe('');
        if (isCreditorReference(given.reference)) expect(structured).toBe(given.reference);
      },
    ),
  );
});
