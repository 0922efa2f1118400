import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { createLog } from '../../log.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { type TestPortal, testPassword, testPortal } from '../../testing/test-portal.ts';
import { codeOf, turnOn } from '../two-factor/two-factor.fixtures.ts';

const lines: string[] = [];
const log = createLog('info', { to: { write: (line) => lines.push(line) } });
const lenient = testPortal({ LOG_LEVEL: 'info' }, { log });
const strict = testPortal({ RATE_LIMIT_FACTOR: '1' });
const otp = '/v1/users/login:otp';
const verify = '/v1/accounts/access:verify';
const key = { 'idempotency-key': 'key-of-a-form' };
const refused = { status: 401, body: { code: 'unauthenticated' } };

/** Creates a customer with two-step verification, and a new browser that has entered the password. */
async function atTwoFactor(portal: TestPortal = lenient) {
  const customer = await portal.customer();
  const { secret, recoveryCodes } = await turnOn(customer);
  const { email, account_id } = customer.account;
  const enterPassword = async () => {
    const client = portal.visitor();
    await client.post('/v1/users/login', { email, password: testPassword });
    return client;
  };
  const [code = '', otherCode = ''] = recoveryCodes;
  return {
    customer,
    client: await enterPassword(),
    enterPassword,
    secret,
    code,
    otherCode,
    email,
    account_id,
  };
}

/** The same browser, which loses the response. */
function losing(client: TestClient, portal: TestPortal = lenient): TestClient {
  return Object.assign(portal.visitor(), { cookies: { ...client.cookies } });
}

async function countOf(from: ReturnType<typeof sql>): Promise<number> {
  const { count } = await lenient.database.system.one<{ count: number }>(
    sql`select count(*)::int as count from ${from}`,
  );
  return count;
}

const openSessions = (accountId: string) =>
  countOf(sql`sessions where account_id = ${accountId} and kind = 'full'`);

function eventsSince(start: number): string[] {
  const records = lines.slice(start).map((line): { msg: string; event: string } => JSON.parse(line));
  return records.filter(({ msg }) => msg === 'security').map(({ event }) => event);
}

test('a page that lost responses repeats a recovery code and is logged in, once', async () => {
  const { customer, client, code, email, account_id } = await atTwoFactor();
  const browsers = sql`known_devices where account_id = ${account_id}`;
  const before = await countOf(browsers);
  const start = lines.length;
  const lost = [losing(client), losing(client)];
  const statuses = [];
  for (const each of [...lost, client]) statuses.push((await each.post(otp, { code }, key)).status);
  expect(statuses).toEqual([200, 200, 200]);

  expect((await client.post(verify)).status).toBe(200);
  for (const each of lost) expect((await each.post(verify)).status).toBe(401);
  expect(await openSessions(account_id)).toBe(2);
  expect((await customer.get('/v1/accounts/two-factor')).body.recovery_codes_left).toBe(9);
  const mails = (await lenient.mails()).filter(({ to }) => to === email);
  expect(mails.filter(({ subject }) => /recovery/.test(subject))).toHaveLength(1);
  expect(mails.filter(({ subject }) => /new browser|new device/i.test(subject))).toHaveLength(1);
  expect(eventsSince(start)).toEqual(['new_device', 'second_step_taken', 'login']);
  // The browser that has the cookie is the one that the account knows.
  expect(await countOf(browsers)).toBe(before + 1);
  await client.post('/v1/accounts/access:logout');
  await client.post('/v1/users/login', { email, password: testPassword });
  const again = lines.length;
  expect((await client.post(otp, { code }, key)).status).toBe(422);
  expect(eventsSince(again)).toEqual(['second_step_refused']);
});

test('a repeated response is that of the first request, with the times of the new session', async () => {
  const { client, secret } = await atTwoFactor();
  const code = codeOf(secret);
  const first = await losing(client).post(otp, { code }, key);
  const second = await client.post(otp, { code: `${code.slice(0, 3)} ${code.slice(3)}` }, key);
  const { expires_at } = second.body.session;
  expect(second.body).toEqual({ ...first.body, session: { ...first.body.session, expires_at } });
  expect(expires_at > first.body.session.expires_at).toBe(true);
});

test('a repeated login still requires the agreement first', async () => {
  const { client, secret, account_id } = await atTwoFactor();
  await lenient.database.system.run(sql`
    update accounts set dpu_version = '2020-01' where account_id = ${account_id}`);
  const code = codeOf(secret);
  await losing(client).post(otp, { code }, key);
  expect((await client.post(otp, { code }, key)).body).toMatchObject({
    next: 'dpu',
    dpu: { version: '2026-05' },
  });
  expect((await client.post(verify)).body.dpu_required).toBe(true);
});

test('a page that lost only the body repeats the code with its new session', async () => {
  const { client, code, otherCode, account_id } = await atTwoFactor();
  const first = await client.post(otp, { code }, key);
  const cookies = { ...client.cookies };
  const again = await client.post(otp, { code }, key);
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(client.cookies).toEqual(cookies);
  expect(await openSessions(account_id)).toBe(2);
  expect(await client.post(otp, { code: otherCode }, key)).toMatchObject(refused);
  expect(await client.post(otp, { code })).toMatchObject(refused);
  expect((await client.post(verify)).status).toBe(200);
  await losing(client).post('/v1/accounts/access:logout');
  expect(await client.post(otp, { code }, key)).toMatchObject(refused);
});

