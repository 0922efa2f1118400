import { expect, test } from '@jest/globals';
import { countAttemptOf } from '../http/rate-limit.ts';
import type { TestClient } from '../testing/test-client.ts';
import { type TestCustomer, testPassword, testPortal } from '../testing/test-portal.ts';

const portal = testPortal({ RATE_LIMIT_FACTOR: '1' });
const fresh = { password: 'NewSecret1!', password_repeat: 'NewSecret1!' };

test('limits password attempts of a session to ten over all endpoints that require it', async () => {
  const client = await portal.customer();
  const wrong = { current_password: 'Wrong1!xx' };
  const paths = ['reveal', 'rotate', 'promote', 'discard'].map((action) => `/v1/accounts/token:${action}`);
  for (let count = 0; count < 10; count += 1) {
    const path = paths[count % paths.length] ?? '';
    expect((await client.post(path, wrong)).status).toBe(422);
  }
  const right = { current_password: testPassword };
  expect((await client.post('/v1/accounts/token:reveal', right)).status).toBe(429);
  const change = { ...right, ...fresh };
  expect((await client.post('/v1/users/password:change', change)).status).toBe(429);
  const email = { ...right, email: 'elsewhere@example.com' };
  expect((await client.put('/v1/accounts/profile', email)).status).toBe(429);
});

test('wrong passwords of a stolen session do not keep the owner from changing the password in another', async () => {
  const thief = await portal.customer();
  const { email } = thief.account;
  const owner = portal.visitor();
  await owner.post('/v1/users/login', { email, password: testPassword });
  for (let count = 0; count < 12; count += 1)
    await thief.post('/v1/accounts/token:reveal', { current_password: 'Wrong1!xx' });
  const change = { current_password: testPassword, ...fresh };
  expect((await thief.post('/v1/users/password:change', change)).status).toBe(429);
  expect((await owner.post('/v1/users/password:change', change)).status).toBe(200);
});

test('limits password attempts of all sessions of an account to thirty', async () => {
  const { email } = await portal.account();
  const statuses: number[] = [];
  for (let session = 0; session < 4; session += 1) {
    const client = portal.visitor();
    await client.post('/v1/users/login', { email, password: testPassword });
    for (let count = 0; count < 9; count += 1) {
      const wrong = { current_password: 'Wrong1!xx' };
      statuses.push((await client.post('/v1/accounts/token:reveal', wrong)).status);
    }
  }
  expect(statuses.map((status) => status === 422)).toEqual(statuses.map((_, index) => index < 30));
});

test.each(['with the mailed link', 'after its exchange'])(
  'wrong passwords of a stolen session do not keep the owner from setting a new one %s',
  async (how) => {
    const thief = await portal.customer();
    const { email } = thief.account;
    const change = (client: TestClient, payload: object, remoteAddress: string) =>
      client.send({ method: 'POST', url: '/v1/users/password:change', payload, remoteAddress });
    for (let count = 0; count < 12; count += 1)
      await change(thief, { current_password: 'Wrong1!xx', ...fresh }, `192.0.2.${count}`);
    await portal.visitor().post('/v1/users/password:restore', { email });
    const mail = (await portal.mails()).find(({ to, text }) => to === email && text.includes('rst_'));
    const token = /rst_[\w-]+/.exec(mail?.text ?? '')?.[0];
    const owner = portal.visitor();
    const isExchanged = how === 'after its exchange';
    if (isExchanged) await owner.post('/v1/users/token:exchange', { token });
    const payload = isExchanged ? fresh : { ...fresh, token };
    expect((await change(owner, payload, '198.51.100.1')).status).toBe(200);
  },
);

const right = { current_password: testPassword };

/** Shows the token with the right password until that is refused. Returns how often it was shown. */
async function useUp(client: TestClient, current_password = testPassword): Promise<number> {
  for (let count = 0; count < 70; count += 1)
    if ((await client.post('/v1/accounts/token:reveal', { current_password })).status === 429) return count;
  return Number.POSITIVE_INFINITY;
}

async function another(email: string, password = testPassword): Promise<TestClient> {
  const client = portal.visitor();
  expect((await client.post('/v1/users/login', { email, password })).status).toBe(200);
  return client;
}

test('who uses up the right password in one session leaves the owner the uses of another', async () => {
  const thief = await portal.customer();
  const owner = await another(thief.account.email);
  expect(await useUp(thief)).toBe(20);
  expect((await owner.post('/v1/users/password:change', { ...right, ...fresh })).status).toBe(200);
  expect((await owner.post('/v1/accounts/token:rotate', { current_password: fresh.password })).status).toBe(
    200,
  );
}, 60_000);

test('a new password set by mail has its own uses, guesses and changes', async () => {
  const thief = await portal.customer();
  const { email } = thief.account;
  const others = [await another(email), await another(email)];
  let uses = 0;
  for (const client of [thief, ...others]) uses += await useUp(client);
  expect(uses).toBe(60);
  for (const client of [thief, ...others])
    for (let count = 0; count < 10; count += 1)
      await client.post('/v1/accounts/token:reveal', { current_password: 'Wrong1!xx' });
  const lockedOut = await another(email);
  expect((await lockedOut.post('/v1/accounts/token:reveal', right)).status).toBe(429);
  await useUpChanges(thief.account);

  await portal.visitor().post('/v1/users/password:restore', { email });
  const mail = (await portal.mails()).find(({ to, text }) => to === email && text.includes('rst_'));
  const token = /rst_[\w-]+/.exec(mail?.text ?? '')?.[0];
  const restored = await portal.visitor().post('/v1/users/password:change', { ...fresh, token });
  expect(restored.status).toBe(200);
  const owner = await another(email, fresh.password);
  const own = { current_password: fresh.password };
  expect((await owner.post('/v1/accounts/token:rotate', own)).status).toBe(200);
  expect((await owner.post('/v1/accounts/two-factor:begin', own)).status).toBe(200);
  const further = { ...own, password: 'Another1!xx', password_repeat: 'Another1!xx' };
  expect((await owner.post('/v1/users/password:change', further)).status).toBe(200);
}, 120_000);

async function useUpChanges({ account_id }: TestCustomer['account']): Promise<void> {
  const limit = { name: 'password-changes', windowSeconds: 3600 };
  for (let count = 0; count < 20; count += 1) await countAttemptOf(portal.context, limit, account_id);
}

test('limits the passwords that sessions of an account may set', async () => {
  const client = await portal.customer();
  await useUpChanges(client.account);
  expect((await client.post('/v1/users/password:change', { ...right, ...fresh })).status).toBe(429);
});
