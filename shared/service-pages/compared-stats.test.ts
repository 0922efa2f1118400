import { expect, test } from '@jest/globals';
import { changeOf, trendOf } from './compared-stats.tsx';

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

test.each([
  [3, 1, 2],
  [null, 1, 0],
  [3, null, 0],
])('compares the numbers %j and %j: the change is %d', (now, before, change) => {
  expect(changeOf({ label: 'Calls', number: (value: number | null) => value }, now, before)).toBe(change);
});

test('compares numbers in their unit', () => {
  const figure = { label: 'Time', number: (value: number) => value, unit: 100 };
  expect(changeOf(figure, 2820, 2790)).toBe(0);
  expect(changeOf(figure, 2860, 2790)).toBe(1);
});

test.each([
  ['10.00', '9.50', 1],
  ['9.5', '9.50', 0],
  [null, '9.50', 0],
])('compares the amounts %s and %s: the change is %d', (now, before, change) => {
  expect(changeOf({ label: 'Cost', money: (value: string | null) => value }, now, before)).toBe(change);
});