test('neither the key nor the code nor the pending login alone repeats a login', async () => {
  const { client, enterPassword, code, otherCode } = await atTwoFactor();
  const another = await enterPassword();
  const first = losing(client);
  expect((await first.post(otp, { code }, key)).status).toBe(200);
  for (const [browser, sent, headers] of [
    [losing(client), code, {}],
    [losing(client), code, { 'idempotency-key': 'key-of-a-thief' }],
    [losing(client), otherCode, key],
    [lenient.visitor(), code, key],
    [Object.assign(lenient.visitor(), { cookies: { sid: 'a'.repeat(43) } }), code, key],
    [await lenient.customer(), code, key],
  ] as const)
    expect(await browser.post(otp, { code: sent }, headers)).toMatchObject(refused);
  // It waits for a code of its own.
  expect(await another.post(otp, { code }, key)).toMatchObject({ status: 422 });
  expect((await first.post(verify)).status).toBe(200);
  expect((await client.post(otp, { code }, key)).status).toBe(200);
});

test('stores neither the code nor a token of the login', async () => {
  const { client, code, account_id } = await atTwoFactor();
  const pending = client.cookies['sid'];
  await client.post(otp, { code }, key);
  const row = await lenient.database.system.one<{ stored: string }>(sql`
    select row_to_json(k)::text as stored from idempotency_keys k
    where account_id = ${account_id} and call = 'POST /v1/users/login:otp'`);
  const { sid, device } = client.cookies;
  for (const secret of [pending, sid, device, code, code.replace('-', '')])
    expect(row.stored).not.toContain(secret);
});

test('a login is repeated for five minutes', async () => {
  const { client, code, account_id } = await atTwoFactor();
  await losing(client).post(otp, { code }, key);
  const age = (seconds: number) =>
    lenient.database.system.run(sql`
      update idempotency_keys set created = now() - make_interval(secs => ${seconds})
      where account_id = ${account_id}`);
  await age(290);
  expect((await losing(client).post(otp, { code }, key)).status).toBe(200);
  await age(300);
  expect(await client.post(otp, { code }, key)).toMatchObject(refused);
});

test('a login is not repeated after its session was ended or the account closed', async () => {
  const { customer, client, code } = await atTwoFactor();
  await losing(client).post(otp, { code }, key);
  await customer.post('/v1/accounts/sessions:end-others');
  expect(await client.post(otp, { code }, key)).toMatchObject(refused);

  const closed = await atTwoFactor();
  await losing(closed.client).post(otp, { code: closed.code }, key);
  await lenient.database.system.run(sql`
    update accounts set status = 'closed' where account_id = ${closed.account_id}`);
  expect(await closed.client.post(otp, { code: closed.code }, key)).toMatchObject({
    status: 403,
    body: { code: 'account_suspended' },
  });
});

test('parallel requests of one attempt open one session', async () => {
  const { client, code, email, account_id } = await atTwoFactor();
  const start = lines.length;
  const copies = Array.from({ length: 4 }, () => losing(client));
  const responses = await Promise.all(copies.map((copy) => copy.post(otp, { code }, key)));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await openSessions(account_id)).toBe(2);
  const open = await Promise.all(copies.map(async (copy) => (await copy.post(verify)).status));
  expect(open.filter((status) => status === 200)).toHaveLength(1);
  expect(eventsSince(start)).toEqual(['new_device', 'second_step_taken', 'login']);
  const mails = (await lenient.mails()).filter(({ to, subject }) => to === email && /recovery/.test(subject));
  expect(mails).toHaveLength(1);
});

test('a wrong code whose response was lost counts once', async () => {
  const { client, secret } = await atTwoFactor(strict);
  const send = async (steps: number, headers = {}) =>
    (await client.post(otp, { code: codeOf(secret, steps) }, headers)).status;
  const repeated = [];
  for (let count = 1; count <= 8; count += 1) repeated.push(await send(20, key));
  expect(repeated).toEqual(Array.from({ length: 8 }, () => 422));
  // Another code with the same key is another guess.
  expect([await send(21, key), await send(22), await send(23), await send(24)]).toEqual([422, 422, 422, 422]);
  expect(await send(25)).toBe(429);
});

test('a wrong code is recorded once, and checked again after a minute', async () => {
  const { client, secret, account_id } = await atTwoFactor();
  const start = lines.length;
  const code = codeOf(secret, 2);
  for (let count = 1; count <= 3; count += 1)
    expect((await client.post(otp, { code }, key)).status).toBe(422);
  expect(eventsSince(start)).toEqual(['second_step_refused']);
  await lenient.database.system.run(sql`
    update idempotency_keys set created = now() - interval '1 minute' where account_id = ${account_id}`);
  expect((await client.post(otp, { code }, key)).status).toBe(422);
  expect(eventsSince(start)).toEqual(['second_step_refused', 'second_step_refused']);
});

test('repetitions with the code are no attempts, those with other codes are limited', async () => {
  const { client, code, otherCode } = await atTwoFactor(strict);
  const send = async (sent: string) => (await losing(client, strict).post(otp, { code: sent }, key)).status;
  const repeated = [];
  for (let count = 1; count <= 8; count += 1) repeated.push(await send(code));
  expect(repeated).toEqual(Array.from({ length: 8 }, () => 200));
  const guessed = [];
  for (let count = 1; count <= 6; count += 1) guessed.push(await send(otherCode));
  expect(guessed).toEqual([401, 401, 401, 401, 401, 429]);
  expect(await send(code)).toBe(429);
});
