import { expect, test } from '@jest/globals';
import { nextState, stateOfCrypto } from './payment-state.ts';

const now = new Date('2026-11-21T08:00:00Z');
const live = '2026-11-21T08:01:00Z';
const over = '2026-11-21T07:59:00Z';

type Invoice = Parameters<typeof stateOfCrypto>[0]['status'] | 'marked settled' | 'marked invalid';

test.each<
  [Invoice, string, settled: string, seen: string, isLate: boolean, status: string, reason: string | null]
>([
  ['new', live, '0', '0', false, 'pending', null],
  ['new', over, '0', '0', false, 'expired', null],
  ['new', live, '0', '40', false, 'partially_paid', 'underpaid'],
  ['new', live, '40', '40', false, 'partially_paid', 'underpaid'],
  ['new', over, '40', '40', false, 'expired', 'underpaid'],
  ['processing', live, '0', '124', false, 'processing', null],
  ['processing', live, '40', '124', false, 'processing', null],
  // Accepted by the provider, although a little is missing.
  ['processing', live, '0', '123.50', false, 'processing', null],
  ['processing', over, '0', '124', false, 'processing', null],
  ['processing', live, '0', '136.40', false, 'processing', 'overpaid'],
  ['settled', live, '124', '124', false, 'paid', null],
  ['settled', live, '136.40', '136.40', false, 'paid', 'overpaid'],
  ['settled', live, '123.50', '123.50', false, 'paid', 'underpaid'],
  // The invoice is settled before its transfer is.
  ['settled', live, '0', '124', false, 'processing', null],
  ['expired', over, '0', '0', false, 'expired', null],
  ['expired', over, '40', '40', false, 'expired', 'underpaid'],
  ['expired', over, '0', '121.52', true, 'expired', 'underpaid'],
  ['expired', over, '0', '124', true, 'processing', 'paid_late'],
  ['expired', over, '124', '124', true, 'paid', 'paid_late'],
  ['expired', over, '130', '130', true, 'paid', 'overpaid'],
  ['invalid', over, '0', '0', false, 'failed', null],
  ['invalid', over, '40', '40', false, 'failed', 'underpaid'],
  ['invalid', over, '124', '124', false, 'paid', null],
  ['marked invalid', live, '0', '0', false, 'canceled', null],
  ['marked settled', live, '0', '0', false, 'pending', null],
  ['marked settled', live, '40', '40', false, 'partially_paid', 'underpaid'],
  ['marked settled', over, '124', '124', true, 'paid', 'paid_late'],
])(
  '%s until %s with %s settled of %s seen, late %s, is %s %s',
  (name, expires_at, settled, seen, isLate, status, reason) => {
    const invoice = {
      status: (name.split(' ').at(-1) ?? '') as 'new',
      is_marked: name.startsWith('marked'),
      expires_at,
    };
    const receipts = { gross: '124.00', settled, seen, isLate };
    expect(stateOfCrypto(invoice, receipts, now)).toEqual({ status, status_reason: reason });
  },
);

test.each([
  ['paid', 'expired', 'paid'],
  ['refunded', 'pending', 'refunded'],
  ['refunded', 'paid', 'refunded'],
  ['partially_refunded', 'paid', 'partially_refunded'],
  ['paid', 'paid', 'overpaid'],
  ['expired', 'processing', 'processing'],
] as const)('a payment that is %s and would be %s is %s', (before, after, stored) => {
  const next = nextState(
    { status: before, status_reason: null },
    { status: after, status_reason: after === 'paid' ? 'overpaid' : null },
    { hasArrived: false },
  );
  expect([next.status, next.status_reason]).toContain(stored);
});

test('a payment that was given back and receives more is given back in part', () => {
  const before = { status: 'refunded', status_reason: null };
  const next = nextState(before, { status: 'paid', status_reason: 'overpaid' }, { hasArrived: true });
  expect(next.status).toBe('partially_refunded');
});
