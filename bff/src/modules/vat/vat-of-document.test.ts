import { expect, test } from '@jest/globals';
import { vatOfDocument } from './vat-of-document.ts';

const number = 'DE123456788';

test.each([
  ['standard', '24.00', 'ee', null, 'provider_country'],
  ['standard', '19.00', 'de', null, 'tax_number_missing'],
  ['standard', '19.00', 'de', number, 'tax_number_not_confirmed'],
  ['standard', '24.00', null, null, 'country_missing'],
  ['reverse_charge', '0.00', 'de', number, 'reverse_charge'],
  ['outside_scope', '0.00', 'us', null, 'outside_eu'],
])(
  'a document with %s at %s for a customer in %s with the number %s: %s',
  (treatment, rate, country, tax_number, reason) => {
    const detail = { supplier: { country: 'ee' }, customer: { country, tax_number } };
    expect(vatOfDocument({ tax_treatment: treatment, tax_rate: rate, detail })).toEqual({
      treatment,
      rate,
      country: country ?? 'ee',
      reason,
    });
  },
);

test('a document of prepayments has the reason that they state, whatever its parties suggest', () => {
  const vat = { reason: 'provider_country', country: 'ee' } as const;
  const detail = { supplier: { country: 'ee' }, customer: { country: 'fi', tax_number: number }, vat };
  expect(vatOfDocument({ tax_treatment: 'standard', tax_rate: '24.00', detail })).toEqual({
    ...{ treatment: 'standard', rate: '24.00' },
    ...vat,
  });
});

test('says nothing about a document with several rates', () => {
  const detail = { supplier: { country: 'ee' }, customer: { country: 'ee', tax_number: null } };
  expect(vatOfDocument({ tax_treatment: 'standard', tax_rate: null, detail })).toBeNull();
});
