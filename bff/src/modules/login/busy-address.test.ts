import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type * as Argon2 from '@node-rs/argon2';
import { sql } from '../../database/sql.ts';
import type { TestClient, TestResponse } from '../../testing/test-client.ts';
import { testPassword, testPortal } from '../../testing/test-portal.ts';

// The shares of production, because RATE_LIMIT_FACTOR would multiply them.
const portal = testPortal({ RATE_LIMIT_FACTOR: '1' });
const login = '/v1/users/login';
const held = 'Held1!xxx';

/** The module itself, not the copy that "import * as" makes. */
const library = jest.requireActual<typeof Argon2>('@node-rs/argon2');
const { verify } = library;
let release = () => {};
let flood: Promise<TestResponse>[] = [];
/** Passwords whose hashing has begun and does not end. */
let hashing = 0;

beforeEach(() => {
  const { promise, resolve } = Promise.withResolvers<void>();
  release = resolve;
  hashing = 0;
  jest.spyOn(library, 'verify').mockImplementation(async (hash, password, ...rest) => {
    if (password === held) {
      hashing += 1;
      await promise;
    }
    return verify(hash, password, ...rest);
  });
});

afterEach(async () => {
  release();
  await Promise.all(flood);
  flood = [];
  await portal.database.pool.query('delete from rate_counters');
});

/** Sends logins of the client that do not end, until a further one is refused. */
async function fill(client: TestClient): Promise<void> {
  const requests = Array.from({ length: 30 }, (_, count) =>
    client.post(login, { email: `flood-${count}@example.com`, password: held }),
  );
  flood.push(...requests);
  expect((await Promise.race(requests)).status).toBe(429);
}

const enter = async (client: TestClient, email: string) =>
  (await client.post(login, { email, password: testPassword })).status;

test('a known browser logs in and uses mailed links while a flood fills the share of its address', async () => {
  const customer = await portal.customer();
  const { email } = customer.account;
  const stranger = portal.visitor();
  await fill(stranger);
  expect(await enter(stranger, email)).toBe(429);
  // The database knows no such browser.
  stranger.cookies = { device: 'x'.repeat(43) };
  expect(await enter(stranger, email)).toBe(429);
  expect(await enter(customer, email)).toBe(200);
  expect((await customer.post('/v1/users/password:restore', { email })).status).toBe(202);
  expect((await customer.post('/v1/users/token:exchange', { token: 'rst_unknown' })).status).toBe(410);
});

test('the known browsers of an account use up the share of no other account, nor of their own elsewhere', async () => {
  const [attacker, customer] = [await portal.customer(), await portal.customer()];
  await fill(attacker);
  expect(await enter(attacker, attacker.account.email)).toBe(429);
  expect(await enter(customer, customer.account.email)).toBe(200);
  const payload = { email: attacker.account.email, password: testPassword };
  const elsewhere = { method: 'POST', url: login, payload, remoteAddress: '192.0.2.7' } as const;
  expect((await attacker.send(elsewhere)).status).toBe(200);
});

test('a browser that the account has forgotten uses the share of its address again', async () => {
  const customer = await portal.customer();
  const { account_id, email } = customer.account;
  await customer.post('/v1/users/token:exchange', { token: 'rst_unknown' });
  await portal.database.pool.query('delete from known_devices where account_id = $1', [account_id]);
  await fill(portal.visitor());
  expect(await enter(customer, email)).toBe(429);
});

test('a known browser logs in while logins from many addresses occupy the places of others', async () => {
  const customer = await portal.customer();
  const { system } = portal.database;
  const counted = async () =>
    (
      await system.one<{ count: number }>(sql`
        select count(*)::int as count from rate_counters where key like 'login:address:203.0.113.%'`)
    ).count;
  for (let count = 0; count < 20; count += 1) {
    const payload = { email: `flood-${count}@example.com`, password: held };
    const remoteAddress = `203.0.113.${count}`;
    flood.push(portal.visitor().send({ method: 'POST', url: login, payload, remoteAddress }));
  }
  while ((await counted()) < flood.length) await sleep(5);
  expect(await enter(customer, customer.account.email)).toBe(200);
  expect(hashing).toBe(Math.max(2, Math.floor(availableParallelism() / 2)));
});
