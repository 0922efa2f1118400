import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { testPassword, testPortal } from '../../testing/test-portal.ts';

const portal = testPortal();
const login = '/v1/users/login';
const verify = '/v1/accounts/access:verify';

test('opens a session for the right password', async () => {
  const { email } = await portal.account();
  const client = portal.visitor();
  const response = await client.post(login, { email: email.toUpperCase(), password: testPassword });
  expect(response).toMatchObject({
    status: 200,
    body: { success: true, next: 'welcome', language: 'en', dpu: null },
  });
  expect(response.body.session.idle_timeout_seconds).toBe(1800);
  expect(String(response.headers['set-cookie'])).toMatch(
    /\bsid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax(,|$)/,
  );
  expect((await client.post(verify)).body).toMatchObject({ success: true, dpu_required: false });
});

test('responds equally to a wrong password and an unknown address', async () => {
  const { email } = await portal.account();
  const wrong = await portal.visitor().post(login, { email, password: 'Wrong1!xx' });
  const unknown = await portal.visitor().post(login, { email: 'nobody@example.com', password: 'Wrong1!xx' });
  expect(wrong.status).toBe(401);
  expect({ ...unknown.body, request_id: '' }).toEqual({ ...wrong.body, request_id: '' });
  expect(Object.keys(unknown.headers)).toEqual(Object.keys(wrong.headers));
  expect(wrong.body.code).toBe('invalid_credentials');
});

test('a remembered session survives the browser and an hour without requests', async () => {
  const { email } = await portal.account();
  const client = portal.visitor();
  const response = await client.post(login, { email, password: testPassword, remember: true });
  expect(String(response.headers['set-cookie'])).toContain('Max-Age=2592000');
  await portal.database.system.run(sql`update sessions set last_seen = now() - interval '1 hour'`);
  expect((await client.post(verify)).status).toBe(200);
});

test('a session ends after 30 minutes without requests', async () => {
  const client = await portal.customer();
  await portal.database.system.run(sql`
    update sessions set last_seen = now() - interval '31 minutes' where account_id = ${client.account.account_id}`);
  expect(await client.post(verify)).toMatchObject({ status: 401, body: { code: 'session_expired' } });
});

test('a session ends after twelve hours of use', async () => {
  const client = await portal.customer();
  await portal.database.system.run(sql`
    update sessions set expires_at = now() where account_id = ${client.account.account_id}`);
  expect((await client.post(verify)).status).toBe(401);
});

test('a new login ends the browser’s previous session', async () => {
  const client = await portal.customer();
  const before = { ...client.cookies };
  await client.post(login, { email: client.account.email, password: testPassword });
  expect(client.cookies).not.toEqual(before);
  const old = portal.visitor();
  old.cookies = before;
  expect((await old.post(verify)).status).toBe(401);
});

test('logout ends the session immediately and succeeds without one', async () => {
  const client = await portal.customer();
  const copy = portal.visitor();
  copy.cookies = { ...client.cookies };
  expect((await client.post('/v1/accounts/access:logout')).body).toEqual({
    success: true,
    redirect_url: '/login',
  });
  expect(client.cookies).not.toHaveProperty('sid');
  expect((await copy.post(verify)).status).toBe(401);
  expect((await portal.visitor().post('/v1/accounts/access:logout')).status).toBe(200);
});

test('reports a suspended account only after the right password', async () => {
  const { email } = await portal.account({ status: 'suspended' });
  const right = await portal.visitor().post(login, { email, password: testPassword });
  const wrong = await portal.visitor().post(login, { email, password: 'Wrong1!xx' });
  expect(right).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
  expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
});

test('a session of a suspended account is refused', async () => {
  const client = await portal.customer();
  await portal.database.system.run(sql`
    update accounts set status = 'suspended' where account_id = ${client.account.account_id}`);
  const password = { password: 'NewSecret1!', password_repeat: 'NewSecret1!' };
  const answers = [
    await client.get('/v1/accounts/profile'),
    await client.post('/v1/users/login:dpu', { accepted: true, version: '2026-05' }),
    await client.post('/v1/users/password:change', { current_password: testPassword, ...password }),
  ];
  for (const response of answers)
    expect(response).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
});

test('the database stores neither tokens nor passwords', async () => {
  const client = await portal.customer();
  const { rows } = await portal.database.pool.query(
    `select a.password_hash, encode(s.token_hash, 'base64') as token_hash from accounts a join sessions s using (account_id)`,
  );
  const stored = JSON.stringify(rows);
  expect(stored).not.toContain(client.cookies.sid);
  expect(stored).not.toContain(testPassword);
  expect(stored).toMatch(/\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('accepting the same version again keeps the first acceptance', async () => {
  const client = await portal.customer();
  const accept = () => client.post('/v1/users/login:dpu', { accepted: true, version: '2026-05' });
  const answers = await Promise.all(Array.from({ length: 6 }, accept));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(new Set(answers.map(({ body }) => body.dpu.accepted_at)).size).toBe(1);
  const { count } = await portal.database.system.one<{ count: number }>(
    sql`select count(*) from dpu_acceptances where account_id = ${client.account.account_id}`,
  );
  expect(count).toBeLessThanOrEqual(1);
});
