import { expect, test } from '@jest/globals';
import { fixedPeriod } from './opened-row.tsx';

const period = {
  start_date: '2026-11-23',
  end_date: '2026-11-24',
  timezone: 'Europe/Tallinn',
  start_utc: '2026-11-23T10:20:30.5Z',
  end_utc: '2026-11-24T10:20:30.5Z',
};
const days = { start_date: '2026-11-23', end_date: '2026-11-24' };
const moments = { start_time: '2026-11-23T10:20:30.5Z', end_time: '2026-11-24T10:20:30.5Z' };

test.each([
  ['the last 24 hours, which move on', {}, moments],
  ['a search in all that is stored', { number: ['162258'] }, days],
  ['a period that is open on a side', { start_date: '2026-11-23' }, days],
  ['chosen days', days, {}],
  ['chosen moments', moments, {}],
])('fixes the period of %s', (_name, query, patch) => {
  expect(fixedPeriod(query, period)).toEqual(patch);
});

test('fixes nothing before the list has loaded', () => {
  expect(fixedPeriod({}, undefined)).toEqual({});
});
