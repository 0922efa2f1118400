import { expect, test } from '@jest/globals';
import { sql } from '../database/sql.ts';
import { createLog } from '../log.ts';
import { codeOf, turnOn } from '../modules/two-factor/two-factor.fixtures.ts';
import { hashToken } from '../secrets/secrets.ts';
import type { TestClient } from '../testing/test-client.ts';
import { testPassword, testPortal } from '../testing/test-portal.ts';
import { whileLocked } from '../testing/waiting-transactions.ts';
import { mostSessions } from './sessions.ts';

const lines: string[] = [];
const log = createLog('info', { to: { write: (line) => lines.push(line) } });
const portal = testPortal({ LOG_LEVEL: 'info' }, { log });
const verify = '/v1/accounts/access:verify';

/** Adds full sessions with these tokens; each was last used a minute later than the one after it. */
async function addSessions(accountId: string, tokens: readonly string[], idleMinutes = 30 * 24 * 60) {
  for (const [index, token] of tokens.entries())
    await portal.database.system.run(sql`
      insert into sessions (account_id, token_hash, kind, idle_seconds, expires_at, last_seen)
      values (${accountId}, ${hashToken(token)}, 'full', ${idleMinutes * 60}, now() + interval '30 days',
        now() - make_interval(mins => ${index + 60}))`);
}

function tokensOf(count: number): string[] {
  return Array.from({ length: count }, () => crypto.randomUUID().replaceAll('-', '').padEnd(43, 'x'));
}

async function isOpen(token: string | undefined): Promise<boolean> {
  const client = portal.visitor();
  client.cookies = { sid: token ?? '' };
  return (await client.post(verify)).status === 200;
}

async function countSessions(accountId: string, kind: string): Promise<number> {
  const { count } = await portal.database.system.one<{ count: number }>(sql`
    select count(*)::int as count from sessions where account_id = ${accountId} and kind = ${kind}`);
  return count;
}

async function logIn(email: string, client: TestClient = portal.visitor()): Promise<TestClient> {
  const { body } = await client.post('/v1/users/login', { email, password: testPassword });
  expect(body.success).toBe(true);
  return client;
}

test('a further login ends the session whose last use is longest ago, and records it', async () => {
  const { email, account_id } = await portal.account();
  const tokens = tokensOf(mostSessions);
  await addSessions(account_id, tokens);
  const { session_id } = await portal.database.system.one<{ session_id: string }>(sql`
    select session_id from sessions where token_hash = ${hashToken(tokens.at(-1) ?? '')}`);
  lines.length = 0;
  const client = await logIn(email);
  expect(await isOpen(client.cookies['sid'])).toBe(true);
  expect(await isOpen(tokens.at(-1))).toBe(false);
  for (const token of tokens.slice(0, -1)) expect(await isOpen(token)).toBe(true);
  const records = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'session_ended');
  expect(records).toMatchObject([{ account_id, session_id, how: 'limit' }]);
});

test('a login in a browser that has a session replaces that one and ends no other', async () => {
  const { email, account_id } = await portal.account();
  const client = await logIn(email);
  const tokens = tokensOf(mostSessions - 1);
  await addSessions(account_id, tokens);
  const earlier = client.cookies['sid'];
  await logIn(email, client);
  expect(await isOpen(earlier)).toBe(false);
  expect(await isOpen(client.cookies['sid'])).toBe(true);
  for (const token of tokens) expect(await isOpen(token)).toBe(true);
});

test('sessions that have expired do not count', async () => {
  const { email, account_id } = await portal.account();
  const tokens = tokensOf(mostSessions - 1);
  await addSessions(account_id, tokens);
  await addSessions(account_id, tokensOf(5), 30);
  await logIn(email);
  for (const token of tokens) expect(await isOpen(token)).toBe(true);
});

test('logins that wait for a code are limited too, and end no complete session', async () => {
  const client = await portal.customer();
  const { email, account_id } = client.account;
  await turnOn(client);
  const tokens = tokensOf(mostSessions - 1);
  await addSessions(account_id, tokens);
  for (let count = 0; count < mostSessions + 2; count += 1) await logIn(email);
  expect(await countSessions(account_id, 'otp')).toBe(mostSessions);
  for (const token of [...tokens, client.cookies['sid']]) expect(await isOpen(token)).toBe(true);
});

test.each([
  ['a known browser in the same network', 'known'],
  ['a new browser in another network', 'new'],
])('a flood of logins with the right password ends no pending login of %s', async (_where, browser) => {
  const { email, account_id } = await portal.account();
  const owner = portal.visitor();
  // Makes the browser known.
  if (browser === 'known') await logIn(email, owner);
  const setup = await logIn(email);
  const { secret } = await turnOn(setup);
  const credentials = { email, password: testPassword };
  const remoteAddress = browser === 'known' ? '203.0.113.9' : '198.51.100.7';
  const options = { method: 'POST' as const, url: '/v1/users/login', payload: credentials };
  expect((await owner.send({ ...options, remoteAddress })).body.next).toBe('otp');
  for (let count = 0; count < 60; count += 1)
    expect((await portal.visitor().send({ ...options, remoteAddress: '203.0.113.9' })).body.next).toBe('otp');
  expect(await countSessions(account_id, 'otp')).toBe(mostSessions);
  expect((await owner.post('/v1/users/login:otp', { code: codeOf(secret) })).body.next).toBe('welcome');
});

test('a flood from many networks ends no pending login of a known browser', async () => {
  const { email } = await portal.account();
  const owner = await logIn(email);
  const { secret } = await turnOn(await logIn(email));
  await logIn(email, owner);
  for (let network = 1; network <= 60; network += 1) {
    const payload = { email, password: testPassword };
    const remoteAddress = `2001:db8:${network}::1`;
    await portal.visitor().send({ method: 'POST', url: '/v1/users/login', payload, remoteAddress });
  }
  expect((await owner.post('/v1/users/login:otp', { code: codeOf(secret) })).body.next).toBe('welcome');
});

test('parallel logins count each other', async () => {
  const { email, account_id } = await portal.account();
  const tokens = tokensOf(mostSessions);
  await addSessions(account_id, tokens);
  const clients = await whileLocked(portal.database, account_id, async (queued) => {
    const logins = Promise.all([logIn(email), logIn(email), logIn(email)]);
    await queued(3);
    return { logins };
  }).then(({ logins }) => logins);
  expect(await countSessions(account_id, 'full')).toBe(mostSessions);
  for (const { cookies } of clients) expect(await isOpen(cookies['sid'])).toBe(true);
  const open = await Promise.all(tokens.slice(-3).map(isOpen));
  expect(open).toEqual([false, false, false]);
});

test('ends no session of another account', async () => {
  const [own, other] = [await portal.account(), await portal.account()];
  const tokens = tokensOf(2);
  await addSessions(other.account_id, tokens);
  await addSessions(own.account_id, tokensOf(mostSessions));
  await logIn(own.email);
  for (const token of tokens) expect(await isOpen(token)).toBe(true);
});
