import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { cleanPhone, digitsOf, phoneNumberSchema } from './phone-number.ts';

test.each([
  ['+372 5551 2345', '372 5551 2345'],
  [' + 372 5551 2345', '372 5551 2345'],
  ['00372 5551', '372 5551'],
  ['tel:+49-30', '49-30'],
  ['(+372) 555.12', '(372) 555 12'],
  ['49\u201330', '49-30'],
  ['372\u00a055', '372 55'],
  ['372 ', '372 '],
  ['372 5551 2345', '372 5551 2345'],
])('takes %j for %j', (typed, phone) => {
  expect(cleanPhone(typed)).toBe(phone);
});

test('is right if and only if it has 9 to 25 of its characters and 9 to 16 digits', () => {
  const texts = fc.string({ unit: fc.constantFrom(...'0123456789()- +'), maxLength: 30 });
  fc.assert(
    fc.property(texts, (text) => {
      const digits = digitsOf(text).length;
      const isRight =
        text.length >= 9 && text.length <= 25 && !text.includes('+') && digits >= 9 && digits <= 16;
      expect(v.is(phoneNumberSchema, text)).toBe(isRight);
    }),
    { numRuns: 500 },
  );
});
