import { expect, test } from '@jest/globals';
import { historyFilters } from './history-link.tsx';

const period = {
  start_date: '2026-11-01',
  end_date: '2026-11-20',
  timezone: 'Europe/Tallinn',
  start_utc: '2026-10-31T22:00:00Z',
  end_utc: '2026-11-20T22:00:00Z',
};

test('returns filters for a day and a sender', () => {
  expect(historyFilters({ day: '2026-11-03', sender: '+3725550000' }, period, 'failed')).toEqual({
    start_date: '2026-11-03',
    end_date: '2026-11-03',
    filter: '+3725550000',
    status: 'failed',
  });
});

test('returns the whole period for a total', () => {
  expect(historyFilters({}, period, 'messages')).toEqual({
    start_date: '2026-11-01',
    end_date: '2026-11-20',
    status: undefined,
  });
});

test.each([
  ['a country', { country: 'ee' }, period],
  ['a missing value', { sender: null }, period],
  ['a period that is too long for the history', {}, { ...period, start_date: '2025-01-01' }],
])('returns null for %s', (_name, key, over) => {
  expect(historyFilters(key, over, 'messages')).toBeNull();
});
