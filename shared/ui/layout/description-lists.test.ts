import { expect, test } from '@jest/globals';
import { changeOf, trendOf } from './description-lists.tsx';

test.each([
  [1, undefined, { direction: 'up' }],
  [-0.5, undefined, { direction: 'down' }],
  [0, 'up', { direction: 'flat' }],
  [2, 'up', { direction: 'up', tone: 'good' }],
  [-2, 'up', { direction: 'down', tone: 'bad' }],
  [2, 'down', { direction: 'up', tone: 'bad' }],
  [-2, 'down', { direction: 'down', tone: 'good' }],
] as const)('a change of %d, better %s, is %j', (change, better, trend) => {
  expect(trendOf(change, 'before', better)).toEqual({ ...trend, text: 'before' });
});

test('nothing has changed when one of two figures is missing', () => {
  expect(changeOf(3, 1)).toBe(2);
  expect(changeOf(null, 1)).toBe(0);
  expect(changeOf(3, null)).toBe(0);
});
