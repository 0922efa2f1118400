import { expect, test } from '@jest/globals';
import { issueConfirmation } from '../../accounts/one-time-tokens.ts';
import { sql } from '../../database/sql.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { testPassword, testPortal } from '../../testing/test-portal.ts';

const portal = testPortal();
const change = '/v1/users/password:change';
const fresh = { password: 'NewSecret1!', password_repeat: 'NewSecret1!' };

async function mailedToken(email: string): Promise<string | undefined> {
  await portal.visitor().post('/v1/users/password:restore', { email });
  const mail = (await portal.mails()).find(
    ({ to, subject }) => to === email && subject === 'Set a new password',
  );
  return /\/change\?token=(rst_[\w-]+)/.exec(mail?.text ?? '')?.[1];
}

test('a mailed link replaces a forgotten password once and ends all sessions', async () => {
  const client = await portal.customer();
  const { email } = client.account;
  const token = await mailedToken(email);
  const response = await portal.visitor().post(change, { token, ...fresh });
  expect(response).toMatchObject({
    status: 200,
    body: { success: true, next: 'login', sessions_revoked: 1 },
  });
  expect((await client.post('/v1/accounts/access:verify')).status).toBe(401);
  expect((await portal.visitor().post('/v1/users/login', { email, password: testPassword })).status).toBe(
    401,
  );
  expect((await portal.visitor().post('/v1/users/login', { email, password: fresh.password })).status).toBe(
    200,
  );
  expect(await portal.visitor().post(change, { token, ...fresh })).toMatchObject({
    status: 410,
    body: { code: 'token_used' },
  });
  const subjects = (await portal.mails()).filter(({ to }) => to === email).map(({ subject }) => subject);
  expect(subjects).toContain('Your password has been changed');
});

test('responds equally for an unknown address and sends no mail', async () => {
  const { email } = await portal.account();
  const before = (await portal.mails()).length;
  const unknown = await portal.visitor().post('/v1/users/password:restore', { email: 'nobody@example.com' });
  expect(await portal.mails()).toHaveLength(before);
  const known = await portal.visitor().post('/v1/users/password:restore', { email });
  expect(unknown).toMatchObject({ status: 202, body: { success: true, resend_after_seconds: 60 } });
  expect(known.body).toEqual(unknown.body);
});

test('a link works for ten minutes, next to newer ones', async () => {
  const { email } = await portal.account();
  const first = await mailedToken(email);
  const second = await mailedToken(email);
  expect(second).not.toBe(first);
  expect(await portal.visitor().post(change, { token: first, ...fresh })).toMatchObject({ status: 200 });
  expect(await portal.visitor().post(change, { token: second, ...fresh })).toMatchObject({ status: 410 });
});

test('a link expires after ten minutes', async () => {
  const { email } = await portal.account();
  const second = await mailedToken(email);
  await portal.database.system.run(
    sql`update one_time_tokens set expires_at = expires_at - interval '10 minutes'`,
  );
  const late = await portal.visitor().post(change, { token: second, ...fresh });
  expect(late).toMatchObject({ status: 410, body: { code: 'token_expired' } });
});

test('refuses a link of a closed account', async () => {
  const { email, account_id } = await portal.account();
  const token = await mailedToken(email);
  await portal.database.system.run(
    sql`update accounts set status = 'closed' where account_id = ${account_id}`,
  );
  const response = await portal.visitor().post(change, { token, ...fresh });
  expect(response).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
});

test('refuses a confirmation link', async () => {
  const { account_id: accountId, email } = await portal.account({ email_confirmed_at: undefined });
  const { token } = await issueConfirmation(portal.database.system, portal.config, {
    account_id: accountId,
    email,
  });
  const response = await portal.visitor().post(change, { token, ...fresh });
  expect(response).toMatchObject({ status: 410, body: { code: 'token_expired' } });
  // The token is valid for its own purpose.
  expect((await portal.visitor().post('/v1/users/confirm', { token })).status).toBe(200);
});

