import { expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { momentIn } from './moment-of-booking.ts';

const later = DateTime.fromISO('2026-11-20T12:00:00Z');
const dayIn = (moment: string, zone: string) => DateTime.fromISO(moment, { zone }).toISODate();

test.each([
  ['Europe/Tallinn', '2026-05-01', '2026-05-01T09:00:00Z'],
  // The clocks go forward and back.
  ['Europe/Tallinn', '2026-03-29', '2026-03-29T09:00:00Z'],
  ['Europe/Tallinn', '2026-10-25', '2026-10-25T10:00:00Z'],
  ['Pacific/Kiritimati', '2026-05-01', '2026-04-30T22:00:00Z'],
  ['Etc/GMT+12', '2026-05-01', '2026-05-02T00:00:00Z'],
])('in %s, the moment of %s is its midday, %s', (timezone, day, moment) => {
  expect(momentIn(timezone, day, later)).toBe(moment);
});

test('until midday the moment is now, and before the day begins it is its midnight', () => {
  const moment = (now: string) => momentIn('Europe/Tallinn', '2026-05-01', DateTime.fromISO(now));
  expect(moment('2026-05-01T03:30:00.250Z')).toBe('2026-05-01T03:30:00.250Z');
  expect(moment('2026-04-30T20:00:00Z')).toBe('2026-04-30T21:00:00Z');
});

test('in every time zone, the moment is on its day, also on days on which clocks change', () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    for (const day of ['2026-02-28', '2026-03-08', '2026-03-29', '2026-09-06', '2026-10-25', '2026-11-01']) {
      const moment = momentIn(zone, day, later);
      expect([zone, dayIn(moment, zone)]).toEqual([zone, day]);
      // What the audit requires.
      const hours = DateTime.fromISO(moment)
        .diff(DateTime.fromISO(day, { zone: 'utc' }))
        .as('hours');
      expect(hours).toBeGreaterThanOrEqual(-14);
      expect(hours).toBeLessThanOrEqual(24);
    }
  }
});

test('an account that moves to a time zone up to eleven hours away sees the same day', () => {
  const moment = momentIn('Europe/Tallinn', '2026-06-01', later);
  for (const zone of [
    'Europe/Berlin',
    'America/New_York',
    'America/Los_Angeles',
    'Asia/Tokyo',
    'Pacific/Noumea',
  ])
    expect(dayIn(moment, zone)).toBe('2026-06-01');
});

test('a day that a time zone left out has a moment nevertheless', () => {
  expect(momentIn('Pacific/Apia', '2011-12-30', later)).toMatch(/^2011-12-(29|30)T/);
});
