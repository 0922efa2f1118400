import { expect, test } from '@jest/globals';
import { afterCheck } from './tax-check-schedule.ts';
import type { TaxVerdict } from './tax-register.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString();
const fresh = { tax_status: 'unchecked', tax_checked_at: null, tax_check_failures: 0, last_verdict: null };
const silence: TaxVerdict = { outcome: 'unavailable', reason: 'MS_UNAVAILABLE' };

test.each([
  ['valid', '2026-12-21T12:00:00.000Z'],
  ['invalid', '2026-11-28T12:00:00.000Z'],
] as const)('checks %s again at %s', (outcome, tax_check_due) => {
  const before = { ...fresh, tax_status: 'unavailable', tax_check_failures: 4 };
  expect(afterCheck(before, { outcome, consultationNumber: null }, now)).toEqual({
    tax_status: outcome,
    tax_checked_at: '2026-11-21T12:00:00.000Z',
    tax_check_failures: 0,
    tax_check_due,
  });
});

test('retries an unavailable register at growing intervals', () => {
  const waits = [];
  let state = fresh;
  for (let count = 0; count < 9; count += 1) {
    const after = afterCheck(state, silence, now);
    waits.push((Date.parse(after.tax_check_due) - now) / 60_000);
    state = { ...fresh, ...after, tax_checked_at: null };
  }
  expect(waits).toEqual([5, 15, 60, 180, 360, 720, 1440, 1440, 1440]);
});

test.each([
  ['unchecked', null, 'unavailable'],
  ['unavailable', null, 'unavailable'],
  ['valid', 31, 'valid'],
  ['valid', 46, 'unavailable'],
  ['invalid', 8, 'invalid'],
  ['invalid', 46, 'unavailable'],
  ['valid', null, 'unavailable'],
])(
  '%s, last confirmed %s days ago, is %s while the register is unavailable',
  (tax_status, days, expected) => {
    const tax_checked_at = days === null ? null : daysAgo(days);
    const after = afterCheck({ ...fresh, tax_status, tax_checked_at }, silence, now);
    expect(after).toMatchObject({ tax_status: expected, tax_checked_at, tax_check_failures: 1 });
  },
);

test.each([
  ['valid', 44, 'valid'],
  ['invalid', 44, 'invalid'],
  ['valid', 46, 'unavailable'],
  [null, 44, 'unavailable'],
] as const)(
  'a number that was %s %s days ago, and unavailable since then, is %s when the register fails again',
  (last_verdict, days, expected) => {
    const before = { ...fresh, tax_status: 'unavailable', tax_checked_at: daysAgo(days), last_verdict };
    expect(afterCheck(before, silence, now).tax_status).toBe(expected);
  },
);
