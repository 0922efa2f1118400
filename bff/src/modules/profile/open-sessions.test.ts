import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { testPassword, testPortal } from '../../testing/test-portal.ts';

const portal = testPortal();
const behindProxy = testPortal({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' });
const path = '/v1/accounts/sessions';
const verify = '/v1/accounts/access:verify';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1';

async function loggedIn(email: string, headers: Record<string, string> = {}, where = portal) {
  const client = where.visitor();
  const response = await client.post('/v1/users/login', { email, password: testPassword }, headers);
  expect(response.body.next).toBe('welcome');
  return client;
}

test('lists open sessions with device, address and last use, last used first', async () => {
  const { email, account_id } = await portal.account();
  const phone = await loggedIn(email, { 'user-agent': iphone });
  await portal.database.system.run(sql`
    update sessions set last_seen = now() - interval '5 minutes' where account_id = ${account_id}`);
  const desktop = await loggedIn(email, { 'user-agent': firefox });
  const { body } = await desktop.get(path);
  expect(body.sessions).toMatchObject([
    { current: true, browser: 'Firefox 148', system: 'Linux', device: 'desktop', ip: '127.0.0.1' },
    { current: false, browser: 'Safari 26', system: 'iOS', device: 'phone', ip: '127.0.0.1' },
  ]);
  expect(JSON.stringify(body)).not.toContain(desktop.cookies['sid']);
  const [{ session_id }] = (await phone.get(path)).body.sessions;
  expect(session_id).not.toBe(body.sessions[0].session_id);
});

test.each([
  ['no user agent', ''],
  ['nonsense', 'x'],
  ['a script', "<script>alert('x')</script>"],
  ['a message to the customer', 'Call-00370-600/1 (your account is locked)'],
  ['a long text', 'Mozilla/5.0 '.repeat(500)],
])('shows %s as an unknown device', async (_what, userAgent) => {
  const { email } = await portal.account();
  const client = await loggedIn(email, { 'user-agent': userAgent });
  const { status, body } = await client.get(path);
  expect(status).toBe(200);
  expect(body.sessions[0]).toMatchObject({ browser: null, system: null, device: 'unknown' });
});

test('does not list expired sessions and incomplete logins', async () => {
  const client = await portal.customer();
  const { email, account_id } = client.account;
  await loggedIn(email);
  await loggedIn(email);
  const ids = (await client.get(path)).body.sessions
    .filter(({ current }: { current: boolean }) => !current)
    .map(({ session_id }: { session_id: string }) => session_id);
  await portal.database.system.run(sql`
    update sessions set last_seen = now() - interval '31 minutes' where session_id = ${ids[0]}`);
  await portal.database.system.run(sql`update sessions set kind = 'otp' where session_id = ${ids[1]}`);
  expect((await client.get(path)).body.sessions).toMatchObject([{ current: true }]);
  expect(account_id).toBeDefined();
});

test('ends one session immediately', async () => {
  const client = await portal.customer();
  const other = await loggedIn(client.account.email);
  const [{ session_id }] = (await other.get(path)).body.sessions;
  const response = await client.send({ method: 'DELETE', url: `${path}/${session_id}` });
  expect(response).toMatchObject({ status: 200, body: { success: true, sessions_revoked: 1 } });
  expect((await other.post(verify)).status).toBe(401);
  expect((await client.post(verify)).status).toBe(200);
  expect((await client.send({ method: 'DELETE', url: `${path}/${session_id}` })).status).toBe(404);
});

test('ending the current session logs out', async () => {
  const client = await portal.customer();
  const [{ session_id }] = (await client.get(path)).body.sessions;
  const response = await client.send({ method: 'DELETE', url: `${path}/${session_id}` });
  expect(response.headers['clear-site-data']).toBe('"storage"');
  expect(client.cookies).not.toHaveProperty('sid');
});

test('ends all other sessions immediately, incomplete ones too', async () => {
  const client = await portal.customer();
  const others = [await loggedIn(client.account.email), await loggedIn(client.account.email)];
  await portal.database.system.run(sql`
    update sessions set kind = 'otp' where account_id = ${client.account.account_id}
      and session_id = (select session_id from sessions where account_id = ${client.account.account_id} order by created desc limit 1)`);
  // One that has expired is not counted.
  const expired = await loggedIn(client.account.email);
  const [{ session_id: expired_id }] = (await expired.get(path)).body.sessions;
  await portal.database.system.run(sql`
    update sessions set last_seen = now() - interval '31 minutes' where session_id = ${expired_id}`);
  const response = await client.post(`${path}:end-others`);
  expect(response.body).toEqual({ success: true, sessions_revoked: 2 });
  for (const other of others) expect((await other.post(verify)).status).toBe(401);
  expect((await client.post(verify)).status).toBe(200);
});

test('returns 404 for another customer’s session', async () => {
  const client = await portal.customer();
  const stranger = await portal.customer();
  const [{ session_id }] = (await stranger.get(path)).body.sessions;
  const foreign = await client.send({ method: 'DELETE', url: `${path}/${session_id}` });
  const unknown = await client.send({ method: 'DELETE', url: `${path}/ses_unknown` });
  expect(foreign.status).toBe(404);
  expect({ ...foreign.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
  expect((await stranger.post(verify)).status).toBe(200);
  // Row-level security refuses as well.
  const deleted = await portal.database.withAccount(client.account.account_id, (tx) =>
    tx.run(sql`delete from sessions where session_id = ${session_id}`),
  );
  expect(deleted).toBe(0);
});

test('accepts a forwarded address from a configured proxy only', async () => {
  const forwarded = { 'x-forwarded-for': '198.51.100.9, 203.0.113.7' };
  const addressAt = async (where: typeof portal) => {
    const { email } = await where.account();
    const client = await loggedIn(email, forwarded, where);
    return (await client.get(path)).body.sessions[0].ip;
  };
  expect(await addressAt(portal)).toBe('127.0.0.1');
  // The proxy appends the last address; the earlier ones come from the caller.
  expect(await addressAt(behindProxy)).toBe('203.0.113.7');
  const { email } = await behindProxy.account();
  const client = behindProxy.visitor();
  const payload = { email, password: testPassword };
  const request = { method: 'POST', url: '/v1/users/login', payload, headers: forwarded } as const;
  await client.send({ ...request, remoteAddress: '192.0.2.1' });
  expect((await client.get(path)).body.sessions[0].ip).toBe('192.0.2.1');
});
