import { expect, test } from '@jest/globals';
import { accountPhone } from './account-phone.ts';

test.each([
  ['372 (55) 51-2345', '+37255512345'],
  ['49 (0)171 7654321', '+491717654321'],
  ['(49) (0) 171-7654321', '+491717654321'],
  ['48 (0) 601-234-567', '+48601234567'],
  ['49 0171 7654321', '+491717654321'],
  // The zero belongs to the number.
  ['39 (0)6 69812345', '+390669812345'],
  // Without a country code.
  ['0171 7654321', '+01717654321'],
  ['(0)171 7654321', '+01717654321'],
  ['1234567890123456', '+1234567890123456'],
])('stores %s as %s', (phone, stored) => {
  expect(accountPhone(phone)).toBe(stored);
});

test('refuses a number that is too short without its trunk prefix', () => {
  expect(() => accountPhone('49 (0)171765')).toThrow(expect.objectContaining({ code: 'validation_failed' }));
});
