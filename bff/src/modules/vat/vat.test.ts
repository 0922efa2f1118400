import { expect, test } from '@jest/globals';
import { euCountryCodes } from '@portal/contract/tax-number';
import { DateTime } from 'luxon';
import { dayIn, vatOn } from './vat.ts';

const provider = { PROVIDER_COUNTRY: 'ee' };
const day = '2026-11-23';
const number = 'XX123456789';
const euStates = euCountryCodes.filter((code) => code !== 'el' && code !== 'ee');

// Every row of the decision table: country, tax number, the register's verdict, then treatment, rate and reason.
test.each([
  [null, null, 'unchecked', 'standard', '24.00', 'country_missing'],
  ['ee', null, 'unchecked', 'standard', '24.00', 'provider_country'],
  ['ee', number, 'valid', 'standard', '24.00', 'provider_country'],
  ['ee', number, 'invalid', 'standard', '24.00', 'provider_country'],
  ['de', number, 'valid', 'reverse_charge', '0.00', 'reverse_charge'],
  ['de', number, 'unchecked', 'standard', '19.00', 'tax_number_unchecked'],
  ['de', number, 'unavailable', 'standard', '19.00', 'tax_number_unchecked'],
  ['de', number, 'invalid', 'standard', '19.00', 'tax_number_invalid'],
  ['de', null, 'unchecked', 'standard', '19.00', 'tax_number_missing'],
  // A verdict without its number proves nothing.
  ['de', null, 'valid', 'standard', '19.00', 'tax_number_missing'],
  ['us', number, 'unchecked', 'outside_scope', '0.00', 'outside_eu'],
  ['us', number, 'valid', 'outside_scope', '0.00', 'outside_eu'],
  ['gb', null, 'unchecked', 'outside_scope', '0.00', 'outside_eu'],
])('country %s, number %s, verdict %s: %s at %s percent, because of %s', (...row) => {
  const [country, tax_number, tax_status, treatment, rate, reason] = row;
  expect(vatOn(day, { country, tax_number, tax_status }, provider)).toEqual({
    treatment,
    rate,
    country: country ?? 'ee',
    reason,
  });
});

test.each(euStates)(
  'a consumer in %s pays the rate of that country, a confirmed business none',
  (country) => {
    const consumer = vatOn(day, { country, tax_number: null, tax_status: 'unchecked' }, provider);
    expect(consumer).toMatchObject({ treatment: 'standard', country });
    expect(Number(consumer.rate)).toBeGreaterThanOrEqual(15);
    const business = vatOn(day, { country, tax_number: number, tax_status: 'valid' }, provider);
    expect(business).toMatchObject({ treatment: 'reverse_charge', rate: '0.00' });
  },
);

test('the same customer pays the rate of the day', () => {
  const customer = { country: 'ee', tax_number: null, tax_status: 'unchecked' };
  const rates = ['2023-12-31', '2024-01-01', '2025-06-30', '2025-07-01'].map(
    (date) => vatOn(date, customer, provider).rate,
  );
  expect(rates).toEqual(['20.00', '22.00', '22.00', '24.00']);
});

test('a day begins in the time zone of the account', () => {
  const moment = DateTime.fromISO('2025-06-30T21:30:00Z');
  expect(dayIn('Europe/Tallinn', moment)).toBe('2025-07-01');
  expect(dayIn('Europe/Lisbon', moment)).toBe('2025-06-30');
});
