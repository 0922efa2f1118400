import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { givenCryptoPayment } from '../crypto/crypto.fixtures.ts';
import { auditLedger } from '../ledger/audit.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenReceivedMoney } from './received-money.fixtures.ts';

const portal = testPortal();
let customer: TestCustomer;
let service_id: string;
beforeEach(async () => {
  customer = await portal.customer();
  ({ service_id } = await givenService(portal.database, customer.account.account_id));
});
afterEach(async () => expect((await auditLedger(portal.database)).problems).toEqual([]));

/** A pro-forma invoice over 100.00, 124.00 with VAT, after these transfers. */
async function transfer(...received: string[]): Promise<void> {
  const { body } = await customer.post('/v1/finances/payments/invoices', {
    service_id,
    amount: '100.00',
    allow_duplicate: true,
  });
  for (const amount of received) await givenReceivedMoney(portal, body.payment.number, amount);
}

const list = async () => (await customer.get('/v1/finances/payments?order=created')).body;

test.each<[received: string[], credited: string, pending: string]>([
  [[], '0.00', '100.00'],
  [['49.60'], '40.00', '60.00'],
  [['49.60', '74.40'], '100.00', '0.00'],
  [['136.40'], '110.00', '0.00'],
  [['124.00', '-124.00'], '0.00', '0.00'],
])(
  'a pro-forma invoice over 124.00 that receives %j was credited with %s',
  async (received, credited, pending) => {
    await transfer(...received);
    const { items, summary } = await list();
    expect(items).toMatchObject([{ amount: '100.00', gross_amount: '124.00', credited }]);
    expect(summary).toMatchObject([{ paid: credited, pending }]);
  },
);

test('the sum of the list is that of its payments, and what the ledger has added to the balance', async () => {
  const { before } = await portal.database.system.one<{ before: string }>(
    sql`select balance as before from services where service_id = ${service_id}`,
  );
  await transfer();
  await transfer('49.60');
  await transfer('136.40');
  const late = await givenCryptoPayment(portal, { customer, service_id });
  await late.act('pay_late');
  await late.act('confirm');
  const { items, summary } = await list();
  expect(items.map(({ credited }: { credited: string }) => credited)).toEqual([
    '0.00',
    '40.00',
    '110.00',
    '98.00',
  ]);
  expect(summary).toMatchObject([{ paid: '248.00', pending: '160.00' }]);
  const { added } = await portal.database.system.one<{ added: string }>(sql`
    select (balance - ${before}::numeric)::numeric(20, 2)::text as added from services where service_id = ${service_id}`);
  expect(added).toBe('248.00');
});

test('states the balance before a payment only if one entry has credited it', async () => {
  await transfer('124.00');
  await transfer('49.60', '74.40');
  const [whole, parts] = (await list()).items;
  expect(Number(whole.balance_after) - Number(whole.balance_before)).toBe(100);
  expect(parts).toMatchObject({ balance_before: null, balance_after: expect.any(String) });
});
