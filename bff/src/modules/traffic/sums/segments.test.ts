import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { kindSegments, timeSegments } from './segments.ts';

const shape = (segments: ReturnType<typeof kindSegments>) =>
  segments.map(({ grain, from, until }) => `${grain} ${from.slice(0, 16)} ${until.slice(0, 16)}`);

test('reads months in the middle of a year, days beside them and records at its ends', () => {
  const period = { start_utc: '2025-11-19T22:00:00Z', end_utc: '2026-11-20T22:00:00Z' };
  expect(shape(kindSegments(period))).toEqual([
    'record 2025-11-19T22:00 2025-11-20T00:00',
    'day 2025-11-20T00:00 2025-12-01T00:00',
    'month 2025-12-01T00:00 2026-11-01T00:00',
    'day 2026-11-01T00:00 2026-11-20T00:00',
    'record 2026-11-20T00:00 2026-11-20T22:00',
  ]);
});

test.each([
  ['Europe/Tallinn', 'hour'],
  ['Asia/Kathmandu', 'quarter'],
  ['Australia/Lord_Howe', 'quarter'],
])('%s: a report by time reads sums of each %s, and finer ones at its ends', (timezone, grain) => {
  const period = { start_utc: '2026-03-20T10:07:30Z', end_utc: '2026-04-21T10:15:00Z' };
  const hours = [
    'quarter 2026-03-20T10:15 2026-03-20T11:00',
    'hour 2026-03-20T11:00 2026-04-21T10:00',
    'quarter 2026-04-21T10:00 2026-04-21T10:15',
  ];
  expect(shape(timeSegments(period, timezone))).toEqual([
    'record 2026-03-20T10:07 2026-03-20T10:15',
    ...(grain === 'hour' ? hours : ['quarter 2026-03-20T10:15 2026-04-21T10:15']),
  ]);
});

test('a period without a whole day is read from its records', () => {
  const period = { start_utc: '2026-11-19T23:00:00Z', end_utc: '2026-11-20T22:00:00Z' };
  expect(shape(kindSegments(period))).toEqual(['record 2026-11-19T23:00 2026-11-20T22:00']);
});

test('segments follow each other without a gap, from the beginning of any period to its end', () => {
  const moment = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 0, 1) });
  fc.assert(
    fc.property(moment, moment, fc.boolean(), (one, other, isByKind) => {
      const [start_utc, end_utc] = [Math.min(one, other), Math.max(one, other)].map((ms) =>
        new Date(ms).toISOString(),
      ) as [string, string];
      const segments = isByKind
        ? kindSegments({ start_utc, end_utc })
        : timeSegments({ start_utc, end_utc }, 'Europe/Tallinn');
      const ends = [start_utc, ...segments.map(({ until }) => until)];
      expect(segments.map(({ from }) => from)).toEqual(ends.slice(0, -1));
      expect(ends.at(-1)).toBe(end_utc);
    }),
  );
});
