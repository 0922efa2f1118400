import { sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import type { TestPortal } from '../../testing/test-portal.ts';
import { givenBankEntry } from '../bank/bank-entries.fixtures.ts';
import { postEntry } from '../ledger/post-entry.ts';
import { postUsage } from '../ledger/post-usage.ts';
import { insertPayment } from '../payments/payments.repository.ts';
import { postReceipt } from '../payments/receive-money.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenCalls } from '../traffic/cdr.fixtures.ts';
import { addVat } from '../vat/vat-amounts.ts';

export type Owner = Awaited<ReturnType<ReturnType<typeof closingFixtures>['givenOpenService']>>;

let payments = 0;

/** Services with usage and payments, for tests that close their months. */
export function closingFixtures(portal: TestPortal) {
  /** A service that was created in September 2026. */
  async function givenOpenService(
    vatOn: 'usage' | 'topup',
    changes: Parameters<typeof portal.customer>[0] = {},
  ) {
    const customer = await portal.customer({ country: 'ee', tax_number: null, ...changes });
    const { account_id } = customer.account;
    const { service_id } = await givenService(portal.database, account_id, { vatOn });
    await portal.superuser.system.run(sql`
    update services set created = '2026-09-15T08:00:00Z' where service_id = ${service_id}`);
    return { customer, account_id, service_id };
  }

  async function givenUsage(
    { account_id, service_id }: Owner,
    batch_id: string,
    calls: Record<string, string>,
  ) {
    const rows = Object.entries(calls).map(([started, price]) => ({ started, price, batch_id }));
    await givenCalls(portal.database, { account_id, service_id }, rows);
    const times = Object.keys(calls).toSorted();
    await portal.database.asBackground((tx) =>
      postUsage(
        tx,
        {
          account_id,
          service_id,
          batch_id,
          currency: 'eur',
          records: rows.length,
          cost: rows.reduce((sum, { price }) => sum + Number(price), 0).toFixed(6),
          first_record: times[0] ?? '',
          last_record: times.at(-1) ?? '',
        },
        'test',
      ),
    );
  }

  async function givenTopUp(
    { account_id, service_id }: Owner,
    amount: string,
    rate: string,
    occurredAt: string,
    { received }: { received?: string } = {},
  ) {
    payments += 1;
    const payment = {
      account_id,
      service_id,
      payment_id: `pay_${payments}`,
      number: `PF-2026-${String(payments).padStart(6, '0')}`,
      method: 'bank_transfer',
      type: 'top_up',
      status: received === undefined ? 'paid' : 'partially_paid',
      currency: 'eur',
      created: occurredAt,
      completed: occurredAt,
      ...addVat(amount, rate),
    } as const;
    const arrived = received ?? payment.gross_amount;
    await insertPayment(portal.database.system, { ...payment, paid_amount: arrived, paid_currency: 'eur' });
    await givenBankEntry(portal.database.system, payment, {
      id: String(payments),
      amount: arrived,
      occurredAt,
    });
    const event = { eventKey: `bank:${payments}`, reason: 'Transfer', actor: 'test', occurredAt };
    await portal.database.asBackground((tx) => postReceipt(tx, payment, new Big(0), arrived, event));
  }

  /** Gives the only free call of a batch a price, as `npm run rerate` does. */
  async function rerateTo({ account_id, service_id }: Owner, batch_id: string, price: string) {
    const action_key = `R-${service_id}-${batch_id}`;
    await portal.database.asBackground(async (tx) => {
      await tx.run(
        sql`update cdrs set price = ${price} where service_id = ${service_id} and batch_id = ${batch_id} and price = 0`,
      );
      await tx.run(sql`
        insert into staff_actions (action_key, command, actor, reason, arguments, result)
        values (${action_key}, 'rerate', 'staff:anna', 'Prices', '{}', '{}')`);
      const { entry_id } = await postEntry(tx, {
        eventKey: `staff:${action_key}`,
        kind: 'adjustment',
        reason: 'Prices',
        actor: 'staff:anna',
        occurredAt: '2026-10-05T08:00:00Z',
        postings: [
          { account: { account_id, service_id }, currency: 'eur', amount: `-${price}` },
          { account: 'usage_revenue', currency: 'eur', amount: price },
        ],
      });
      await tx.run(sql`
        insert into usage_corrections (account_id, service_id, batch_id, action_key, records, difference, entry_id)
        values (${account_id}, ${service_id}, ${batch_id}, ${action_key}, 1, ${price}, ${entry_id})`);
    });
  }
  return { givenOpenService, givenUsage, givenTopUp, rerateTo };
}
