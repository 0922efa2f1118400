import { beforeAll, describe, expect, test } from '@jest/globals';
import { updateAccount } from '../accounts/accounts.repository.ts';
import { sql } from '../database/sql.ts';
import { createLog } from '../log.ts';
import { type TestCustomer, testPassword, testPortal } from '../testing/test-portal.ts';
import { basic, programOf, send, tokenOf } from '../testing/test-program.ts';
import { quota } from './account-api.ts';

const lines: string[] = [];
const log = createLog('trace', { to: { write: (line) => lines.push(line) } });
const portal = testPortal({ LOG_LEVEL: 'trace' }, { log });
const strict = testPortal({ RATE_LIMIT_FACTOR: '1' });
const services = '/v1/services/all';
let customer: TestCustomer;
let program: Awaited<ReturnType<typeof programOf>>;

beforeAll(async () => {
  customer = await portal.customer();
  program = await programOf(portal.app, customer);
});

describe('credentials', () => {
  const sid = () => customer.account.account_sid;

  test('are asked for when a program sends none', async () => {
    const { status, headers, body } = await send(portal.app, services);
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'unauthenticated' });
    expect(headers['www-authenticate']).toBe('Basic realm="account API", charset="UTF-8"');
  });

  test('are not asked for on a page, where the browser would open a dialog', async () => {
    for (const [name, value] of [
      ['x-requested-with', 'portal'],
      ['sec-fetch-site', 'none'],
    ] as const) {
      const answer = await send(portal.app, services, { [name]: value });
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, undefined]);
    }
  });

  test('of a browser, which sends them with requests of any page, do not count', async () => {
    const answer = await program(services, { 'sec-fetch-site': 'same-origin' });
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
  });

  test.each([
    ['another token', () => basic(sid(), 'x'.repeat(43))],
    ['no token', () => basic(sid(), '')],
    ['an unknown SID', () => basic(`AC${'0'.repeat(32)}`, 'x'.repeat(43))],
    ['no SID', () => basic('', '')],
    ['a SID with zero bytes', () => basic('AC\0', 'x')],
  ])('with %s are refused alike', async (_, headers) => {
    const answer = await send(portal.app, services, headers());
    expect(answer.status).toBe(401);
    expect({ ...answer.body, request_id: '' }).toEqual({
      success: false,
      type: expect.any(String),
      title: 'Account SID or account token is wrong',
      status: 401,
      code: 'account_token_invalid',
      request_id: '',
    });
    expect(answer.headers['www-authenticate']).toMatch(/^Basic /);
  });

  test('and the cookie of a session are refused together', async () => {
    const cookies = Object.entries(customer.cookies).map(([name, value]) => `${name}=${value}`);
    const { status, body } = await program(services, { cookie: cookies.join('; ') });
    expect({ status, code: body.code, params: body.params }).toEqual({
      status: 400,
      code: 'bad_parameter',
      params: { header: 'Authorization' },
    });
    // Those of a proxy that asks for a password are nothing to the portal.
    const proxy = { cookie: cookies.join('; '), ...basic('staging', 'secret') };
    expect((await send(portal.app, services, proxy)).status).toBe(200);
  });

  test('are replaced immediately, and the second token opens as much as the first', async () => {
    const owner = await portal.customer();
    const password = { current_password: testPassword };
    const first = await programOf(portal.app, owner);
    await owner.post('/v1/accounts/token:rotate', password);
    const second = await programOf(portal.app, owner, 'secondary');
    expect([(await first(services)).status, (await second(services)).status]).toEqual([200, 200]);
    await owner.post('/v1/accounts/token:promote', password);
    expect([(await first(services)).status, (await second(services)).status]).toEqual([401, 200]);
    await owner.post('/v1/accounts/token:rotate', password);
    const third = await programOf(portal.app, owner, 'secondary');
    expect((await third(services)).status).toBe(200);
    await owner.post('/v1/accounts/token:discard', password);
    expect([(await third(services)).status, (await second(services)).status]).toEqual([401, 200]);
  });

  test('open nothing for an account that is closed, unconfirmed or owes the agreement; suspended ones are read', async () => {
    const owner = await portal.customer();
    const read = await programOf(portal.app, owner);
    const answers = [];
    for (const change of [
      { status: 'suspended' },
      { status: 'closed' },
      { status: 'verified', dpu_version: null },
      { email_confirmed_at: null },
    ]) {
      await updateAccount(portal.database.system, owner.account.account_id, change);
      const { status, body } = await read(services);
      answers.push([status, body.code]);
    }
    expect(answers).toEqual([
      [200, undefined],
      [403, 'account_suspended'],
      [403, 'dpu_required'],
      [403, 'email_not_confirmed'],
    ]);
  });

  test('are in no line of the log', async () => {
    const token = await tokenOf(customer);
    lines.length = 0;
    await program(services);
    await program(`/v1/services/unknown/cdr`);
    await send(portal.app, services, basic(sid(), 'wrong-token-of-somebody'));
    expect(lines.length).toBeGreaterThan(2);
    const encoded = basic(sid(), token).authorization.slice('Basic '.length);
    for (const secret of [token, encoded, 'wrong-token-of-somebody'])
      expect(lines.join('\n')).not.toContain(secret);
    const events = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'security');
    const { account_id } = customer.account;
    expect(events).toMatchObject([
      { event: 'access_refused', account_id, how: 'service_not_found GET /v1/services/:service_id/cdr' },
      { event: 'token_refused', level: 'warn', account_id },
    ]);
  });
});

