import type { Currency } from '@portal/contract/money';
import { Big } from '../../listing/decimal.ts';
import type { TestPortal } from '../../testing/test-portal.ts';
import { givenBankEntry } from '../bank/bank-entries.fixtures.ts';
import type { BalanceOwner } from '../ledger/post-entry.ts';
import { postUsage } from '../ledger/post-usage.ts';
import { insertPayment } from '../payments/payments.repository.ts';
import { postReceipt } from '../payments/receive-money.ts';
import { givenCalls } from '../traffic/cdr.fixtures.ts';
import { addVat } from '../vat/vat-amounts.ts';

type Calls = Parameters<typeof givenCalls>[2];

/** Inserts calls and charges them as one batch. */
export async function givenUsage(
  { database }: Pick<TestPortal, 'database'>,
  { account_id, service_id }: BalanceOwner,
  batch_id: string,
  calls: Calls,
  currency: Currency = 'eur',
): Promise<void> {
  const owner = { account_id, service_id };
  await givenCalls(
    database,
    owner,
    calls.map((call) => ({ ...call, batch_id })),
  );
  const times = calls.map(({ started = '' }) => started).toSorted();
  const cost = calls.reduce((sum, { price }) => sum.plus(price ?? 0), new Big(0)).toFixed(6);
  const interval = { first_record: times[0] ?? '', last_record: times.at(-1) ?? '' };
  const batch = { ...owner, batch_id, currency, records: calls.length, cost, ...interval };
  await database.asBackground((tx) => postUsage(tx, batch, 'test'));
}

let count = 0;

/** Inserts a top-up that arrived by bank, and credits it. Returns its number. */
export async function givenTopUp(
  { database }: Pick<TestPortal, 'database'>,
  { account_id, service_id }: BalanceOwner,
  amount: string,
  rate: string,
  occurredAt: string,
  currency: Currency = 'eur',
): Promise<string> {
  count += 1;
  const payment = {
    account_id,
    service_id,
    payment_id: `pay_given${count}`,
    number: `PF-2026-${String(900_000 + count)}`,
    method: 'bank_transfer',
    type: 'top_up',
    status: 'paid',
    currency,
    created: occurredAt,
    completed: occurredAt,
    ...addVat(amount, rate),
  } as const;
  const arrived = { paid_amount: payment.gross_amount, paid_currency: payment.currency };
  await insertPayment(database.system, { ...payment, ...arrived });
  await givenBankEntry(database.system, payment, {
    id: `given-${count}`,
    amount: payment.gross_amount,
    currency,
    occurredAt,
  });
  const event = { eventKey: `bank:given-${count}`, reason: 'Transfer', actor: 'test', occurredAt };
  await database.asBackground((tx) => postReceipt(tx, payment, new Big(0), payment.gross_amount, event));
  return payment.number;
}
