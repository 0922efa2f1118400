import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { Capacity } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import type { TestResponse } from '../testing/test-client.ts';
import { type TestCustomer, testPortal } from '../testing/test-portal.ts';

describe('while statements do not end', () => {
  // The waits of production, because RATE_LIMIT_FACTOR would multiply them.
  const portal = testPortal({ RATE_LIMIT_FACTOR: '1' });
  let release = async () => {};
  afterEach(() => release());

  /** Lets every statement that reads a table wait. */
  async function block(table: string): Promise<void> {
    const client = await portal.superuser.pool.connect();
    await client.query(`begin; lock table ${table} in access exclusive mode`);
    release = async () => {
      await client.query('rollback');
      client.release();
      release = async () => {};
    };
  }

  /** How many statements wait for a lock. */
  async function waiting(): Promise<number> {
    const { count } = await portal.superuser.system.one<{ count: number }>(sql`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return count;
  }

  async function withService(customer: TestCustomer): Promise<string> {
    const { body } = await customer.post('/v1/services', { type: 'voicing' });
    return body.service.service_id;
  }

  test('others log in, pay and read beside the reports of one customer, who gets 429 with a time', async () => {
    const [greedy, other] = [await portal.customer(), await portal.customer()];
    const [reported, paid] = [await withService(greedy), await withService(other)];
    await block('cdrs');
    const reports: Promise<TestResponse>[] = Array.from({ length: 20 }, () =>
      greedy.get(`/v1/services/${reported}/stats`),
    );
    const refused = await Promise.race(reports);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);

    expect((await other.get('/v1/accounts/profile')).status).toBe(200);
    const payment = { service_id: paid, amount: '50.00' };
    expect((await other.post('/v1/finances/payments/invoices', payment)).status).toBe(201);
    await portal.customer();
    // The customer's other pages work too.
    expect((await greedy.get('/v1/accounts/profile')).status).toBe(200);
    await release();
    const statuses = (await Promise.all(reports)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
  });

  test('a request that has no place is refused without a search for its session', async () => {
    const greedy = await portal.customer();
    const url = `/v1/services/${await withService(greedy)}/stats`;
    await block('cdrs');
    const reports = Array.from({ length: 20 }, () => greedy.get(url));
    expect((await Promise.race(reports)).status).toBe(429);
    const search = jest.spyOn(portal.database.system, 'first');
    // Reports that end in time leave places, which the next ones take. Without an end, each refusal is searched for.
    for (let isSearched = true; isSearched; ) {
      search.mockClear();
      const { status } = await greedy.get(url);
      isSearched = status !== 429 || search.mock.calls.length > 0;
    }
    search.mockRestore();
    expect((await greedy.get('/v1/accounts/profile')).status).toBe(200);
    await release();
    await Promise.all(reports);
  });

  test('a session without places keeps no browser from taking the account back', async () => {
    const greedy = await portal.customer();
    await block('webhooks');
    const flood = Array.from({ length: 40 }, () => greedy.get('/v1/accounts/webhooks'));
    expect((await Promise.race(flood)).status).toBe(429);
    const expired = { status: 410, body: { code: 'token_expired' } };
    expect(await greedy.post('/v1/users/confirm', { token: `rev_${'x'.repeat(43)}` })).toMatchObject(expired);
    await release();
    await Promise.all(flood);
  });

  /** Customers who each read a page of their service, whose table is blocked, until no further one gets a connection. */
  async function fillConnections(table: string, page: string, share: number) {
    const connections = Math.ceil(portal.database.pool.options.max * share);
    const paths = await Promise.all(
      Array.from({ length: connections + 2 }, async () => {
        const customer = await portal.customer();
        return { customer, path: `/v1/services/${await withService(customer)}/${page}` };
      }),
    );
    await block(table);
    const blocked = paths.map(({ customer, path }) => customer.get(path));
    while ((await waiting()) < connections) await sleep(10);
    return async () => {
      // The others wait for a connection of the same pool.
      expect(await waiting()).toBe(connections);
      await release();
      for (const { status } of await Promise.all(blocked)) expect(status).toBe(200);
    };
  }

  test('requests with invalid cookies of one address leave connections to others', async () => {
    const { email } = await portal.account();
    await block('sessions');
    const url = '/v1/accounts/profile';
    const flood = Array.from({ length: 20 }, () => {
      const client = portal.visitor();
      client.cookies = { sid: 'A'.repeat(43) };
      return client.send({ url, remoteAddress: '192.0.2.1' });
    });
    while ((await waiting()) < 2) await sleep(10);
    const restore = await portal.visitor().post('/v1/users/password:restore', { email });
    expect(restore.status).toBe(202);
    expect(await waiting()).toBe(2);
    await release();
    for (const { status } of await Promise.all(flood)) expect(status).toBe(401);
  });

  test('a flood of invented cookies does not hold up a session of the same address', async () => {
    const customer = await portal.customer();
    const url = '/v1/accounts/profile';
    const from = { url, remoteAddress: '192.0.2.7' };
    expect((await customer.send(from)).status).toBe(200);
    // Readers of the table are blocked; so would be the customer's search, which starts nevertheless.
    await block('sessions');
    const flood = Array.from({ length: 20 }, () => {
      const client = portal.visitor();
      client.cookies = { sid: 'A'.repeat(43) };
      return client.send(from);
    });
    while ((await waiting()) < 2) await sleep(10);
    const answer = customer.send(from);
    while ((await waiting()) < 3) await sleep(10);
    await release();
    expect((await answer).status).toBe(200);
    await Promise.all(flood);
  });

  test('a report occupies one processor, not all of them', async () => {
    const { account_id } = await portal.account();
    const workers = (capacity: Capacity) =>
      portal.database.withAccount(
        account_id,
        (tx) => tx.one(sql`select current_setting('max_parallel_workers_per_gather')::int as count`),
        capacity,
      );
    expect(await workers('reports')).toEqual({ count: 0 });
    expect(await workers('general')).not.toEqual({ count: 0 });
  });

  test.each([
    ['reports of all customers', 'cdrs', 'stats', 1 / 3],
    ['other requests of all customers', 'rented_numbers', 'numbers/rented', 1],
  ])('%s leave connections to logins and payments', async (_whose, table, page, share) => {
    const other = await portal.customer();
    const payment = { service_id: await withService(other), amount: '50.00' };
    const end = await fillConnections(table, page, share);
    expect((await other.post('/v1/finances/payments/invoices', payment)).status).toBe(201);
    await portal.customer();
    if (page === 'stats') expect((await other.get('/v1/accounts/profile')).status).toBe(200);
    await end();
  });
});

describe('an address without a session', () => {
  const portal = testPortal({ RATE_LIMIT_FACTOR: '1' });

  test('has a share of its own: one that sends very many log-ins is refused some of them', async () => {
    const { email } = await portal.account();
    const payload = { email, password: 'Wrong1!xx' };
    const send = (remoteAddress: string) =>
      portal.visitor().send({ method: 'POST', url: '/v1/users/login', payload, remoteAddress });
    const flood = Array.from({ length: 40 }, () => send('192.0.2.1'));
    const other = await send('192.0.2.2');
    expect(other.status).toBe(401);
    const answers = await Promise.all(flood);
    const refused = answers.filter(({ headers }) => headers['retry-after'] === '1');
    expect(refused.length).toBeGreaterThanOrEqual(40 - 28);
    expect(refused.every(({ status }) => status === 429)).toBe(true);
  });
});
