import { expect, test } from '@jest/globals';
import { describeUnmatched } from './describe-entries.ts';

test('a terminal obeys nothing that a stranger has written', () => {
  const sequence = '\u001b[31m\u202e';
  const text = describeUnmatched([
    {
      bank_entry_id: 'e-1',
      booked: '2026-11-20',
      amount: '10.00',
      currency: 'EUR',
      payer_name: `Ann${sequence}`,
      payer_iban: `EE38${sequence}`,
      reference: `RF${sequence}`,
      remittance: `Hello${sequence}`,
      reason: 'no_reference',
    },
  ]);
  expect(text).toContain('Ann?[31m?');
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
});
