import type { AccountRow } from '@portal/bff/accounts';
import type { Config } from '@portal/bff/config';
import type { Queryable } from '@portal/bff/database';
import { Big } from '@portal/bff/decimal';
import { composeInvoice, type Usage } from '@portal/bff/invoice-arithmetic';
import type { NumberCharge } from '@portal/bff/number-charges';
import type { ServiceRow } from '@portal/bff/services';
import type { DateTime } from 'luxon';
import { currentGross, type DemoMonth, demoMonths, roundUp } from './months.ts';
import { type DemoPayment, demoPayment, partlyPaid, refundedPayments } from './payments.ts';
import type { Random } from './random.ts';

interface FinancesPlan {
  config: Config;
  account: AccountRow;
  service: ServiceRow;
  anchor: DateTime;
  months: number;
  /** What was charged for the numbers of all services. */
  charges: readonly NumberCharge[];
  /** What is available in the end, or the unpaid amount of the last invoice. */
  goal: { available: string } | { unpaid: string };
}

export interface Finances {
  service: ServiceRow;
  charges: readonly NumberCharge[];
  months: DemoMonth[];
  /** The credited payments, sorted by time. */
  payments: DemoPayment[];
  /** The payment of the credit note, if the service has one. */
  credit: DemoPayment | undefined;
}

/** The index of the month whose invoice is corrected. */
export const correctedMonth = 9;

export const correction: Usage = {
  code: 'adjustment',
  description: 'Credit for calls to Germany that were charged twice',
  params: { reason: 'calls to Germany that were charged twice' },
  service_type: 'voicing',
  quantity: '-100.41',
  unit: 'min',
  amount: '-12.30',
};

/** Plans a service's top-ups, so that invoices, payments and balance agree to the cent. */
export async function planFinances(tx: Queryable, plan: FinancesPlan, random: Random): Promise<Finances> {
  const { account, service, anchor, goal } = plan;
  const charges = plan.charges.filter(({ service_id }) => service_id === service.service_id);
  const months = await demoMonths(tx, { ...plan, charges }, service, plan.months);
  const of = { accountId: account.account_id, service, anchor };
  const isVoicing = service.type === 'voicing';
  const payments: DemoPayment[] = [];
  let credit: DemoPayment | undefined;
  let balance = new Big(0);
  const add = (...added: DemoPayment[]) => {
    payments.push(...added);
    for (const { amount, credited } of added) balance = balance.plus(credited ?? amount);
  };
  const paid = (
    payment: {
      method: 'bank_transfer' | 'crypto' | 'bonus' | 'adjustment';
      created: DateTime;
      amount: string;
    },
    more: Parameters<typeof demoPayment>[2],
  ) => demoPayment(random, { ...of, status: 'paid', ...payment }, more);
  const topUp = (created: DateTime, missing: Big) => {
    const method = payments.length % 4 === 2 ? 'crypto' : 'bank_transfer';
    const more = payments.length === 6 ? { status_reason: 'paid_late' } : {};
    const amount = missing.lt(10) ? '10.00' : missing.toFixed(2);
    if (missing.gt(0)) add(paid({ method, created, amount }, more));
  };

  for (const [index, { start, gross }] of months.entries()) {
    if (isVoicing && index === 0) {
      const bonus = { method: 'bonus', created: start.plus({ hours: 8 }), amount: '10.00' } as const;
      add(paid(bonus, { type: 'promo', description: 'Welcome bonus' }));
    }
    const isLast = index === months.length - 1;
    const missing = new Big(gross).minus(balance).minus(isLast && 'unpaid' in goal ? goal.unpaid : 0);
    topUp(start.plus({ hours: 9, minutes: random.integer(0, 400) }), roundUp(missing, 5));
    if (isVoicing && index === 5) {
      add(...refundedPayments(random, of, start.plus({ days: 11, hours: 10 })));
    }
    const tax = index === correctedMonth + 1 ? months[correctedMonth]?.tax : undefined;
    if (isVoicing && tax !== undefined) {
      const amount = composeInvoice([correction], tax).gross.replace('-', '');
      const created = start.plus({ days: 8, hours: 11 });
      credit = paid(
        { method: 'adjustment', created, amount },
        { type: 'adjustment', description: 'Credit note' },
      );
      add(credit);
    }
    balance = balance.minus(gross);
  }

  if ('available' in goal) {
    add(...partlyPaid(random, of));
    // Usage and numbers are charged, the rest is reserved: together the invoice that closing the month would issue.
    const gross = await currentGross(tx, { ...plan, charges }, service);
    const missing = new Big(goal.available).plus(gross).minus(balance);
    topUp(anchor.startOf('month').plus({ hours: 9, minutes: 12 }), missing);
  }
  payments.sort((a, b) => a.createdMs - b.createdMs);
  return { service, charges, months, payments, credit };
}
