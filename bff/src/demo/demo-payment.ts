import { DateTime } from 'luxon';
import { Big } from '../listing/decimal.ts';
import type { NewPayment } from '../modules/payments/payments.repository.ts';
import { withTax } from '../modules/payments/top-up.ts';
import type { ServiceRow } from '../modules/services/services.repository.ts';
import type { Random } from './random.ts';

/** A payment of the demonstration before it has its number, which goes by the order of time. */
export type DemoPayment = Omit<NewPayment, 'number'> & { createdMs: number; kind: string };

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

/** Deposits carry no VAT here: the demonstration's services are taxed by usage. */
export function demoPayment(random: Random, draft: Draft, more: Partial<NewPayment> = {}): DemoPayment {
  const { accountId, service, method, status, amount, anchor } = draft;
  const created = DateTime.min(draft.created, anchor.minus({ minutes: 20 }));
  const isSettled = ['paid', 'refunded', 'partially_refunded'].includes(status);
  const settled = DateTime.min(
    created.plus(method === 'bank_transfer' ? { hours: 26 } : { minutes: 14 }),
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
    ...withTax(amount, '0.00'),
    description: `Top-up ${service.type}`,
    status_updated: utc(isSettled ? settled : created),
    completed: isSettled ? utc(settled) : null,
    ...(method === 'bank_transfer' && { due_date: created.plus({ days: 14 }).toISODate() }),
    ...(method === 'bank_transfer' && isSettled && { paid_amount: amount, paid_currency: service.currency }),
    ...(method === 'crypto' && cryptoOf(amount, isSettled, created, random)),
    ...more,
  };
}

function cryptoOf(
  amount: string,
  isSettled: boolean,
  created: DateTime,
  random: Random,
): Partial<NewPayment> {
  const paid = new Big(amount).times(rate).toFixed(6);
  return {
    exchange_rate: rate,
    paid_currency: isSettled ? 'usdt' : null,
    paid_amount: isSettled ? paid : null,
    transaction_reference: isSettled ? random.hex(64) : null,
    expires_at: utc(created.plus({ minutes: 20 })),
  };
}

function utc(moment: DateTime): string {
  return moment.toUTC().toISO() ?? '';
}
