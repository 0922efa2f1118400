import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { rawSql, sql } from '../../database/sql.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { auditLedger } from '../ledger/audit.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenDueDate } from './due-dates.fixtures.ts';
import { expirePaymentsJob } from './payment-states.ts';
import { givenReceivedMoney } from './received-money.fixtures.ts';

const portal = testPortal();
let customer: TestCustomer;
let service_id: string;
beforeEach(async () => {
  customer = await portal.customer({ timezone: 'Pacific/Auckland' });
  ({ service_id } = await givenService(portal.database, customer.account.account_id));
});

afterEach(async () => expect((await auditLedger(portal.database)).problems).toEqual([]));

async function proForma() {
  const { body } = await customer.post('/v1/finances/payments/invoices', {
    service_id,
    amount: '100.00',
    allow_duplicate: true,
  });
  return body.payment;
}
const cancel = (id: string, client = customer) => client.post(`/v1/finances/payments/${id}:cancel`, {});
const expire = () => expirePaymentsJob(portal.context).run({});
const setDue = (id: string, due: string) => givenDueDate(portal.superuser, id, due);

const paymentOf = async (id: string) => {
  const { body } = await customer.get('/v1/finances/payments?limit=100');
  return body.items.find(({ payment_id }: { payment_id: string }) => payment_id === id);
};
const statesOf = async (id: string) =>
  (await paymentOf(id)).states.map(({ status }: { status: string }) => status);

const receive = (...given: [number: string, amount?: string, beforeCommit?: () => Promise<void>]) =>
  givenReceivedMoney(portal, ...given);

test('cancels a pro-forma invoice once, and credits money that arrives nevertheless', async () => {
  const { payment_id, number } = await proForma();
  const key = { 'idempotency-key': 'b1946ac9-2f4d-4d3e-8a77-000000000165' };
  const path = `/v1/finances/payments/${payment_id}:cancel`;
  const first = await customer.post(path, {}, key);
  expect(first).toMatchObject({
    status: 200,
    body: { payment: { status: 'canceled', actions: ['download'], bank_details: null } },
  });
  expect((await customer.post(path, {}, key)).body).toEqual(first.body);
  expect((await cancel(payment_id)).status).toBe(200);
  expect(await statesOf(payment_id)).toEqual(['pending', 'canceled']);
  await setDue(payment_id, '2026-12-01');
  expect(await receive(number)).toMatchObject({
    status: 'paid',
    status_reason: null,
    credited: '100.00',
  });
  expect(await statesOf(payment_id)).toEqual(['pending', 'canceled', 'paid']);
});

test('asks for nothing more when a part arrives for a canceled pro-forma invoice', async () => {
  const { payment_id, number } = await proForma();
  await cancel(payment_id);
  await setDue(payment_id, '2026-12-01');
  expect(await receive(number, '24.00')).toMatchObject({ status: 'canceled', status_reason: null });
  expect(await paymentOf(payment_id)).toMatchObject({
    status: 'canceled',
    paid_amount: '24.00',
    actions: ['download'],
    bank_details: null,
  });
  expect(await receive(number, '100.00')).toMatchObject({ status: 'paid', status_reason: null });
  expect(await statesOf(payment_id)).toEqual(['pending', 'canceled', 'paid']);
  expect(await receive(number, '-24.00')).toMatchObject({ status: 'canceled' });
});

test.each([
  ['2026-11-18', 'paid_late'],
  ['2026-11-19', 'paid_late'],
  // 20 November begins at 11:00 UTC of the 19th in Auckland.
  ['2026-11-20', null],
])('a canceled pro-forma invoice due on %s that is paid on the 20th is %s', async (due, status_reason) => {
  const { payment_id, number } = await proForma();
  await cancel(payment_id);
  await setDue(payment_id, due);
  expect(await receive(number)).toMatchObject({ status: 'paid', status_reason });
});

