import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';

const portal = testPortal();
const bank = '/v1/finances/payments/invoices';
const crypto = '/v1/finances/payments/crypto';
const tron = { pay_currency: 'usdt', network: 'tron' };

/** A customer with one top-up of 100.00 by bank and one in USDT that wait for their money. */
async function customerWithTopUps() {
  const customer = await portal.customer();
  const { service_id } = await givenService(portal.database, customer.account.account_id);
  const topUp = (path: string, changes: object = {}, key?: string) =>
    customer.post(
      path,
      { service_id, amount: '100.00', ...changes },
      key === undefined ? {} : { 'idempotency-key': key },
    );
  const first = await topUp(bank, {}, 'the-first-of-its-kind');
  const inTron = await topUp(crypto, tron);
  expect([first.status, inTron.status]).toEqual([201, 201]);
  const update = (path: string, set: ReturnType<typeof sql>) =>
    portal.superuser.system.run(sql`
      update payments set ${set} where account_id = ${customer.account.account_id}
        and method = ${path === bank ? 'bank_transfer' : 'crypto'}`);
  return { customer, service_id, topUp, first, inTron, update };
}

test.each([
  ['by bank', bank, {}, 'first'],
  ['in the same currency and network', crypto, tron, 'inTron'],
] as const)(
  'asks before an equal top-up %s is created, and names the first',
  async (_, path, asset, name) => {
    const existing = await customerWithTopUps();
    const { payment } = existing[name].body;
    const asked = await existing.topUp(path, { ...asset, amount: '100' });
    expect(asked).toMatchObject({ status: 409, body: { success: false, code: 'top_up_exists' } });
    expect(asked.body.params).toEqual({
      payment_id: payment.payment_id,
      number: payment.number,
      amount: '100.00',
      currency: 'eur',
      created: payment.created,
    });
    expect(asked.body.title).toContain('not paid yet');
    expect((await existing.customer.get('/v1/finances/payments')).body.total).toBe(2);
  },
);

test('creates another one for a customer who says so, and numbers it without a gap', async () => {
  const { topUp, first } = await customerWithTopUps();
  const key = 'the-second-of-its-kind';
  expect((await topUp(bank, {}, key)).status).toBe(409);
  const confirmed = await topUp(bank, { allow_duplicate: true }, key);
  expect(confirmed.status).toBe(201);
  expect(Number(confirmed.body.payment.number.slice(-6))).toBe(
    Number(first.body.payment.number.slice(-6)) + 1,
  );
  expect((await topUp(bank, { allow_duplicate: true }, key)).body).toEqual(confirmed.body);
  expect((await topUp(bank, { allow_duplicate: false })).body.params.number).toBe(
    confirmed.body.payment.number,
  );
  expect((await topUp(crypto, { ...tron, allow_duplicate: true })).status).toBe(201);
});

test('replays the response to a repeated request', async () => {
  const { topUp, first } = await customerWithTopUps();
  const repeated = await topUp(bank, {}, 'the-first-of-its-kind');
  expect(repeated).toMatchObject({ status: 201, headers: { 'idempotent-replayed': 'true' } });
  expect(repeated.body).toEqual(first.body);
});

test('does not ask about another amount, service, method or currency', async () => {
  const { customer, topUp } = await customerWithTopUps();
  const other = await givenService(portal.database, customer.account.account_id, { type: 'messaging' });
  expect((await topUp(bank, { amount: '100.01' })).status).toBe(201);
  expect((await topUp(bank, { service_id: other.service_id })).status).toBe(201);
  expect((await topUp(crypto, { pay_currency: 'btc' })).status).toBe(201);
  const stranger = await customerWithTopUps();
  expect(stranger.first.status).toBe(201);
});

test.each([
  ['was paid', bank, sql`status = 'paid'`],
  ['has expired', bank, sql`status = 'expired'`],
  ['has failed', bank, sql`status = 'failed'`],
  ['is older than 23 hours', bank, sql`created = now() - interval '23 hours'`],
  ['can be paid no longer', crypto, sql`expires_at = now()`],
])('does not ask about one that %s', async (_, path, set) => {
  const { topUp, update } = await customerWithTopUps();
  const asset = path === crypto ? tron : {};
  await update(path, sql`created = now() - interval '22 hours 50 minutes'`);
  expect((await topUp(path, asset)).status).toBe(409);
  await update(path, set);
  expect((await topUp(path, asset)).status).toBe(201);
});

test.each(['processing', 'partially_paid'])('asks about one that is %s', async (status) => {
  const { topUp, update } = await customerWithTopUps();
  await update(bank, sql`status = ${status}`);
  expect((await topUp(bank)).status).toBe(409);
});

test('does not ask about one that the customer has canceled', async () => {
  const { customer, topUp, first } = await customerWithTopUps();
  const { payment_id } = first.body.payment;
  expect((await customer.post(`/v1/finances/payments/${payment_id}:cancel`, {})).status).toBe(200);
  expect((await topUp(bank)).status).toBe(201);
});

test.each([
  ['by bank', bank],
  ['in a crypto currency', crypto],
])('creates one of parallel equal top-ups %s', async (_, path) => {
  const { topUp } = await customerWithTopUps();
  const amount = '250.00';
  const responses = await Promise.all(
    ['tab-one-key', 'tab-two-key', 'tab-three-key'].map((key) => topUp(path, { amount }, key)),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});
