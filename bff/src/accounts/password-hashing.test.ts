import { expect, jest, test } from '@jest/globals';
import type * as Argon2 from '@node-rs/argon2';
import { sql } from '../database/sql.ts';
import { testPassword, testPortal } from '../testing/test-portal.ts';

// A password takes as long as hundreds of statements: in a transaction it would hold a connection, and often a locked account.
const portal = testPortal();
const fresh = { password: 'NewSecret1!', password_repeat: 'NewSecret1!' };
const registration = {
  ...{
    email: 'new@example.com',
    name: 'Ann Tamm',
    company: 'Example',
    phone: '372 5551 2345',
    country: 'ee',
  },
  ...{ language: 'en', timezone: 'Europe/Tallinn', terms: true, currency: 'eur', ...fresh },
};
const change = '/v1/users/password:change';
/** How many transactions were open at each use of the library. */
const openTransactions: number[] = [];

async function countTransactions(): Promise<void> {
  const { count } = await portal.superuser.system.one<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and usename = 'portal_server' and xact_start is not null`);
  openTransactions.push(count);
}

// The module itself, not the copy that "import * as" makes.
const library = jest.requireActual<typeof Argon2>('@node-rs/argon2');
const { hash, verify } = library;
jest.spyOn(library, 'hash').mockImplementation(async (...given) => {
  await countTransactions();
  return hash(...given);
});
jest.spyOn(library, 'verify').mockImplementation(async (...given) => {
  await countTransactions();
  return verify(...given);
});

async function mailed(email: string, prefix: string): Promise<string | undefined> {
  const mail = (await portal.mails()).find(({ to, text }) => to === email && text.includes(prefix));
  return mail?.text.match(new RegExp(`${prefix}[\\w-]+`))?.[0];
}

/** Customers on their way to the request that uses the password. Each returns what sends it. */
const ways: Record<string, () => Promise<() => Promise<{ status: number }>>> = {
  login: async () => {
    const { email } = await portal.account();
    return () => portal.visitor().post('/v1/users/login', { email, password: testPassword });
  },
  registration: async () => () => portal.visitor().post('/v1/users/register', registration),
  'a confirmation in another browser': async () => {
    const email = 'elsewhere@example.com';
    await portal.visitor().post('/v1/users/register', { ...registration, email });
    const token = await mailed(email, 'cnf_');
    return () => portal.visitor().post('/v1/users/confirm', { token, password: fresh.password });
  },
  'a new password in a session': async () => {
    const customer = await portal.customer();
    return () => customer.post(change, { current_password: testPassword, ...fresh });
  },
  'a new password by a mailed link': async () => {
    const { email } = await portal.account();
    await portal.visitor().post('/v1/users/password:restore', { email });
    const token = await mailed(email, 'rst_');
    return () => portal.visitor().post(change, { token, ...fresh });
  },
  'a new password after the exchange of a mailed link': async () => {
    const { email } = await portal.account();
    const visitor = portal.visitor();
    await visitor.post('/v1/users/password:restore', { email });
    await visitor.post('/v1/users/token:exchange', { token: await mailed(email, 'rst_') });
    return () => visitor.post(change, fresh);
  },
  'an endpoint that requires the password': async () => {
    const customer = await portal.customer();
    return () => customer.post('/v1/accounts/token:rotate', { current_password: testPassword });
  },
};

test.each(Object.keys(ways))('no transaction is open while %s uses a password', async (way) => {
  const send = await ways[way]?.();
  openTransactions.length = 0;
  expect((await send?.())?.status).toBeLessThan(300);
  expect(openTransactions.length).toBeGreaterThan(0);
  expect(openTransactions.filter((count) => count > 0)).toEqual([]);
});
