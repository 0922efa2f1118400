import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { nextStep, type RentTerms } from './rent-steps.ts';

const terms = (changes: Partial<RentTerms> = {}): RentTerms => ({
  ...{ renews_at: null, renewal_day: null, expires_at: null, auto_renew: true, billing_cycles_left: null },
  ...changes,
});

/** Every month that is due by a day, as `start/end`, and how the number ended. */
function stepsUntil(day: string, from: RentTerms): string[] {
  const steps: string[] = [];
  let current = from;
  for (let due = nextStep(current, day); due !== undefined; due = nextStep(current, day)) {
    if (due.step === 'expire') return [...steps, `expired ${due.expires_at}`];
    steps.push(`${due.start}/${due.end}`);
    current = due.after;
  }
  return steps;
}

test('renews on the day of the order, or on the last day of a month that has no such day', () => {
  expect(stepsUntil('2027-05-30', terms({ renews_at: '2027-01-31' }))).toEqual([
    '2027-01-31/2027-02-27',
    '2027-02-28/2027-03-30',
    '2027-03-31/2027-04-29',
    '2027-04-30/2027-05-30',
  ]);
  expect(stepsUntil('2028-02-29', terms({ renews_at: '2028-01-30' }))).toEqual([
    '2028-01-30/2028-02-28',
    '2028-02-29/2028-03-29',
  ]);
});

test('is due on its day, not before', () => {
  const renewing = terms({ renews_at: '2026-11-24', renewal_day: 24 });
  expect(stepsUntil('2026-11-23', renewing)).toEqual([]);
  expect(stepsUntil('2026-11-24', renewing)).toEqual(['2026-11-24/2026-12-23']);
});

test('a number that was never charged starts today, unless its first day is known', () => {
  expect(stepsUntil('2026-11-24', terms())).toEqual(['2026-11-24/2026-12-23']);
  expect(stepsUntil('2026-11-24', terms({ renews_at: '2026-11-20' }))).toEqual(['2026-11-20/2026-12-19']);
});

test.each([
  ['does not renew', { auto_renew: false }, ['expired 2026-10-09']],
  ['has no cycles left', { billing_cycles_left: 0 }, ['expired 2026-10-09']],
  ['has one cycle left', { billing_cycles_left: 1 }, ['2026-10-10/2026-11-09', 'expired 2026-11-09']],
  [
    'ends within a month',
    { auto_renew: false, expires_at: '2026-10-20' },
    ['2026-10-10/2026-11-09', 'expired 2026-10-20'],
  ],
  ['has ended', { expires_at: '2026-10-09' }, ['expired 2026-10-09']],
  ['ends later', { expires_at: '2027-01-01' }, ['2026-10-10/2026-11-09', '2026-11-10/2026-12-09']],
] as const)('a number that %s', (_, changes, expected) => {
  expect(stepsUntil('2026-11-24', terms({ renews_at: '2026-10-10', renewal_day: 10, ...changes }))).toEqual(
    expected,
  );
});

test('the end of a number that is not to renew is known when its last month is charged', () => {
  expect(nextStep(terms({ auto_renew: false }), '2026-11-24')).toMatchObject({
    after: { renews_at: null, expires_at: '2026-12-23', renewal_day: 24 },
  });
});

test('charges each day once, whenever it is looked at', () => {
  const day = fc.integer({ min: 0, max: 1_500 }).map((days) => DateTime.fromISO('2026-01-01').plus({ days }));
  fc.assert(
    fc.property(day, fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 12 }), (start, pauses) => {
      let current = terms({ renews_at: start.toFormat('yyyy-MM-dd') });
      let paidUntil = start;
      let today = start;
      for (const pause of [0, ...pauses]) {
        today = today.plus({ days: pause });
        for (;;) {
          const due = nextStep(current, today.toFormat('yyyy-MM-dd'));
          if (due?.step !== 'charge') break;
          expect(due.start).toBe(paidUntil.toFormat('yyyy-MM-dd'));
          paidUntil = DateTime.fromISO(due.end).plus({ days: 1 });
          const isLastDay = paidUntil.day === paidUntil.daysInMonth;
          expect(paidUntil.day === start.day || (isLastDay && paidUntil.day < start.day)).toBe(true);
          current = due.after;
        }
        expect(paidUntil > today).toBe(true);
      }
    }),
  );
});
