import { beforeEach, expect, test } from '@jest/globals';
import type { TestClient } from '../../testing/test-client.ts';
import { testPassword, testPortal } from '../../testing/test-portal.ts';
import { codeOf, turnOn } from '../two-factor/two-factor.fixtures.ts';

// All requests come from one address, as behind a proxy that TRUSTED_PROXIES does not name.
const portal = testPortal({ RATE_LIMIT_FACTOR: '1' });
const withBotCheck = testPortal({ RATE_LIMIT_FACTOR: '1', BOT_CHECK: 'altcha' });
const login = '/v1/users/login';
const restore = '/v1/users/password:restore';
const change = '/v1/users/password:change';
const wrong = 'Wrong1!xx';
const fresh = { password: 'NewSecret1!', password_repeat: 'NewSecret1!' };

beforeEach(() => portal.database.pool.query('delete from rate_counters'));

/** Repeats a request until its address is refused. */
async function useUp(url: string, payload: (count: number) => object): Promise<void> {
  const client = portal.visitor();
  for (let count = 0; count < 26; count += 1) await client.post(url, payload(count));
  expect((await client.post(url, payload(26))).status).toBe(429);
}

async function mailedLink(email: string): Promise<string | undefined> {
  const mail = (await portal.mails()).find(({ to, text }) => to === email && text.includes('rst_'));
  return /rst_[\w-]+/.exec(mail?.text ?? '')?.[0];
}

test('wrong passwords from a shared address lock out other browsers, but not those that the account knows', async () => {
  const customer = await portal.customer();
  const secured = await portal.customer();
  const { secret } = await turnOn(secured);
  await useUp(login, (count) => ({ email: `guess-${count}@example.com`, password: wrong }));
  const enter = (client: TestClient, { email } = customer.account) =>
    client.post(login, { email, password: testPassword });
  expect((await enter(portal.visitor())).status).toBe(429);
  expect((await enter(customer)).body).toMatchObject({ success: true, next: 'welcome' });
  expect((await enter(secured, secured.account)).body.next).toBe('otp');
  expect((await secured.post('/v1/users/login:otp', { code: codeOf(secret, 1) })).status).toBe(200);
  // A known browser is known to its own account only.
  expect((await enter(customer, secured.account)).status).toBe(429);
  expect((await enter(customer, { ...customer.account, email: 'nobody@example.com' })).status).toBe(429);
});

