import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { testPassword, testPortal } from '../../testing/test-portal.ts';
import { codeOf, turnOn } from '../two-factor/two-factor.fixtures.ts';

const portal = testPortal();
const otp = '/v1/users/login:otp';
const verify = '/v1/accounts/access:verify';
const wrongCode = { status: 422, body: { errors: [{ field: 'code', code: 'code_invalid' }] } };

/** Creates a customer with two-step verification who has entered the password in another browser. */
async function atTwoFactor({ remember = false } = {}) {
  const customer = await portal.customer();
  const { secret, recoveryCodes } = await turnOn(customer);
  const { email } = customer.account;
  const client = portal.visitor();
  const response = await client.post('/v1/users/login', { email, password: testPassword, remember });
  expect(response.body.next).toBe('otp');
  return { customer, client, secret, recoveryCodes, email, response };
}

test('asks for a code after the right password and opens a session for the code', async () => {
  const { client, secret, response } = await atTwoFactor();
  expect(response.body).toMatchObject({ success: true, dpu: null, session: { idle_timeout_seconds: 300 } });
  expect(client.cookies).not.toHaveProperty('device');
  const limited = { ...client.cookies };
  for (const refused of [
    await client.post(verify),
    await client.get('/v1/accounts/profile'),
    await client.post('/v1/users/login:dpu', { accepted: true, version: '2026-05' }),
    await client.post('/v1/users/password:change', {
      current_password: testPassword,
      password: 'NewSecret1!',
      password_repeat: 'NewSecret1!',
    }),
  ])
    expect(refused).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });

  const code = codeOf(secret);
  const taken = await client.post(otp, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
  expect(taken.body).toMatchObject({ success: true, next: 'welcome', language: 'en' });
  expect(client.cookies['sid']).not.toBe(limited['sid']);
  expect((await client.post(verify)).status).toBe(200);
  const old = portal.visitor();
  old.cookies = limited;
  expect((await old.post(otp, { code: codeOf(secret, 1) })).status).toBe(401);
});

test('accepts a code once, in any session', async () => {
  const { client, secret, email } = await atTwoFactor();
  const code = codeOf(secret);
  expect((await client.post(otp, { code })).status).toBe(200);
  const other = portal.visitor();
  await other.post('/v1/users/login', { email, password: testPassword });
  expect(await other.post(otp, { code })).toMatchObject(wrongCode);
  expect((await other.post(otp, { code: codeOf(secret, 1) })).status).toBe(200);
});

test('accepts one of many parallel requests with one code', async () => {
  const { client, recoveryCodes, secret, email } = await atTwoFactor();
  const tries = async (code: string, cookies: Record<string, string>) =>
    Promise.all(
      Array.from({ length: 4 }, async () => {
        const copy = Object.assign(portal.visitor(), { cookies: { ...cookies } });
        return (await copy.post(otp, { code })).status;
      }),
    );
  expect((await tries(codeOf(secret), client.cookies)).filter((status) => status === 200)).toHaveLength(1);
  const again = portal.visitor();
  await again.post('/v1/users/login', { email, password: testPassword });
  const statuses = await tries(recoveryCodes[0] ?? '', again.cookies);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

test('accepts a clock difference of 30 seconds, not of a minute', async () => {
  const { client, secret } = await atTwoFactor();
  expect(await client.post(otp, { code: codeOf(secret, 2) })).toMatchObject(wrongCode);
  expect(await client.post(otp, { code: codeOf(secret, -2) })).toMatchObject(wrongCode);
  expect((await client.post(otp, { code: codeOf(secret, 1) })).status).toBe(200);
});

test('accepts a recovery code once, in any format, and mails the owner', async () => {
  const { client, customer, recoveryCodes, email } = await atTwoFactor();
  const [code = ''] = recoveryCodes;
  expect((await client.post(otp, { code: ` ${code.toLowerCase()} ` })).body.next).toBe('welcome');
  expect((await customer.get('/v1/accounts/two-factor')).body.recovery_codes_left).toBe(9);
  const mail = (await portal.mails()).find(({ to, subject }) => to === email && /recovery/.test(subject));
  expect(mail?.text).toContain('Unused codes left: 9.');
  const other = portal.visitor();
  await other.post('/v1/users/login', { email, password: testPassword });
  expect(await other.post(otp, { code })).toMatchObject(wrongCode);
});

test('keeps a login remembered through two-step verification', async () => {
  const { client, secret, response } = await atTwoFactor({ remember: true });
  expect(String(response.headers['set-cookie'])).not.toContain('Max-Age=2592000');
  const taken = await client.post(otp, { code: codeOf(secret) });
  expect(String(taken.headers['set-cookie'])).toContain('Max-Age=2592000');
});

test('still requires the agreement first', async () => {
  const { client, customer, secret } = await atTwoFactor();
  await portal.database.system.run(sql`
    update accounts set dpu_version = '2020-01' where account_id = ${customer.account.account_id}`);
  expect((await client.post(otp, { code: codeOf(secret) })).body).toMatchObject({
    next: 'dpu',
    dpu: { version: '2026-05' },
  });
});

test('refuses to accept the agreement with credentials alone', async () => {
  const { email } = await atTwoFactor();
  const body = { accepted: true, version: '2026-05', email, password: testPassword };
  const client = portal.visitor();
  expect(await client.post('/v1/users/login:dpu', body)).toMatchObject({
    status: 403,
    body: { code: 'step_up_required' },
  });
  expect(client.cookies).toEqual({});
});

test('keeps two-step verification on when the password is restored', async () => {
  const { email } = await atTwoFactor();
  await portal.visitor().post('/v1/users/password:restore', { email });
  const mail = (await portal.mails()).find(({ to, text }) => to === email && text.includes('rst_'));
  const token = /token=(rst_[\w-]+)/.exec(mail?.text ?? '')?.[1];
  const fresh = { password: 'NewSecret1!', password_repeat: 'NewSecret1!' };
  await portal.visitor().post('/v1/users/password:change', { token, ...fresh });
  const response = await portal.visitor().post('/v1/users/login', { email, password: fresh.password });
  expect(response.body.next).toBe('otp');
});

test('ends the login after ten wrong codes', async () => {
  const { client, secret } = await atTwoFactor();
  const code = codeOf(secret, 20);
  for (let count = 1; count < 10; count += 1)
    expect(await client.post(otp, { code })).toMatchObject(wrongCode);
  expect(await client.post(otp, { code })).toMatchObject({ status: 401, body: { code: 'session_expired' } });
  expect(client.cookies).not.toHaveProperty('sid');
});

test('ends the login after five minutes', async () => {
  const { client, customer, secret } = await atTwoFactor();
  await portal.database.system.run(sql`
    update sessions set expires_at = expires_at - interval '5 minutes'
    where account_id = ${customer.account.account_id} and kind = 'otp'`);
  expect(await client.post(otp, { code: codeOf(secret) })).toMatchObject({
    status: 401,
    body: { code: 'session_expired' },
  });
});

test('refuses a code without a password and in a full session', async () => {
  expect((await portal.visitor().post(otp, { code: '123456' })).status).toBe(401);
  const { customer, secret } = await atTwoFactor();
  expect(await customer.post(otp, { code: codeOf(secret) })).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  });
});
