import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { givenService } from '../modules/services/services.fixtures.ts';
import { type TestCustomer, testPassword, testPortal } from '../testing/test-portal.ts';
import { repeatAfterConflict } from './conflict.ts';
import type { Transaction } from './database.ts';
import { sql } from './sql.ts';

const portal = testPortal();
let customer: TestCustomer;
let service_id: string;

/** Lets so many changes end as deadlocks do. A rollback does not change the sequence that counts them. */
async function conflictsToCome(count: number) {
  await portal.superuser.system.run(sql`select setval('conflicts', ${1000 - count})`);
}

beforeAll(async () => {
  const { system } = portal.superuser;
  await system.run(sql`create sequence conflicts`);
  await system.run(sql`
    create function conflict() returns trigger language plpgsql security definer as $$
    begin
      if nextval('conflicts') <= 1000 then
        raise exception 'deadlock detected' using errcode = 'deadlock_detected';
      end if;
      return new;
    end $$`);
  await conflictsToCome(0);
  for (const table of [sql`payments`, sql`sessions`])
    await system.run(sql`
      create trigger conflict before insert on ${table} for each row execute function conflict()`);
});
beforeEach(async () => {
  customer = await portal.customer();
  ({ service_id } = await givenService(portal.database, customer.account.account_id));
});
afterEach(() => conflictsToCome(0));

const orderTopUp = () => customer.post('/v1/finances/payments/invoices', { service_id, amount: '50.00' });
const payments = async () => (await customer.get('/v1/finances/payments')).body.total;

test('a request that may be repeated is done again after a deadlock, and its effect exists once', async () => {
  await conflictsToCome(1);
  expect(await orderTopUp()).toMatchObject({ status: 201 });
  expect(await payments()).toBe(1);
});

test('a request that stands in the way of others twice is unavailable, not an internal error', async () => {
  await conflictsToCome(2);
  const refused = await orderTopUp();
  expect(refused).toMatchObject({ status: 503, body: { code: 'maintenance' } });
  expect(refused.headers).toMatchObject({ 'retry-after': '5' });
  expect(await payments()).toBe(0);
});

test('a login is not done again: its sender can repeat it', async () => {
  await conflictsToCome(1);
  const { email } = customer.account;
  const login = () => portal.visitor().post('/v1/users/login', { email, password: testPassword });
  expect(await login()).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  expect(await login()).toMatchObject({ status: 200 });
});

test('of two transactions that wait for each other, the one that the database ends is done again', async () => {
  const bothWait = Promise.withResolvers<void>();
  let [started, attempts] = [0, 0];
  const lockBoth = (one: number, other: number) =>
    repeatAfterConflict(() =>
      portal.database.asBackground(async (tx) => {
        attempts += 1;
        await lock(tx, one);
        started += 1;
        if (started >= 2) bothWait.resolve();
        await bothWait.promise;
        await lock(tx, other);
      }),
    );
  await Promise.all([lockBoth(1, 2), lockBoth(2, 1)]);
  expect(attempts).toBe(3);
});

const lock = (tx: Transaction, key: number) => tx.run(sql`select pg_advisory_xact_lock(${key})`);
