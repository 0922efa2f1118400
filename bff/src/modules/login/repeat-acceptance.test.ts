import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { createLog } from '../../log.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { testPassword, testPortal } from '../../testing/test-portal.ts';

const lines: string[] = [];
const log = createLog('info', { to: { write: (line) => lines.push(line) } });
const portal = testPortal({ LOG_LEVEL: 'info' }, { log });
const dpu = '/v1/users/login:dpu';
const verify = '/v1/accounts/access:verify';
const accept = { accepted: true, version: '2026-05' };
const key = { 'idempotency-key': 'key-of-a-page' };
const refused = { status: 401, body: { code: 'unauthenticated' } };

/** Creates a customer who owes the agreement, and a new browser with a limited session. */
async function atAgreement({ remember = false } = {}) {
  const customer = await portal.customer();
  const { email, account_id } = customer.account;
  await portal.database.system.run(sql`
    update accounts set dpu_version = '2020-01' where account_id = ${account_id}`);
  const client = portal.visitor();
  await client.post('/v1/users/login', { email, password: testPassword, remember });
  return { customer, client, email, account_id };
}

/** The same browser, which loses the response. */
function losing({ cookies }: TestClient): TestClient {
  return Object.assign(portal.visitor(), { cookies: { ...cookies } });
}

async function countOf(from: ReturnType<typeof sql>): Promise<number> {
  const { count } = await portal.database.system.one<{ count: number }>(
    sql`select count(*)::int as count from ${from}`,
  );
  return count;
}

/** The full sessions of the account, apart from the one that it was created with. */
const openSessions = async (accountId: string) =>
  (await countOf(sql`sessions where account_id = ${accountId} and kind = 'full'`)) - 1;

function eventsSince(start: number): string[] {
  const records = lines.slice(start).map((line): { msg: string; event: string } => JSON.parse(line));
  return records.filter(({ msg }) => msg === 'security').map(({ event }) => event);
}

test('a page that lost responses accepts again and has the session, once', async () => {
  const { client, account_id } = await atAgreement();
  const acceptances = sql`dpu_acceptances where account_id = ${account_id}`;
  const before = await countOf(acceptances);
  const start = lines.length;
  const lost = [losing(client), losing(client)];
  const statuses = [];
  for (const each of [...lost, client]) statuses.push((await each.post(dpu, accept, key)).status);
  expect(statuses).toEqual([200, 200, 200]);

  expect((await client.post(verify)).body).toMatchObject({ dpu_required: false });
  for (const each of lost) expect((await each.post(verify)).status).toBe(401);
  expect(await openSessions(account_id)).toBe(1);
  expect(await countOf(acceptances)).toBe(before + 1);
  expect(eventsSince(start)).toEqual(['agreement_accepted']);
});

test('a repeated response is that of the first request, with the times of the new session', async () => {
  const { client } = await atAgreement({ remember: true });
  const first = await losing(client).post(dpu, accept, key);
  const second = await client.post(dpu, accept, key);
  const { expires_at } = second.body.session;
  expect(second.body).toEqual({ ...first.body, session: { ...first.body.session, expires_at } });
  expect(expires_at > first.body.session.expires_at).toBe(true);
});

test('a page that lost only the body accepts again with its new session', async () => {
  const { client, account_id } = await atAgreement();
  const first = await client.post(dpu, accept, key);
  const cookies = { ...client.cookies };
  const again = await client.post(dpu, accept, key);
  expect([again.status, again.body.dpu]).toEqual([200, first.body.dpu]);
  expect(client.cookies).toEqual(cookies);
  expect(await openSessions(account_id)).toBe(1);
});

test('neither the key nor the limited session alone repeats an acceptance', async () => {
  const { client, email } = await atAgreement();
  const another = portal.visitor();
  await another.post('/v1/users/login', { email, password: testPassword });
  const first = losing(client);
  expect((await first.post(dpu, accept, key)).status).toBe(200);
  for (const [browser, body, headers] of [
    [losing(client), accept, {}],
    [losing(client), accept, { 'idempotency-key': 'key-of-a-thief' }],
    [losing(client), { ...accept, accepted: false }, key],
    [losing(client), { ...accept, version: '2020-01' }, key],
    [portal.visitor(), accept, key],
    [Object.assign(portal.visitor(), { cookies: { sid: 'a'.repeat(43) } }), accept, key],
  ] as const) {
    expect(await browser.post(dpu, body, headers)).toMatchObject(refused);
    expect((await browser.post(verify)).status).toBe(401);
  }
  // Another browser of the customer accepts by its own limited session.
  expect((await another.post(dpu, accept, key)).status).toBe(200);
  expect((await first.post(verify)).status).toBe(200);
});

test('an acceptance without a key is not repeated', async () => {
  const { client } = await atAgreement();
  await losing(client).post(dpu, accept);
  expect(await losing(client).post(dpu, accept)).toMatchObject(refused);
  expect(await client.post(dpu, accept, key)).toMatchObject(refused);
});

test('refuses a malformed key before anything is accepted', async () => {
  const { client, account_id } = await atAgreement();
  const malformed = await client.post(dpu, accept, { 'idempotency-key': 'short' });
  expect(malformed).toMatchObject({ status: 400, body: { code: 'bad_parameter' } });
  expect(malformed.headers).not.toHaveProperty('set-cookie');
  expect(await openSessions(account_id)).toBe(0);
});

test('stores no token of the sessions', async () => {
  const { client, account_id } = await atAgreement();
  const limited = client.cookies['sid'];
  await client.post(dpu, accept, key);
  const row = await portal.database.system.one<{ stored: string }>(sql`
    select row_to_json(k)::text as stored from idempotency_keys k
    where account_id = ${account_id} and call = 'POST /v1/users/login:dpu'`);
  for (const secret of [limited, client.cookies['sid']]) expect(row.stored).not.toContain(secret);
});

test('an acceptance is repeated for five minutes', async () => {
  const { client, account_id } = await atAgreement();
  await losing(client).post(dpu, accept, key);
  const age = (seconds: number) =>
    portal.database.system.run(sql`
      update idempotency_keys set created = now() - make_interval(secs => ${seconds})
      where account_id = ${account_id}`);
  await age(290);
  expect((await losing(client).post(dpu, accept, key)).status).toBe(200);
  await age(300);
  expect(await client.post(dpu, accept, key)).toMatchObject(refused);
});

test('an acceptance is not repeated after its session was ended or the account closed', async () => {
  const ended = await atAgreement();
  await losing(ended.client).post(dpu, accept, key);
  await ended.customer.post('/v1/accounts/sessions:end-others');
  expect(await ended.client.post(dpu, accept, key)).toMatchObject(refused);

  const closed = await atAgreement();
  await losing(closed.client).post(dpu, accept, key);
  await portal.database.system.run(sql`
    update accounts set status = 'closed' where account_id = ${closed.account_id}`);
  expect(await closed.client.post(dpu, accept, key)).toMatchObject({
    status: 403,
    body: { code: 'account_suspended' },
  });
});

test('parallel requests of one attempt open one session', async () => {
  const { client, account_id } = await atAgreement();
  const start = lines.length;
  const copies = Array.from({ length: 4 }, () => losing(client));
  const responses = await Promise.all(copies.map((copy) => copy.post(dpu, accept, key)));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await openSessions(account_id)).toBe(1);
  const open = await Promise.all(copies.map(async (copy) => (await copy.post(verify)).status));
  expect(open.filter((status) => status === 200)).toHaveLength(1);
  expect(eventsSince(start)).toEqual(['agreement_accepted']);
});
