import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import type { TestClient, TestResponse } from '../../testing/test-client.ts';
import { type TestCustomer, testPassword, testPortal } from '../../testing/test-portal.ts';
import { givenCryptoCustomer } from '../crypto/crypto.fixtures.ts';
import { givenService } from '../services/services.fixtures.ts';

const portal = testPortal({ RATE_LIMIT_FACTOR: '1' });
const invoices = '/v1/finances/payments/invoices';
const parallel = 14;

async function customerWithService() {
  const customer = await portal.customer();
  const { service_id } = await givenService(portal.database, customer.account.account_id);
  const create = (key?: string, by: TestClient = customer) =>
    by.post(
      invoices,
      { service_id, amount: '100', allow_duplicate: true },
      key === undefined ? {} : { 'idempotency-key': key },
    );
  return { customer, create };
}

async function another({ account: { email } }: TestCustomer): Promise<TestClient> {
  const client = portal.visitor();
  await client.post('/v1/users/login', { email, password: testPassword });
  return client;
}

test('creates at most sixty payments in an hour, also in parallel, and says when the next is possible', async () => {
  const { customer, create } = await customerWithService();
  const key = 'a-key-that-is-long-enough-1';
  expect((await create(key)).status).toBe(201);
  const sessions = [customer, await another(customer), await another(customer)];
  const responses: TestResponse[] = [];
  for (const session of sessions)
    for (let count = 0; count < 28; count += parallel)
      responses.push(
        ...(await Promise.all(Array.from({ length: parallel }, () => create(undefined, session)))),
      );
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(59);
  const refused = await create(undefined, await another(customer));
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3_600);
  // A repeated request returns its own payment.
  expect((await create(key)).status).toBe(201);
  // Another customer is not affected.
  expect((await (await customerWithService()).create()).status).toBe(201);
  await portal.superuser.system.run(sql`
    update payments set created = created - interval '1 hour' where account_id = ${customer.account.account_id}`);
  expect((await create(undefined, await another(customer))).status).toBe(201);
});

test('payments in crypto currencies and by bank transfer share the limit of their session', async () => {
  const { customer, service_id } = await givenCryptoCustomer(portal);
  const pay = (method: string, amount: number) =>
    customer.post(`/v1/finances/payments/${method}`, {
      service_id,
      amount: `${amount}`,
      allow_duplicate: true,
    });
  for (let count = 0; count < 20; count += 1)
    expect((await pay(count % 2 === 0 ? 'crypto' : 'invoices', 100 + count)).status).toBe(201);
  expect([(await pay('crypto', 200)).status, (await pay('invoices', 200)).status]).toEqual([429, 429]);
});

test('creates at most two hundred payments in a day', async () => {
  const { customer, create } = await customerWithService();
  const { body } = await create();
  const { account_id } = customer.account;
  await portal.superuser.system.run(sql`
    insert into payments
    select copy.* from payments p, generate_series(2, 200) copied, jsonb_populate_record(null::payments,
      to_jsonb(p) || jsonb_build_object('payment_id', 'pay_copy' || copied, 'number', 'PF-copy-' || copied,
        'reference', 'RF-copy-' || copied, 'created', now() - interval '3 hours')) copy
    where p.account_id = ${account_id} and p.payment_id = ${body.payment.payment_id}`);
  const refused = await create();
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  // The oldest leaves the day in 21 hours.
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(20 * 3_600);
  await portal.superuser.system.run(sql`
    update payments set created = created - interval '22 hours' where account_id = ${account_id}`);
  expect((await create()).status).toBe(201);
});

test('stores at most three hundred responses of a customer in an hour', async () => {
  const { customer, create } = await customerWithService();
  const { body } = await create();
  const cancel = (by: TestClient, count: number) =>
    by.post(
      `${invoices.replace('/invoices', '')}/${body.payment.payment_id}:cancel`,
      {},
      {
        'idempotency-key': `cancellation-${count}`,
      },
    );
  const statuses = new Set<number>();
  let sent = 0;
  for (const session of [customer, await another(customer), await another(customer)])
    for (let count = 0; count < 100; count += 1) statuses.add((await cancel(session, ++sent)).status);
  expect(statuses).toEqual(new Set([200]));
  expect((await cancel(await another(customer), 301)).status).toBe(429);
});
