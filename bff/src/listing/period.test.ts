import { expect, test } from '@jest/globals';
import { precedingPeriod, resolvePeriod } from './period.ts';

const now = new Date('2026-11-21T10:00:00Z');
const rules = { timezone: 'Europe/Tallinn', open: 'last_24_hours', maxDays: 92, now } as const;

test("a day is the account's: from its midnight to the next", () => {
  expect(resolvePeriod({ start_date: '2026-11-20', end_date: '2026-11-20' }, rules)).toEqual({
    start_date: '2026-11-20',
    end_date: '2026-11-20',
    timezone: 'Europe/Tallinn',
    start_utc: '2026-11-19T22:00:00Z',
    end_utc: '2026-11-20T22:00:00Z',
  });
});

test.each([
  ['2026-03-29', 23],
  ['2026-10-25', 25],
  ['2026-10-26', 24],
])('%s has %d hours in Tallinn', (day, hours) => {
  const { start_utc, end_utc } = resolvePeriod({ start_date: day, end_date: day }, rules);
  expect((Date.parse(end_utc) - Date.parse(start_utc)) / 3_600_000).toBe(hours);
});

test.each([
  ['Atlantic/Azores', '2026-10-24', '2026-10-25'],
  ['America/Havana', '2026-10-31', '2026-11-01'],
])('%s: %s ends where %s begins, at the first of its two midnights', (timezone, day, next) => {
  const of = (start_date: string, end_date: string) =>
    resolvePeriod({ start_date, end_date }, { ...rules, timezone });
  const [one, other] = [of(day, day), of(next, next)];
  expect(one.end_utc).toBe(other.start_utc);
  const hours = ({ start_utc, end_utc }: typeof one) =>
    (Date.parse(end_utc) - Date.parse(start_utc)) / 3_600_000;
  expect([hours(one), hours(other)]).toEqual([24, 25]);
  expect(precedingPeriod(other)).toEqual({ start_utc: one.start_utc, end_utc: one.end_utc });
});

test('a day without a midnight begins at one o’clock', () => {
  const { start_utc, end_utc } = resolvePeriod(
    { start_date: '2026-03-29', end_date: '2026-03-29' },
    { ...rules, timezone: 'Atlantic/Azores' },
  );
  expect([start_utc, end_utc]).toEqual(['2026-03-29T01:00:00Z', '2026-03-30T00:00:00Z']);
});

test('defaults to the last 24 hours, this month or the last twelve months', () => {
  expect(resolvePeriod({}, rules)).toMatchObject({
    start_utc: '2026-11-20T10:00:00Z',
    end_utc: '2026-11-21T10:00:00Z',
  });
  expect(resolvePeriod({}, { ...rules, open: 'this_month' })).toMatchObject({
    start_date: '2026-11-01',
    end_date: '2026-11-21',
  });
  expect(resolvePeriod({}, { ...rules, open: 'last_12_months', maxDays: 3660 })).toMatchObject({
    start_date: '2025-11-22',
    end_date: '2026-11-21',
  });
});

test('closes a half-open period with today or its default length', () => {
  expect(resolvePeriod({ start_date: '2026-11-01' }, rules)).toMatchObject({ end_date: '2026-11-21' });
  expect(resolvePeriod({ end_date: '2026-11-02' }, rules)).toMatchObject({ start_date: '2026-11-02' });
  expect(resolvePeriod({ start_date: '2026-12-24' }, rules)).toMatchObject({ end_date: '2026-12-24' });
});

test('refuses a period that is too long or ends before it starts', () => {
  expect(() => resolvePeriod({ start_date: '2026-08-01' }, rules)).toThrow('range_too_long');
  expect(() => resolvePeriod({ start_date: '2026-11-20', end_date: '2026-11-19' }, rules)).toThrow(
    'range_invalid',
  );
});

test('returns a preceding period of equal days despite clock changes', () => {
  const week = resolvePeriod({ start_date: '2026-10-20', end_date: '2026-10-26' }, rules);
  expect(precedingPeriod(week)).toEqual({
    start_utc: '2026-10-12T21:00:00Z',
    end_utc: '2026-10-19T21:00:00Z',
  });
});
