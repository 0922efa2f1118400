import { expect, test } from '@jest/globals';
import { changeIn, trendOf } from './compared-stats.tsx';

test.each([
  [1, undefined, { direction: 'up' }],
  [-0.5, undefined, { direction: 'down' }],
  [0, 'up', { direction: 'flat' }],
  [2, 'up', { direction: 'up', tone: 'good' }],
  [-2, 'up', { direction: 'down', tone: 'bad' }],
  [2, 'down', { direction: 'up', tone: 'bad' }],
  [-2, 'down', { direction: 'down', tone: 'good' }],
] as const)('describes a change of %d with better %s as %j', (change, better, trend) => {
  expect(trendOf(change, 'before', better)).toEqual({ ...trend, text: 'before' });
});

test('returns no change when a period has no data', () => {
  const change = changeIn((value: number | null) => value);
  expect(change(3, 1)).toBe(2);
  expect(change(null, 1)).toBe(0);
  expect(change(3, null)).toBe(0);
});