describe('the last use of a token', () => {
  const used = async (owner: TestCustomer) => {
    const { account_token_last_used: first, account_token_secondary_last_used: second } = (
      await owner.get('/v1/accounts/profile')
    ).body;
    return { first, second };
  };
  const age = (owner: TestCustomer, seconds: number) =>
    portal.database.system.run(sql`
      update accounts set account_token_last_used = now() - make_interval(secs => ${seconds}::int)
      where account_id = ${owner.account.account_id}`);

  test('is shown beside each token, written once a minute, and moves with the token', async () => {
    const owner = await portal.customer();
    const password = { current_password: testPassword };
    const first = await programOf(portal.app, owner);
    expect(await used(owner)).toEqual({ first: null, second: null });
    await first(services);
    const before = await used(owner);
    expect(before).toEqual({ first: expect.any(String), second: null });
    await first(services);
    expect(await used(owner)).toEqual(before);
    await age(owner, 50);
    const recent = await used(owner);
    await first(services);
    expect(await used(owner)).toEqual(recent);
    await age(owner, 70);
    const old = await used(owner);
    await first(services);
    expect((await used(owner)).first > old.first).toBe(true);

    await owner.post('/v1/accounts/token:rotate', password);
    const second = await programOf(portal.app, owner, 'secondary');
    await second(services);
    const both = await used(owner);
    expect(both.second).not.toBeNull();
    await owner.post('/v1/accounts/token:promote', password);
    expect(await used(owner)).toEqual({ first: both.second, second: null });
  });

  test('is not waited for while the account is locked', async () => {
    const owner = await portal.customer();
    const read = await programOf(portal.app, owner);
    await portal.database.asBackground(async (tx) => {
      await tx.run(sql`select 1 from accounts where account_id = ${owner.account.account_id} for update`);
      expect((await read(services)).status).toBe(200);
    });
    expect((await used(owner)).first).toBeNull();
    await read(services);
    expect((await used(owner)).first).not.toBeNull();
  });

  test('is not that of a wrong token', async () => {
    const owner = await portal.customer();
    await send(portal.app, services, basic(owner.account.account_sid, 'x'.repeat(43)));
    expect(await used(owner)).toEqual({ first: null, second: null });
  });
});

describe('limits', () => {
  const wrong = (sid: string, remoteAddress: string, number: number) =>
    strict.app.inject({
      method: 'GET',
      url: services,
      headers: basic(sid, `wrong-${number}`),
      remoteAddress,
    });

  test('every response names the quota of the account, and requests beyond are refused until then', async () => {
    const owner = await strict.customer();
    const read = await programOf(strict.app, owner);
    const first = await read(services);
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"account-api";q=600;w=60',
      // The first request of a window, which is counted for up to six seconds longer.
      ratelimit: '"account-api";r=599;t=60',
    });
    const key = `${quota.name}:${owner.account.account_id}`;
    await strict.database.system.run(sql`update rate_counters set count = 600 where key = ${key}`);
    const refused = await read(services);
    expect({ status: refused.status, code: refused.body.code }).toEqual({
      status: 429,
      code: 'rate_limited',
    });
    expect(refused.headers).toMatchObject({
      'ratelimit-policy': '"account-api";q=600;w=60',
      ratelimit: expect.stringMatching(/^"account-api";r=0;t=\d+$/),
      'retry-after': expect.stringMatching(/^\d+$/),
    });
    // Not the browser of the same customer, which has no quota.
    const page = await owner.get(services);
    expect([page.status, page.headers['ratelimit']]).toEqual([200, undefined]);
  });

  test('an address that sends wrong tokens is refused, but programs that it ran before and logins are not', async () => {
    const owner = await strict.customer();
    const read = await programOf(strict.app, owner);
    expect((await read(services)).status).toBe(200);
    const statuses = [];
    for (let number = 0; number < 27; number += 1)
      statuses.push((await wrong(`AC${'1'.repeat(32)}`, '127.0.0.1', number)).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 25 }, () => 401), 429, 429]);
    const refused = performance.now();
    await wrong(`AC${'1'.repeat(32)}`, '127.0.0.1', 27);
    // A timer may end a millisecond early.
    expect(performance.now() - refused).toBeGreaterThan(498);
    expect((await read(services)).status).toBe(200);
    const login = { email: owner.account.email, password: testPassword };
    expect((await strict.visitor().post('/v1/users/login', login)).status).toBe(200);
    // The limit does not reveal whether a new token is right.
    const other = await strict.customer();
    const unseen = await programOf(strict.app, other);
    expect((await unseen(services)).status).toBe(429);
  });

  test('wrong tokens of an account from everywhere are refused, its right token and its owner are not', async () => {
    const owner = await strict.customer();
    const { account_sid, email } = owner.account;
    const statuses = [];
    for (let number = 0; number < 102; number += 1)
      statuses.push((await wrong(account_sid, `192.0.2.${Math.floor(number / 20)}`, number)).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 100 }, () => 401), 429, 429]);
    const headers = basic(account_sid, await tokenOf(owner));
    const right = await strict.app.inject({ url: services, headers, remoteAddress: '198.51.100.1' });
    expect(right.statusCode).toBe(200);
    expect((await strict.visitor().post('/v1/users/login', { email, password: testPassword })).status).toBe(
      200,
    );
  });
});
