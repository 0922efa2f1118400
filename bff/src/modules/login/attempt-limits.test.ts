import { expect, test } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { sql } from '../../database/sql.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { testPassword, testPortal } from '../../testing/test-portal.ts';
import { codeOf, turnOn } from '../two-factor/two-factor.fixtures.ts';
import { countAttempt } from './attempt-limits.ts';

const portal = testPortal({ RATE_LIMIT_FACTOR: '1' });
const login = '/v1/users/login';
const otp = '/v1/users/login:otp';

test('limits logins with the right password in one network, apart for known browsers, and in no other', async () => {
  const known = await portal.customer();
  const { email } = known.account;
  const logIn = (client: TestClient, remoteAddress: string, password = testPassword) =>
    client.send({ method: 'POST', url: login, payload: { email, password }, remoteAddress });
  // A wrong one does not count.
  expect((await logIn(portal.visitor(), '203.0.113.5', 'Wrong1!xx')).status).toBe(401);
  for (let count = 0; count < 30; count += 1)
    expect((await logIn(portal.visitor(), '203.0.113.5')).status).toBe(200);
  const refused = await logIn(portal.visitor(), '203.0.113.5');
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(Number(refused.headers['retry-after'])).toBe(refused.body.params.retry_after_seconds);
  expect((await logIn(known, '203.0.113.5')).status).toBe(200);
  expect((await logIn(portal.visitor(), '203.0.113.6')).status).toBe(200);
});

test('counts logins with the right password in an IPv6 /48 together', async () => {
  const { email } = await portal.account();
  const payload = { email, password: testPassword };
  const logIn = (remoteAddress: string) =>
    portal.visitor().send({ method: 'POST', url: login, payload, remoteAddress });
  for (let count = 0; count < 30; count += 1)
    expect((await logIn(`2001:db8:7:${count.toString(16)}::1`)).status).toBe(200);
  expect((await logIn('2001:db8:7:ffff::1')).status).toBe(429);
});

test('blocks code guesses after five, except in known browsers', async () => {
  const customer = await portal.customer();
  const { secret } = await turnOn(customer);
  const credentials = { email: customer.account.email, password: testPassword };
  const from = (remoteAddress: string, client: TestClient) => ({
    logIn: () => client.send({ method: 'POST', url: login, payload: credentials, remoteAddress }),
    enter: (code: string) => client.send({ method: 'POST', url: otp, payload: { code }, remoteAddress }),
  });
  const guesser = from('192.0.2.20', portal.visitor());
  await guesser.logIn();
  for (let count = 0; count < 5; count += 1)
    expect((await guesser.enter(codeOf(secret, 20))).status).toBe(422);
  expect((await guesser.enter(codeOf(secret))).status).toBe(429);
  const elsewhere = from('192.0.2.21', portal.visitor());
  await elsewhere.logIn();
  expect((await elsewhere.enter(codeOf(secret))).status).toBe(429);

  const owner = from('192.0.2.22', customer);
  expect((await owner.logIn()).body.next).toBe('otp');
  expect((await owner.enter(codeOf(secret))).body.next).toBe('welcome');
});

