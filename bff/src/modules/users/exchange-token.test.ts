import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { testPortal } from '../../testing/test-portal.ts';

const portal = testPortal();
const exchange = '/v1/users/token:exchange';
const change = '/v1/users/password:change';
const verify = '/v1/accounts/access:verify';
const fresh = { password: 'NewSecret1!', password_repeat: 'NewSecret1!' };

async function mailedToken(email: string): Promise<string> {
  await portal.visitor().post('/v1/users/password:restore', { email });
  const mail = (await portal.mails()).find(({ to, text }) => to === email && text.includes('token=rst_'));
  return /token=(rst_[\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

async function exchanged(email: string): Promise<TestClient> {
  const client = portal.visitor();
  expect((await client.post(exchange, { token: await mailedToken(email) })).status).toBe(200);
  return client;
}

test('exchanges a mailed token once for a session that sets the password and ends all sessions', async () => {
  const customer = await portal.customer();
  const { email } = customer.account;
  const token = await mailedToken(email);
  const client = portal.visitor();
  const response = await client.post(exchange, { token });
  expect(response).toMatchObject({
    status: 200,
    body: { success: true, email_masked: 'c•••••••••@example.com' },
  });
  const minutes = (Date.parse(response.body.expires_at) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(9.5);
  expect(minutes).toBeLessThanOrEqual(10);
  expect(await portal.visitor().post(exchange, { token })).toMatchObject({
    status: 410,
    body: { code: 'token_used' },
  });

  expect(await client.post(change, fresh)).toMatchObject({
    status: 200,
    body: { success: true, next: 'login', sessions_revoked: 1 },
  });
  expect((await client.post(verify)).status).toBe(401);
  expect((await customer.post(verify)).status).toBe(401);
  expect((await portal.visitor().post('/v1/users/login', { email, password: fresh.password })).status).toBe(
    200,
  );
});

/** The header of a page's attempts. */
const keyOf = (page: string) => ({ 'idempotency-key': `key-of-${page}` });

test('a page whose response was lost exchanges the token again, and no other page does', async () => {
  const { email } = await portal.account();
  const token = await mailedToken(email);
  expect((await portal.visitor().post(exchange, { token }, keyOf('page-1'))).status).toBe(200);
  // The response with the cookie was lost.
  const client = portal.visitor();
  expect((await client.post(exchange, { token }, keyOf('page-1'))).status).toBe(200);
  for (const headers of [{}, keyOf('page-2')])
    expect(await portal.visitor().post(exchange, { token }, headers)).toMatchObject({
      status: 410,
      body: { code: 'token_used' },
    });
  const other = await mailedToken((await portal.account()).email);
  expect((await portal.visitor().post(exchange, { token: other }, keyOf('page-1'))).status).toBe(200);
  expect((await client.post(change, fresh)).status).toBe(200);
  // The password is set, so the link is of no more use.
  expect((await portal.visitor().post(exchange, { token }, keyOf('page-1'))).status).toBe(410);
});

test('a lost exchange is not repeated after its session has been ended', async () => {
  const { email, account_id } = await portal.account();
  const token = await mailedToken(email);
  const thief = portal.visitor();
  expect((await thief.post(exchange, { token }, keyOf('thief'))).status).toBe(200);
  // As when the owner reverts a change of address, which gives the account back.
  await portal.database.system.run(sql`delete from sessions where account_id = ${account_id}`);
  expect(await thief.post(exchange, { token }, keyOf('thief'))).toMatchObject({
    status: 410,
    body: { code: 'token_used' },
  });
});

test('a lost exchange can be repeated for ten minutes', async () => {
  const { email, account_id } = await portal.account();
  const token = await mailedToken(email);
  await portal.visitor().post(exchange, { token }, keyOf('slow-page'));
  await portal.database.system.run(sql`
    update idempotency_keys set created = created - interval '10 minutes' where account_id = ${account_id}`);
  expect((await portal.visitor().post(exchange, { token }, keyOf('slow-page'))).status).toBe(410);
});

test('a page whose response was lost saves the password again, with one effect and one mail', async () => {
  const { email } = await portal.account();
  const client = await exchanged(email);
  const copy = portal.visitor();
  copy.cookies = { ...client.cookies };
  const first = await client.post(change, fresh, keyOf('form-1'));
  expect(first.status).toBe(200);
  const again = await copy.post(change, fresh, keyOf('form-1'));
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect((await copy.post(verify)).status).toBe(401);
  const mails = (await portal.mails()).filter(({ to }) => to === email);
  expect(mails.filter(({ subject }) => subject === 'Your password has been changed')).toHaveLength(1);
  copy.cookies = {};
  for (const headers of [{}, keyOf('form-2')])
    expect((await copy.post(change, fresh, headers)).status).toBe(401);
  // Reports no success for a password that was not saved.
  const other = { password: 'Helsinki-2028?', password_repeat: 'Helsinki-2028?' };
  expect((await copy.post(change, other, keyOf('form-1'))).status).toBe(401);
});

test('the second of two parallel attempts of a page returns the result of the first', async () => {
  const { email } = await portal.account();
  const client = await exchanged(email);
  const copies = Array.from({ length: 3 }, () =>
    Object.assign(portal.visitor(), { cookies: { ...client.cookies } }),
  );
  const answers = await Promise.all(copies.map((copy) => copy.post(change, fresh, keyOf('form-3'))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const mails = (await portal.mails()).filter(({ to }) => to === email);
  expect(mails.filter(({ subject }) => subject === 'Your password has been changed')).toHaveLength(1);
});

test('no stored attempt contains the password or its hash', async () => {
  const { email, account_id } = await portal.account();
  await (await exchanged(email)).post(change, fresh, keyOf('form-4'));
  const rows = await portal.database.system.query<{ text: string }>(sql`
    select to_jsonb(k)::text as text from idempotency_keys k where account_id = ${account_id}`);
  expect(rows).toHaveLength(1);
  const hash = createHash('sha256').update(fresh.password).digest('hex');
  expect(rows[0]?.text).not.toContain(fresh.password);
  expect(rows[0]?.text).not.toContain(hash);
});

test('the session allows nothing else and can be logged out', async () => {
  const { email } = await portal.account();
  const client = await exchanged(email);
  for (const response of [
    await client.post(verify),
    await client.get('/v1/accounts/profile'),
    await client.get('/v1/services/all'),
    await client.post('/v1/users/login:dpu', { accepted: true, version: '2026-05' }),
  ])
    expect(response).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  const copy = portal.visitor();
  copy.cookies = { ...client.cookies };
  await client.post('/v1/accounts/access:logout');
  expect((await copy.post(change, fresh)).status).toBe(401);
});

test('the session sets one password for parallel requests', async () => {
  const { email } = await portal.account();
  const client = await exchanged(email);
  const copies = Array.from({ length: 5 }, () =>
    Object.assign(portal.visitor(), { cookies: { ...client.cookies } }),
  );
  const answers = await Promise.all(copies.map((copy) => copy.post(change, fresh)));
  // On a busy machine the last may wait too long for their turn, and get 429.
  const [one, ...others] = answers.map(({ status }) => status).sort();
  expect(one).toBe(200);
  for (const status of others) expect([401, 429]).toContain(status);
});

test('the exchange ends the browser’s previous session', async () => {
  const client = await portal.customer();
  const old = portal.visitor();
  old.cookies = { ...client.cookies };
  const { email } = await portal.account();
  await client.post(exchange, { token: await mailedToken(email) });
  expect(client.cookies).not.toEqual(old.cookies);
  expect((await old.post(verify)).status).toBe(401);
});

test('the session ends after ten minutes', async () => {
  const { email, account_id } = await portal.account();
  const client = await exchanged(email);
  await portal.database.system.run(sql`
    update sessions set expires_at = expires_at - interval '10 minutes' where account_id = ${account_id}`);
  expect(await client.post(change, fresh)).toMatchObject({ status: 401, body: { code: 'session_expired' } });
});

test('a refused password keeps the session', async () => {
  const { email } = await portal.account();
  const client = await exchanged(email);
  expect((await client.post(change, { password: 'x', password_repeat: 'x' })).status).toBe(422);
  expect((await client.post(change, fresh)).status).toBe(200);
});

test('responds equally to an unknown, an expired and another kind of token', async () => {
  const { email } = await portal.account();
  const token = await mailedToken(email);
  await portal.database.system.run(sql`update one_time_tokens set expires_at = now() where used_at is null`);
  for (const given of [token, 'rst_unknown', 'cnf_unknown'])
    expect(await portal.visitor().post(exchange, { token: given })).toMatchObject({
      status: 410,
      body: { code: 'token_expired' },
    });
});

test('returns 403 for a closed account and does not use up its token', async () => {
  const { email, account_id } = await portal.account();
  const token = await mailedToken(email);
  const set = (status: string) =>
    portal.database.system.run(sql`update accounts set status = ${status} where account_id = ${account_id}`);
  await set('closed');
  const response = await portal.visitor().post(exchange, { token });
  expect(response).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
  expect(response.headers['set-cookie']).toBeUndefined();
  await set('verified');
  expect((await portal.visitor().post(exchange, { token })).status).toBe(200);
});

test('a password set by mail expires earlier links, opened or not', async () => {
  const { email } = await portal.account();
  const opened = await exchanged(email);
  const newer = await exchanged(email);
  const token = await mailedToken(email);
  expect((await newer.post(change, fresh)).status).toBe(200);
  expect((await opened.post(change, fresh)).status).toBe(401);
  expect((await portal.visitor().post(exchange, { token })).body.code).toBe('token_expired');
});
