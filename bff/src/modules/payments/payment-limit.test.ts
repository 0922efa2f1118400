import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import type { TestResponse } from '../../testing/test-client.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';

const portal = testPortal({ RATE_LIMIT_FACTOR: '1' });
const invoices = '/v1/finances/payments/invoices';
const parallel = 14;

async function customerWithService() {
  const customer = await portal.customer();
  const { service_id } = await givenService(portal.database, customer.account.account_id);
  const create = (key?: string) =>
    customer.post(
      invoices,
      { service_id, amount: '100', allow_duplicate: true },
      key === undefined ? {} : { 'idempotency-key': key },
    );
  return { customer, create };
}

test('creates at most sixty payments in an hour, also in parallel, and says when the next is possible', async () => {
  const { customer, create } = await customerWithService();
  const key = 'a-key-that-is-long-enough-1';
  expect((await create(key)).status).toBe(201);
  const responses: TestResponse[] = [];
  for (let count = 0; count < 70; count += parallel)
    responses.push(...(await Promise.all(Array.from({ length: parallel }, () => create()))));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(59);
  const refused = responses.find(({ status }) => status === 429);
  expect(refused?.body.code).toBe('rate_limited');
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3_000);
  expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(3_600);
  // A repeated request returns its own payment.
  expect((await create(key)).status).toBe(201);
  // Another customer is not affected.
  expect((await (await customerWithService()).create()).status).toBe(201);
  await portal.superuser.system.run(sql`
    update payments set created = created - interval '1 hour' where account_id = ${customer.account.account_id}`);
  expect((await create()).status).toBe(201);
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
  const cancel = (count: number) =>
    customer.post(
      `${invoices.replace('/invoices', '')}/${body.payment.payment_id}:cancel`,
      {},
      {
        'idempotency-key': `cancellation-${count}`,
      },
    );
  const statuses = new Set<number>();
  for (let count = 0; count < 300; count += 1) statuses.add((await cancel(count)).status);
  expect(statuses).toEqual(new Set([200]));
  expect((await cancel(300)).status).toBe(429);
});
