import { expect, test } from '@jest/globals';
import { euCountryCodes } from '@portal/contract/tax-number';
import { DateTime } from 'luxon';
import { standardRate } from './standard-rates.ts';

const memberStates = euCountryCodes.filter((code) => code !== 'el');

// The days on which a standard rate changed since 2020, with the rates of the day before and of the day itself.
test.each([
  ['de', '2020-07-01', '19.00', '16.00'],
  ['de', '2021-01-01', '16.00', '19.00'],
  ['ie', '2020-09-01', '23.00', '21.00'],
  ['ie', '2021-03-01', '21.00', '23.00'],
  ['lu', '2023-01-01', '17.00', '16.00'],
  ['lu', '2024-01-01', '16.00', '17.00'],
  ['ee', '2024-01-01', '20.00', '22.00'],
  ['ee', '2025-07-01', '22.00', '24.00'],
  ['fi', '2024-09-01', '24.00', '25.50'],
  ['sk', '2025-01-01', '20.00', '23.00'],
  ['ro', '2025-08-01', '19.00', '21.00'],
])('%s changes its rate on %s from %s to %s', (country, day, before, after) => {
  const eve = DateTime.fromISO(day).minus({ days: 1 }).toFormat('yyyy-MM-dd');
  expect([standardRate(country, eve), standardRate(country, day)]).toEqual([before, after]);
});

test('knows the rate of every member state since 2020, within the limits of the directive', () => {
  expect(memberStates).toHaveLength(27);
  for (const country of memberStates) {
    for (const day of ['2020-01-01', '2023-06-15', '2026-11-23']) {
      const rate = Number(standardRate(country, day));
      // Article 97: at least 15 %. The highest is Hungary's.
      expect(rate).toBeGreaterThanOrEqual(15);
      expect(rate).toBeLessThanOrEqual(27);
    }
  }
});

test.each([
  ['us', '2026-01-01'],
  ['el', '2026-01-01'],
  ['de', '1999-12-31'],
])('refuses to guess the rate of %s on %s', (country, day) => {
  expect(() => standardRate(country, day)).toThrow(`no standard VAT rate of ${country} on ${day} is known`);
});
