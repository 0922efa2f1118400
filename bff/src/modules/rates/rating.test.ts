import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createPriceBook, rateCall } from './rating.ts';

const rate = (intervals: string, perMinute: string, fee = '0') => {
  const [initial, next] = intervals.split('/').map(Number);
  return {
    rate_initial_interval: initial!,
    rate_initial: perMinute,
    rate_next_interval: next!,
    rate_next: perMinute,
    fee,
  };
};

test.each([
  // One minute at 0.0120, then seven single seconds.
  [67, rate('60/1', '0.012000'), 67, '0.013400'],
  [60, rate('60/1', '0.012000'), 60, '0.012000'],
  [1, rate('60/1', '0.012000'), 60, '0.012000'],
  [61, rate('60/60', '0.065000'), 120, '0.130000'],
  [7, rate('6/6', '0.005400'), 12, '0.001080'],
  [6, rate('6/6', '0.005400'), 6, '0.000540'],
  [10, rate('60/60', '0.750000', '0.120000'), 60, '0.870000'],
  // 61 × 0.010000 / 60 = 0.0101666…: rounded once, half away from zero.
  [61, rate('1/1', '0.010000'), 61, '0.010167'],
  [3, rate('1/1', '0.000010'), 3, '0.000001'],
  [3600, rate('60/1', '0.000000'), 3600, '0.000000'],
  // Unanswered calls do not even cost the fee.
  [0, rate('60/1', '0.012000', '0.100000'), 0, '0.000000'],
])('bills %d seconds at %j as %d and %s', (seconds, price, billed, cost) => {
  expect(rateCall(seconds, price)).toEqual({ billed_seconds: billed, price: cost });
});

test('never bills a longer call less, and always its whole duration', () => {
  const interval = fc.integer({ min: 1, max: 120 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), interval, interval, (seconds, initial, next) => {
      const price = rate(`${initial}/${next}`, '0.012345');
      const { billed_seconds } = rateCall(seconds, price);
      expect(billed_seconds).toBeGreaterThanOrEqual(seconds);
      expect(rateCall(seconds + 1, price).billed_seconds).toBeGreaterThanOrEqual(billed_seconds);
    }),
  );
});

test('uses the price of the longest prefix', () => {
  const price = (prefix: string) => ({
    ...rate('60/1', '0.01'),
    prefix,
    country: 'de',
    destination: prefix,
    number_type: 'fixed',
  });
  const book = createPriceBook(['49', '4930', '49301', '1'].map(price));
  expect(book.find('+4917612345678')?.prefix).toBe('49');
  expect(book.find('+493023125101')?.prefix).toBe('4930');
  expect(book.find('+493012345678')?.prefix).toBe('49301');
  expect(book.find('+3726001200')).toBeUndefined();
  expect(book.find('4930')).toBeUndefined();
  // Numbers with a zero there do not exist in Germany: the cheapest price of the country would be a guess.
  expect(book.find('+49015112345678')).toBeUndefined();
  // All numbers of the North American plan have ten digits behind the 1.
  expect(book.find('+12125551234')?.prefix).toBe('1');
  for (const impossible of ['+1212555123', '+121255512345', '+18762125551234', '+11125551234'])
    expect(book.find(impossible)).toBeUndefined();
});
