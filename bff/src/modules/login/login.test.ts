import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { testPassword, testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';

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

test('reports a closed account only after the right password', async () => {
  const { email } = await portal.account({ status: 'closed' });
  const right = await portal.visitor().post(login, { email, password: testPassword });
  const wrong = await portal.visitor().post(login, { email, password: 'Wrong1!xx' });
  expect(right).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
  expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
});

test('a session of a closed account is refused', async () => {
  const client = await portal.customer();
  await portal.database.system.run(sql`
    update accounts set status = 'closed' where account_id = ${client.account.account_id}`);
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
  const password = 'NewSecret1!';
  const change = { current_password: testPassword, password, password_repeat: password };
  expect((await client.post('/v1/users/password:change', change)).status).toBe(200);
  const { rows } = await portal.database.pool.query(
    `select a.password_hash, encode(s.token_hash, 'base64') as token_hash from accounts a join sessions s using (account_id)`,
  );
  const stored = JSON.stringify(rows);
  expect(stored).not.toContain(client.cookies.sid);
  expect(stored).not.toContain(password);
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

test('a login by accepting the agreement again mails the owner like any other, and stores no acceptance', async () => {
  const { email, account_id } = await portal.account();
  const logIn = (userAgent: string, url: string, body: object) =>
    portal.visitor().send({
      method: 'POST',
      url,
      payload: { email, password: testPassword, ...body },
      headers: { 'user-agent': userAgent },
    });
  await logIn(
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    '/v1/users/login',
    {},
  );
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36';
  const accepted = await logIn(chrome, '/v1/users/login:dpu', { accepted: true, version: '2026-05' });
  expect(accepted.status).toBe(200);
  const subjects = (await portal.mails()).filter(({ to }) => to === email).map(({ subject }) => subject);
  expect(subjects).toContain('A new device has logged in');
  const { count } = await portal.database.system.one<{ count: number }>(
    sql`select count(*)::int as count from dpu_acceptances where account_id = ${account_id}`,
  );
  expect(count).toBe(0);
});

test('a page of another account neither accepts the agreement nor sets a password', async () => {
  const client = await portal.customer();
  const headers = { 'x-account-sid': 'ACanother' };
  const password = {
    current_password: testPassword,
    password: 'NewSecret1!',
    password_repeat: 'NewSecret1!',
  };
  for (const [url, payload] of [
    ['/v1/users/login:dpu', { accepted: false, version: '2026-05' }],
    ['/v1/users/password:change', password],
  ] as const)
    expect(await client.send({ method: 'POST', url, payload, headers })).toMatchObject({
      status: 401,
      body: { code: 'session_expired' },
    });
  expect((await client.post('/v1/accounts/access:verify')).status).toBe(200);
});

test('a suspended account logs in, reads and pays, but adds no service', async () => {
  const { account } = await portal.customer();
  const { service_id } = await givenService(portal.database, account.account_id);
  await portal.database.system.run(sql`
    update accounts set status = 'suspended' where account_id = ${account.account_id}`);
  const client = portal.visitor();
  const { email } = account;
  expect((await client.post('/v1/users/login', { email, password: testPassword })).body.next).toBe('welcome');
  expect((await client.get('/v1/accounts/profile')).body.status).toBe('suspended');
  const topUp = await client.post('/v1/finances/payments/invoices', { service_id, amount: '50' });
  expect(topUp.status).toBe(201);
  expect(await client.post('/v1/services', { type: 'messaging' })).toMatchObject({
    status: 403,
    body: { code: 'account_suspended' },
  });
});