test('known browsers share one count of code guesses', async () => {
  const customer = await portal.customer();
  const { secret } = await turnOn(customer);
  const payload = { email: customer.account.email, password: testPassword };
  const browsers = [portal.visitor(), portal.visitor(), portal.visitor()];
  for (const client of browsers) {
    await client.post(login, payload);
    expect((await client.post(otp, { code: codeOf(secret) })).status).toBe(200);
    await portal.database.system.run(sql`update two_factor set last_used_step = 0`);
  }
  const statuses: number[] = [];
  for (const [index, client] of browsers.entries()) {
    const remoteAddress = `192.0.2.${70 + index}`;
    await client.send({ method: 'POST', url: login, payload, remoteAddress });
    for (let count = 0; count < 5; count += 1) {
      const payload = { code: codeOf(secret, 20 + count) };
      statuses.push((await client.send({ method: 'POST', url: otp, payload, remoteAddress })).status);
    }
  }
  expect(statuses.filter((status) => status === 422)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

test.each(['in a session', 'by mail'])('a password changed %s makes other browsers unknown', async (how) => {
  const customer = await portal.customer();
  const { email } = customer.account;
  const thief = portal.visitor();
  await thief.post(login, { email, password: testPassword });
  // The thief also has a copy of the customer's cookies.
  const copy = portal.visitor();
  copy.cookies = { ...customer.cookies };
  const password = 'NewSecret1!';
  const fresh = { password, password_repeat: password };
  if (how === 'by mail') {
    await customer.post('/v1/users/password:restore', { email });
    const mail = (await portal.mails()).find(({ to, text }) => to === email && text.includes('rst_'));
    const token = /rst_[\w-]+/.exec(mail?.text ?? '')?.[0];
    await customer.post('/v1/users/password:change', { token, ...fresh });
  } else await customer.post('/v1/users/password:change', { current_password: testPassword, ...fresh });

  const from = (client: TestClient, remoteAddress: string, payload: object) =>
    client.send({ method: 'POST', url: login, payload, remoteAddress });
  for (let count = 0; count < 25; count += 1)
    await from(portal.visitor(), `203.0.113.${count}`, { email, password: 'Wrong1!xx' });
  expect((await from(thief, '192.0.2.90', { email, password: 'Wrong1!xx' })).status).toBe(429);
  expect((await from(copy, '192.0.2.91', { email, password: 'Wrong1!xx' })).status).toBe(429);
  expect((await from(customer, '192.0.2.92', { email, password })).status).toBe(200);
});

test('a revert link makes all browsers unknown, because somebody else knows the password', async () => {
  const thief = await portal.customer();
  const { email } = thief.account;
  const payload = { email, password: 'Wrong1!xx' };
  await thief.put('/v1/accounts/profile', { email: 'thief@example.com', current_password: testPassword });
  const mail = (await portal.mails()).find(({ to, text }) => to === email && text.includes('rev_'));
  const token = /rev_[\w-]+/.exec(mail?.text ?? '')?.[0];
  expect((await portal.visitor().post('/v1/users/confirm', { token })).status).toBe(200);
  const guess = (client: TestClient, remoteAddress: string) =>
    client.send({ method: 'POST', url: login, payload, remoteAddress });
  for (let count = 0; count < 25; count += 1) await guess(portal.visitor(), `203.0.113.${count}`);
  expect((await guess(thief, '192.0.2.90')).status).toBe(429);
});

test('a thief who has used up the attempts of known browsers does not keep the owner out after a restore', async () => {
  const customer = await portal.customer();
  const { email } = customer.account;
  for (let count = 0; count < 26; count += 1) {
    const payload = { email, password: 'Wrong1!xx' };
    await customer.send({ method: 'POST', url: login, payload, remoteAddress: `203.0.113.${count}` });
  }
  const owner = portal.visitor();
  const send = (url: string, payload: object) =>
    owner.send({ method: 'POST', url, payload, remoteAddress: '192.0.2.95' });
  await send('/v1/users/password:restore', { email });
  const mail = (await portal.mails()).find(({ to, text }) => to === email && text.includes('rst_'));
  const token = /rst_[\w-]+/.exec(mail?.text ?? '')?.[0];
  const password = 'NewSecret1!';
  await send('/v1/users/password:change', { token, password, password_repeat: password });
  expect((await send(login, { email, password })).status).toBe(200);
});

test('blocks password guesses after 25, except in known browsers', async () => {
  const customer = await portal.customer();
  const { email } = customer.account;
  const client = portal.visitor();
  for (let count = 0; count < 25; count += 1) {
    expect((await client.post(login, { email, password: 'Wrong1!xx' })).status).toBe(401);
  }
  const response = await client.post(login, { email, password: testPassword });
  expect(response).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(Number(response.headers['retry-after'])).toBe(response.body.params.retry_after_seconds);

  // The customer has a different network address than the attacker.
  const elsewhere = { remoteAddress: '192.0.2.7' };
  const payload = { email, password: testPassword };
  const again = await customer.send({ method: 'POST', url: login, payload, ...elsewhere });
  expect(again.status).toBe(200);
  const stranger = await portal.visitor().send({ method: 'POST', url: login, payload, ...elsewhere });
  expect(stranger.status).toBe(429);
});

test('a mailed link lets the owner in from a new browser during an attack', async () => {
  const { email } = await portal.account();
  // A stranger uses up the customer's attempts from many addresses.
  for (let count = 0; count < 25; count += 1) {
    const payload = { email, password: 'Wrong1!xx' };
    const remoteAddress = `203.0.113.${count}`;
    await portal.visitor().send({ method: 'POST', url: login, payload, remoteAddress });
  }
  const owner = portal.visitor();
  const send = (url: string, payload: object) =>
    owner.send({ method: 'POST', url, payload, remoteAddress: '192.0.2.51' });
  expect(await send(login, { email, password: testPassword })).toMatchObject({ status: 429 });
  await send('/v1/users/password:restore', { email });
  const mail = (await portal.mails()).find(({ to, text }) => to === email && text.includes('rst_'));
  const token = /rst_[\w-]+/.exec(mail?.text ?? '')?.[0];
  const password = 'NewSecret1!';
  expect(
    await send('/v1/users/password:change', { token, password, password_repeat: password }),
  ).toMatchObject({
    status: 200,
  });
  expect(await send(login, { email, password })).toMatchObject({ status: 200 });
  const stranger = portal.visitor();
  const payload = { email, password };
  expect(
    await stranger.send({ method: 'POST', url: login, payload, remoteAddress: '192.0.2.52' }),
  ).toMatchObject({ status: 429 });
});

test.each([
  ['otp', 30],
  ['confirm', 20],
] as const)('blocks guesses of codes after a daily number: %s, %i', async (attempt, most) => {
  const subject = { key: 'many-codes@example.com', isKnown: false };
  const request = { ip: '192.0.2.40' } as FastifyRequest;
  const { database } = portal;
  for (let count = 0; count < most; count += 1) {
    await countAttempt(portal.context, attempt, request, subject);
    await database.system.run(sql`delete from rate_counters where key not like ${`${attempt}:day:%`}`);
  }
  await expect(countAttempt(portal.context, attempt, request, subject)).rejects.toThrow('rate_limited');
});

test('blocks an IPv6 /48 whose networks take turns, and no other', async () => {
  const attempt = (ip: string) => countAttempt(portal.context, 'confirm', { ip } as FastifyRequest);
  for (let count = 0; count < 100; count += 1) await attempt(`2001:db8:1:${count.toString(16)}::1`);
  await expect(attempt('2001:db8:1:ffff::1')).rejects.toThrow('rate_limited');
  await attempt('2001:db8:2:ffff::1');
});

test('ignores a forged X-Forwarded-For', async () => {
  const client = portal.visitor();
  const statuses = [];
  for (let count = 0; count < 30; count += 1) {
    const body = { email: `guess-${count}@example.com`, password: 'Wrong1!xx' };
    statuses.push((await client.post(login, body, { 'x-forwarded-for': `198.51.100.${count}` })).status);
  }
  expect(statuses).toContain(429);
});

test('a customer who reached the limit does not use up the limit of the address', async () => {
  const request = { ip: '192.0.2.60' } as FastifyRequest;
  const attempt = (key: string) => countAttempt(portal.context, 'confirm', request, { key, isKnown: false });
  for (let count = 0; count < 5; count += 1) await attempt('one@example.com');
  for (let count = 0; count < 25; count += 1)
    await expect(attempt('one@example.com')).rejects.toThrow('rate_limited');
  await attempt('another@example.com');
});