test('changing the password renews the session’s token and ends the other sessions', async () => {
  const client = await portal.customer();
  const { email } = client.account;
  const other = portal.visitor();
  await other.post('/v1/users/login', { email, password: testPassword });
  const before = { ...client.cookies };
  const response = await client.post(change, { current_password: testPassword, ...fresh });
  expect(response.body).toEqual({ success: true, next: null, sessions_revoked: 1 });
  expect(client.cookies).not.toEqual(before);
  expect((await client.post('/v1/accounts/access:verify')).status).toBe(200);
  expect((await other.post('/v1/accounts/access:verify')).status).toBe(401);
  const stolen = portal.visitor();
  stolen.cookies = before;
  expect((await stolen.post('/v1/accounts/access:verify')).status).toBe(401);
});

test('a page whose response was lost repeats the change and stays logged in', async () => {
  const client = await portal.customer();
  const { email } = client.account;
  const copyOf = ({ cookies }: { cookies: Record<string, string> }) =>
    Object.assign(portal.visitor(), { cookies: { ...cookies } });
  const body = { current_password: testPassword, ...fresh };
  const key = { 'idempotency-key': 'key-of-a-form' };
  const lost = copyOf(client);
  const first = await lost.post(change, body, key);
  const stale = { ...client.cookies };
  const again = await client.post(change, body, key);
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect((await client.post('/v1/accounts/access:verify')).status).toBe(200);
  // Nobody knows who received the response that was lost.
  expect((await lost.post('/v1/accounts/access:verify')).status).toBe(401);
  const changed = (await portal.mails()).filter(
    ({ to, subject }) => to === email && subject === 'Your password has been changed',
  );
  expect(changed).toHaveLength(1);
  const thief = copyOf({ cookies: stale });
  for (const [attempt, headers] of [
    [body, {}],
    [body, { 'idempotency-key': 'key-of-a-thief' }],
    [{ ...body, password: 'Helsinki-2028?', password_repeat: 'Helsinki-2028?' }, key],
  ] as const)
    expect((await thief.post(change, attempt, headers)).status).toBe(401);
  // The key is of no use without the session that the change has ended.
  expect((await portal.visitor().post(change, body, key)).status).toBe(401);
});

test('a repeated change starts no session for a closed account', async () => {
  const client = await portal.customer();
  const key = { 'idempotency-key': 'key-of-a-form' };
  const body = { current_password: testPassword, ...fresh };
  await Object.assign(portal.visitor(), { cookies: { ...client.cookies } }).post(change, body, key);
  await portal.database.system.run(
    sql`update accounts set status = 'closed' where account_id = ${client.account.account_id}`,
  );
  const before = { ...client.cookies };
  expect((await client.post(change, body, key)).status).toBe(403);
  expect(client.cookies).toEqual(before);
});

test('a repeated change revives no session that has been ended, and needs the proof that it has used up', async () => {
  const key = { 'idempotency-key': 'key-of-a-form' };
  const endings: ((sent: TestClient) => Promise<unknown>)[] = [
    (sent) => sent.post('/v1/accounts/access:logout'),
    async ({ cookies }) => {
      expect(cookies).toHaveProperty('sid');
      await portal.database.system.run(sql`delete from sessions`);
    },
  ];
  for (const end of endings) {
    const client = await portal.customer();
    const sent = Object.assign(portal.visitor(), { cookies: { ...client.cookies } });
    const body = { token: '', current_password: testPassword, ...fresh };
    expect((await sent.post(change, body, key)).status).toBe(200);
    expect((await portal.visitor().post(change, body, key)).status).toBe(401);
    await end(sent);
    expect((await client.post(change, body, key)).status).toBe(401);
  }
});

test('returns 422 for a wrong current password and keeps the session', async () => {
  const client = await portal.customer();
  const response = await client.post(change, { current_password: 'Wrong1!xx', ...fresh });
  expect(response).toMatchObject({
    status: 422,
    body: {
      code: 'validation_failed',
      errors: [{ field: 'current_password', code: 'current_password_wrong' }],
    },
  });
  expect((await client.post('/v1/accounts/access:verify')).status).toBe(200);
});

test('returns 401 without a token and a session', async () => {
  const response = await portal.visitor().post(change, { current_password: testPassword, ...fresh });
  expect(response).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
});