test('known browsers may guess no more than 25 passwords of their account, from any address', async () => {
  const customer = await portal.customer();
  const { email } = customer.account;
  const statuses: number[] = [];
  for (let count = 0; count < 30; count += 1) {
    const payload = { email, password: wrong };
    const remoteAddress = `203.0.113.${count}`;
    statuses.push((await customer.send({ method: 'POST', url: login, payload, remoteAddress })).status);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(25);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
});

test('a known browser restores its account while others have used up the limits of its address', async () => {
  const customer = await portal.customer();
  const { email } = customer.account;
  await useUp(restore, (count) => ({ email: `nobody-${count}@example.com` }));
  await useUp(change, (count) => ({ token: `rst_${count}`, ...fresh }));
  expect((await customer.post(restore, { email })).status).toBe(202);
  const token = await mailedLink(email);
  expect((await portal.visitor().post('/v1/users/token:exchange', { token })).status).toBe(429);
  expect((await customer.post(change, { token, ...fresh })).status).toBe(200);
});

test('a known browser exchanges a mailed link while others have used up the limits of its address', async () => {
  const customer = await portal.customer();
  const { email } = customer.account;
  await customer.post(restore, { email });
  const token = await mailedLink(email);
  await useUp(change, (count) => ({ token: `rst_${count}`, ...fresh }));
  expect((await customer.post('/v1/users/token:exchange', { token })).status).toBe(200);
  expect((await customer.post(change, fresh)).status).toBe(200);
});

test('a known browser confirms a new address while others have used up the limits of its own', async () => {
  const customer = await portal.customer();
  const { email } = customer.account;
  await customer.put('/v1/accounts/profile', { email: 'moved@example.com', current_password: testPassword });
  const mail = (await portal.mails()).find(({ to, text }) => to === email && text.includes('rev_'));
  const token = /rev_[\w-]+/.exec(mail?.text ?? '')?.[0];
  await useUp('/v1/users/confirm', (count) => ({ token: `rev_${count}` }));
  expect((await portal.visitor().post('/v1/users/confirm', { token })).status).toBe(429);
  expect((await customer.post('/v1/users/confirm', { token })).status).toBe(200);
});

test('a known browser gets a challenge and has its solution checked while its address has used up both', async () => {
  const customer = await withBotCheck.customer();
  const visitor = withBotCheck.visitor();
  const challenge = '/v1/bot-check/challenge?action=restore';
  const ask = (client: TestClient) =>
    client.post(restore, { email: customer.account.email, captcha_token: 'guessed' });
  for (let count = 0; count < 101; count += 1) {
    await visitor.get(challenge);
    await ask(visitor);
  }
  expect((await visitor.get(challenge)).status).toBe(429);
  expect((await ask(visitor)).status).toBe(429);
  expect((await customer.get(challenge)).status).toBe(200);
  expect((await ask(customer)).body.code).toBe('captcha_failed');
  const support = { subject: 'Help', body: 'Please', category: 'other', captcha_token: 'guessed' };
  expect((await customer.post('/v1/accounts/support', support)).body.code).toBe('captcha_failed');
});

test('a copied cookie of a known browser does not keep the owner elsewhere from restoring the password', async () => {
  const customer = await withBotCheck.customer();
  const challenge = '/v1/bot-check/challenge?action=restore';
  const payload = { email: customer.account.email, captcha_token: 'guessed' };
  const thief = Object.assign(withBotCheck.visitor(), {
    cookies: { device: customer.cookies['device'] ?? '' },
  });
  const remoteAddress = '203.0.113.7';
  for (let count = 0; count < 101; count += 1) {
    await thief.send({ method: 'GET', url: challenge, remoteAddress });
    await thief.send({ method: 'POST', url: restore, payload, remoteAddress });
  }
  expect((await thief.send({ method: 'GET', url: challenge, remoteAddress })).status).toBe(429);
  expect((await thief.send({ method: 'POST', url: restore, payload, remoteAddress })).status).toBe(429);
  expect((await customer.get(challenge)).status).toBe(200);
  expect((await customer.post(restore, payload)).body.code).toBe('captcha_failed');
});

test('mails that a copied cookie asks for elsewhere do not use up those of the owner', async () => {
  const customer = await portal.customer();
  const payload = { email: customer.account.email };
  const thief = Object.assign(portal.visitor(), { cookies: { device: customer.cookies['device'] ?? '' } });
  const ask = () => thief.send({ method: 'POST', url: restore, payload, remoteAddress: '203.0.113.7' });
  for (let count = 0; count < 25; count += 1) expect((await ask()).status).toBe(202);
  expect((await ask()).status).toBe(429);
  expect((await customer.post(restore, payload)).status).toBe(202);
});

test('requests over a limit, which are refused later, do not hold up others at their address', async () => {
  await useUp(restore, (count) => ({ email: `nobody-${count}@example.com` }));
  const order: string[] = [];
  const answered = async (name: string, request: Promise<{ status: number }>) => {
    order.push(`${name} ${(await request).status}`);
  };
  const visitor = portal.visitor();
  const flood = Array.from({ length: 8 }, () => visitor.post(restore, { email: 'nobody@example.com' }));
  const refusals = flood.map((request) => answered('refused', request));
  await answered('other', visitor.post('/v1/users/token:exchange', { token: 'rst_unknown' }));
  await Promise.all(refusals);
  expect(order[0]).toBe('other 410');
});

test('failures of others at its address do not require the bot check of a known browser', async () => {
  const customer = await withBotCheck.customer();
  const { email } = customer.account;
  const visitor = withBotCheck.visitor();
  for (let count = 0; count < 4; count += 1)
    await visitor.post(login, { email: `guess-${count}@example.com`, password: wrong });
  expect((await visitor.post(login, { email, password: testPassword })).body.code).toBe('captcha_required');
  expect((await customer.post(login, { email, password: testPassword })).status).toBe(200);
});
