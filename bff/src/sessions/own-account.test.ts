import { expect, test } from '@jest/globals';
import { hashPassword, isPassword, unusablePasswordHash } from '../accounts/passwords.ts';
import { type TestCustomer, testPassword, testPortal } from '../testing/test-portal.ts';

const portal = testPortal();

/** Runs `work` while no transaction of a customer can begin. */
async function withoutTransactions<Result>(work: () => Promise<Result>): Promise<Result> {
  const { pool } = portal.database;
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    return await work();
  } finally {
    for (const client of taken) client.release();
  }
}

type Send = (customer: TestCustomer, body: object) => ReturnType<TestCustomer['post']>;
const post =
  (action: string, more = {}): Send =>
  (customer, body) =>
    customer.post(`/v1/accounts/${action}`, { ...more, ...body });
const requests: [string, Send][] = [
  ['reveal a token', post('token:reveal')],
  ['create a second token', post('token:rotate')],
  ['use the second token only', post('token:promote')],
  ['delete the second token', post('token:discard')],
  ['begin two-step verification', post('two-factor:begin')],
  ['disable two-step verification', post('two-factor:disable')],
  ['renew recovery codes', post('two-factor:recovery-codes')],
  ['change the address', (own, body) => own.put('/v1/accounts/profile', { email: 'a@example.com', ...body })],
];

test.each(requests)('checks the password before the transaction begins: %s', async (_what, send) => {
  const customer = await portal.customer();
  const wrong = await withoutTransactions(() => send(customer, { current_password: 'Wrong1!xx' }));
  expect(wrong).toMatchObject({ status: 422, body: { errors: [{ code: 'current_password_wrong' }] } });
  const missing = await withoutTransactions(() => send(customer, {}));
  expect(missing.status).toBe(422);
  const right = await send(customer, { current_password: testPassword });
  expect(right.body.errors ?? []).toEqual([]);
  expect([200, 404, 409]).toContain(right.status);
});

test('the hash of no password has the form and cost of others, and no password matches it', async () => {
  const hash = unusablePasswordHash();
  const form = (text: string) => text.replace(/[^$]{22}\$[^$]{43}$/, '');
  expect(form(hash)).toBe(form(await hashPassword(testPassword)));
  expect(form(hash)).not.toBe(hash);
  expect(await isPassword(hash, testPassword)).toBe(false);
  expect(unusablePasswordHash()).not.toBe(hash);
});

test('refuses what a page of another account asks for, and keeps the session', async () => {
  const shown = await portal.customer();
  const other = await portal.customer();
  const [{ account_sid: sid }, before] = await Promise.all(
    [shown, other].map(async (customer) => (await customer.get('/v1/accounts/profile')).body),
  );
  const ofOther = { 'x-account-sid': String(sid) };
  const refused = { status: 401, body: { code: 'session_expired' } };
  const change = { company: 'First Customer Ltd' };
  expect(await other.put('/v1/accounts/profile', change, ofOther)).toMatchObject(refused);
  expect(await other.get('/v1/services/all', ofOther)).toMatchObject(refused);
  expect((await other.get('/v1/accounts/profile')).body).toEqual(before);
  const own = { 'x-account-sid': String(before?.['account_sid']) };
  expect((await other.put('/v1/accounts/profile', change, own)).status).toBe(200);
});