test('refuses to cancel a payment whose money arrives at the same time', async () => {
  const { payment_id, number } = await proForma();
  let response: ReturnType<typeof cancel> | undefined;
  await receive(number, '24.00', async () => {
    response = cancel(payment_id);
    await waitForLock();
  });
  expect(await response).toMatchObject({ status: 409, body: { code: 'payment_not_cancelable' } });
  expect(await paymentOf(payment_id)).toMatchObject({
    status: 'partially_paid',
    actions: ['resume', 'contact', 'download'],
  });
});

async function waitForLock(): Promise<void> {
  const waiting = sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await portal.database.system.first(waiting)) === undefined);
}

test('refuses to cancel a payment of another account, another method or another state', async () => {
  const { payment_id, number } = await proForma();
  expect((await cancel(payment_id, await portal.customer())).status).toBe(404);
  await receive(number);
  expect(await cancel(payment_id)).toMatchObject({ status: 409, body: { code: 'payment_not_cancelable' } });
  const { body } = await customer.post('/v1/finances/payments/crypto', { service_id, amount: '50' });
  expect(await cancel(body.payment.payment_id)).toMatchObject({ status: 409 });
});

test.each([
  "status = 'paid'",
  "status = 'canceled', amount = 1000",
  "status = 'canceled', account_id = 'acc_other'",
])('the database refuses "set %s" to a customer', async (change) => {
  await proForma();
  const { account_id } = customer.account;

  await expect(
    portal.database.withAccount(account_id, (tx) => tx.run(rawSql(`update payments set ${change}`))),
  ).rejects.toThrow('permission denied');
});

test('expires a transfer 30 days after its due date, when the day ends in the account’s time zone', async () => {
  const { payment_id } = await proForma();
  const { last, next } = await portal.database.system.one<{ last: string; next: string }>(sql`
    select (now() at time zone 'Pacific/Auckland')::date - 31 as last,
      (now() at time zone 'Pacific/Auckland')::date - 30 as next`);
  await setDue(payment_id, next);
  await expire();
  expect(await statesOf(payment_id)).toEqual(['pending']);
  await setDue(payment_id, last);
  await expire();
  await expire();
  expect(await statesOf(payment_id)).toEqual(['pending', 'expired']);
  expect(await cancel(payment_id)).toMatchObject({ status: 409 });
});

test('credits a part that arrived before a payment expired, and the rest after it', async () => {
  const { payment_id, number } = await proForma();
  await receive(number, '24.00');
  await setDue(payment_id, '2026-01-01');
  await expire();
  expect(await paymentOf(payment_id)).toMatchObject({
    status: 'expired',
    status_reason: 'underpaid',
    actions: ['contact', 'download'],
  });
  await receive(number, '100.00');
  expect(await paymentOf(payment_id)).toMatchObject({ status: 'paid', status_reason: 'paid_late' });
  expect(await statesOf(payment_id)).toEqual(['pending', 'partially_paid', 'expired', 'paid']);
});

test('credits a part that arrives after a payment expired, and does not ask for the rest', async () => {
  const { payment_id, number } = await proForma();
  await setDue(payment_id, '2026-01-01');
  await expire();
  expect(await receive(number, '24.00')).toMatchObject({ status: 'expired', status_reason: 'underpaid' });
  await expire();
  expect(await paymentOf(payment_id)).toMatchObject({
    status: 'expired',
    status_reason: 'underpaid',
    bank_details: null,
    actions: ['contact', 'download'],
  });
  await receive(number, '100.00');
  expect(await statesOf(payment_id)).toEqual(['pending', 'expired', 'expired', 'paid']);
});

test('a part that arrives after the time to pay expires a payment before the job does', async () => {
  const { payment_id, number } = await proForma();
  await setDue(payment_id, '2026-01-01');
  expect(await receive(number, '24.00')).toMatchObject({ status: 'expired', status_reason: 'underpaid' });
});

test('leaves a payment that is locked to the next run', async () => {
  const { payment_id, number } = await proForma();
  await setDue(payment_id, '2026-01-01');
  await receive(number, '124.00', expire);
  await expire();
  expect(await statesOf(payment_id)).toEqual(['pending', 'paid']);
});
