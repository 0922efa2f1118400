import { expect, test } from '@jest/globals';
import { historyFilters } from './history-filters.ts';

const period = {
  start_date: '2026-10-15',
  end_date: '2026-11-20',
  timezone: 'Europe/Tallinn',
  start_utc: '2026-10-14T21:00:00Z',
  end_utc: '2026-11-20T22:00:00Z',
};
const days = (start_date: string, end_date: string) => ({ start_date, end_date });
const whole = days('2026-10-15', '2026-11-20');

test.each([
  ['a day', { day: '2026-11-02' }, days('2026-11-02', '2026-11-02')],
  ['a whole week', { week: '2026-11-02' }, days('2026-11-02', '2026-11-08')],
  ['a week that starts before the period', { week: '2026-10-12' }, days('2026-10-15', '2026-10-18')],
  ['a month that starts before the period', { month: '2026-10' }, days('2026-10-15', '2026-10-31')],
  ['a month that ends after the period', { month: '2026-11' }, days('2026-11-01', '2026-11-20')],
  ['a country', { country: 'de' }, { ...whole, country: 'de' }],
  ['a number', { number_from: '+3726001234' }, { ...whole, number_from: '3726001234' }],
  [
    'a result on a day',
    { day: '2026-11-02', result: 'busy' },
    { ...days('2026-11-02', '2026-11-02'), result: 'busy' },
  ],
])('returns the filters for a row of %s', (_, key, filters) => {
  expect(historyFilters(key as Record<string, string>, period)).toEqual(filters);
});

test.each([
  ['an hour', { hour: '2026-11-20T08:00:00Z' }],
  ['a destination', { destination: 'Germany Berlin' }],
  ['calls without a country', { country: null }],
  ['a withheld number', { number_from: 'anonymous' }],
  ['a result unknown to this release', { result: 'parked' }],
])('returns null for a row of %s, for which the history has no filter', (_, key) => {
  expect(historyFilters(key as unknown as Record<string, string>, period)).toBeNull();
});

test('returns filters for a year, and for a month of it', () => {
  const year = { ...period, start_date: '2026-01-01', end_date: '2026-12-31' };

  expect(historyFilters({ country: 'de' }, year)).toEqual({
    ...days('2026-01-01', '2026-12-31'),
    country: 'de',
  });
  expect(historyFilters({ month: '2026-02' }, year)).toEqual(days('2026-02-01', '2026-02-28'));
});
