import { Big } from '@portal/bff/decimal';
import type { NewPayment } from '@portal/bff/payments';
import type { ServiceRow } from '@portal/bff/services';
import { addVat } from '@portal/bff/vat-amounts';
import { DateTime } from 'luxon';
import { utc } from './days.ts';
import type { Random } from './random.ts';

/** A payment before it gets its number; numbers are assigned in the order of time. */
export type DemoPayment = Omit<NewPayment, 'number'> & {
  service_id: string;
  createdMs: number;
  kind: string;
  /** What has arrived of it, if that is another amount than was asked for. */
  credited?: string;
};

type More = Partial<Omit<NewPayment, 'service_id'>>;

interface Draft {
  accountId: string;
  service: ServiceRow;
  created: DateTime;
  method: 'bank_transfer' | 'crypto' | 'bonus' | 'adjustment';
  status: string;
  amount: string;
  anchor: DateTime;
}

const kinds = { bank_transfer: 'PF', crypto: 'CR', bonus: 'BN', adjustment: 'AD' } as const;
const rate = '1.08310000';

/** How long a payment takes from its creation to its state. */
const durationUntil = {
  bank: (status: string) => (status === 'expired' ? { days: 45 } : { hours: status === 'canceled' ? 3 : 26 }),
  crypto: (status: string) => ({ minutes: status === 'expired' ? 20 : 14 }),
};

/** Creates a payment without VAT: the demonstration's services are taxed by usage. */
export function demoPayment(random: Random, draft: Draft, more: More = {}): DemoPayment {
  const { accountId, service, method, status, amount, anchor } = draft;
  const created = DateTime.min(draft.created, anchor.minus({ minutes: 20 }));
  const isSettled = ['paid', 'refunded', 'partially_refunded'].includes(status);
  const changed = DateTime.min(
    created.plus(durationUntil[method === 'crypto' ? 'crypto' : 'bank'](status)),
    anchor,
  );
  return {
    account_id: accountId,
    payment_id: `pay_${random.hex(20)}`,
    service_id: service.service_id,
    kind: kinds[method],
    createdMs: created.toMillis(),
    created: utc(created),
    method,
    type: 'top_up',
    status,
    currency: service.currency,
    ...addVat(amount, '0.00'),
    description: `Top-up ${service.type}`,
    status_updated: utc(status === 'pending' ? created : changed),
    completed: isSettled ? utc(changed) : null,
    ...(method === 'bank_transfer' && { due_date: created.plus({ days: 14 }).toISODate() }),
    ...(method === 'bank_transfer' && isSettled && { paid_amount: amount, paid_currency: service.currency }),
    ...(method === 'crypto' && cryptoOf(amount, isSettled, created, random)),
    ...more,
  };
}

function cryptoOf(amount: string, isSettled: boolean, created: DateTime, random: Random) {
  const quote = { exchange_rate: rate, expires_at: utc(created.plus({ minutes: 20 })) };
  if (!isSettled) return quote;
  const paid_amount = new Big(amount).times(rate).toFixed(6);
  return { ...quote, paid_currency: 'usdt', paid_amount, transaction_reference: random.hex(64) };
}

type Sample = readonly [
  method: 'bank_transfer' | 'crypto',
  status: string,
  amount: string,
  hoursAgo: number,
  more?: More,
];

const day = 24;

/**
 * Returns payments with unusual statuses: together with the regular top-ups, each status exists with both methods.
 * Awaited crypto payments never expire here; otherwise none would be left after twenty minutes.
 */
const samples: readonly Sample[] = [
  [
    'bank_transfer',
    'pending',
    '100.00',
    1.1 * day,
    { purchase_order: 'PO-7781', note: 'Budget of next month' },
  ],
  ['bank_transfer', 'processing', '250.00', 2.2 * day],
  ['bank_transfer', 'expired', '75.00', 62 * day],
  ['bank_transfer', 'canceled', '500.00', 95 * day],
  ['bank_transfer', 'failed', '80.00', 130 * day, { note: 'Returned by the bank: account closed' }],
  ['crypto', 'pending', '50.00', 0.4, { expires_at: null }],
  ['crypto', 'processing', '30.00', 0.6, { paid_amount: '32.493000', paid_currency: 'usdt' }],
  ['crypto', 'expired', '60.00', 41 * day],
  ['crypto', 'canceled', '40.00', 77 * day],
  ['crypto', 'failed', '90.00', 110 * day],
];

/** None of these changes a balance. */
export function samplePayments(
  random: Random,
  {
    voicing,
    messaging,
    ...of
  }: Pick<Draft, 'accountId' | 'anchor'> & Record<'voicing' | 'messaging', ServiceRow>,
): DemoPayment[] {
  return samples.map(([method, status, amount, hoursAgo, more], index) => {
    const service = index % 3 === 2 ? messaging : voicing;
    const created = of.anchor.minus({ hours: hoursAgo });
    return demoPayment(random, { ...of, service, created, method, status, amount }, more);
  });
}

/** Returns top-ups of which a part has arrived, and was credited. */
export function partlyPaid(
  random: Random,
  of: Pick<Draft, 'accountId' | 'service' | 'anchor'>,
): DemoPayment[] {
  const parts = [
    ['crypto', '100.00', 12, { paid_amount: '40.000000', paid_currency: 'usdt', expires_at: null }, '36.93'],
    ['bank_transfer', '120.00', 9, { paid_amount: '60.00', paid_currency: of.service.currency }, '60.00'],
  ] as const;
  return parts.map(([method, amount, days, more, credited]) => {
    const created = of.anchor.minus({ days });
    const draft = { ...of, created, method, status: 'partially_paid', amount };
    return { ...demoPayment(random, draft, { ...more, status_reason: 'underpaid' }), credited };
  });
}

/** Returns fully and partly refunded top-ups with their refunds; 75.00 stays on the balance. */
export function refundedPayments(
  random: Random,
  of: Pick<Draft, 'accountId' | 'service' | 'anchor'>,
  paidOn: DateTime,
): DemoPayment[] {
  const pairs = [
    ['bank_transfer', 'refunded', '50.00', '-50.00'],
    ['crypto', 'partially_refunded', '100.00', '-40.00'],
    ['crypto', 'refunded', '25.00', '-25.00'],
    ['bank_transfer', 'partially_refunded', '20.00', '-5.00'],
  ] as const;
  return pairs.flatMap(([method, status, amount, back], index) => {
    const created = paidOn.plus({ days: index, hours: 1 });
    const refunded = {
      method: 'bank_transfer',
      created: created.plus({ days: 6 }),
      status: 'paid',
      amount: back,
    } as const;
    const paid = demoPayment(
      random,
      { ...of, created, method, status, amount },
      { status_updated: utc(refunded.created) },
    );
    const { payment_id: refunded_payment_id } = paid;
    const more = { type: 'refund', description: 'Refund', note: 'Paid twice', due_date: null };
    return [paid, demoPayment(random, { ...of, ...refunded }, { ...more, refunded_payment_id })];
  });
}
