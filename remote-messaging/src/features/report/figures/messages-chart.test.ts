import { expect, test } from '@jest/globals';
import { addDays } from '@portal/shared/ui';
import { pointsOf, stepOf } from './messages-chart.tsx';

function days(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    date: addDays('2026-01-01', index),
    messages: 4,
    delivered: 2,
    failed: 1,
    pending: 1,
    cost: '0.16',
  }));
}

test('up to 92 days have one bar per day', () => {
  const series = days(92);
  expect(stepOf(series)).toBe('day');
  expect(pointsOf(series, 'day')).toHaveLength(92);
});

test('a longer period has one bar per week; the last bar holds the remaining days', () => {
  const series = days(93);
  const points = pointsOf(series, stepOf(series));
  expect(points).toHaveLength(14);
  expect(points[0]).toEqual({ date: '2026-01-01', delivered: 14, failed: 7, pending: 7 });
  expect(points.at(-1)).toEqual({ date: '2026-04-02', delivered: 4, failed: 2, pending: 2 });
});
