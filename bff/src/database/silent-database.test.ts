import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type DatabaseProxy, startDatabaseProxy } from '../testing/database-proxy.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { type TestCustomer, testPortal } from '../testing/test-portal.ts';
import { DatabaseUnavailable } from './connections.ts';
import { connect, type Database } from './database.ts';
import { sql } from './sql.ts';

jest.setTimeout(120_000);

let proxy: DatabaseProxy;
const through = async (url: string) => {
  proxy = await startDatabaseProxy(url);
  return proxy.url;
};
afterEach(() => {
  proxy.delay(0);
  proxy.resume();
});

/** Repeats until it succeeds: on a busy machine a statement may take longer than the short limit of these tests. */
async function untilDone<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch {
      await sleep(20);
    }
  }
}

const one = sql`select 1 as one`;
const timeoutSeconds = 1;
const onLinux = process.platform === 'linux' ? test : test.skip;

describe('with a limit of a second', () => {
  let database: Database;
  let drop: () => Promise<void>;
  const transaction = (work = () => {}) =>
    database.withAccount('acc_1', (tx) => {
      work();
      return tx.first(one);
    });
  beforeAll(async () => {
    ({ database, drop } = await createTestDatabase({ timeoutSeconds, through }));
  });
  afterAll(async () => {
    await drop();
    await proxy.stop();
  });

  test('a statement fails while the database is silent, and works when it responds again', async () => {
    await untilDone(() => database.system.first(one));
    proxy.silence();
    await expect(database.system.first(one)).rejects.toThrow(DatabaseUnavailable);
    proxy.resume();
    expect(await untilDone(() => database.system.first(one))).toEqual({ one: 1 });
  });

  test('a transaction fails when the database falls silent in it', async () => {
    await untilDone(transaction);
    await expect(transaction(proxy.silence)).rejects.toThrow(DatabaseUnavailable);
    proxy.resume();
    expect(await untilDone(transaction)).toEqual({ one: 1 });
  });

  test('a new connection is given up while the database is silent', async () => {
    const another = connect({ url: proxy.url, poolSize: 1, timeoutSeconds });
    proxy.silence();
    await expect(another.system.first(one)).rejects.toThrow(/timeout/);
    await another.close();
  });

  test('a request does not wait longer for a connection while all are in use', async () => {
    const held = Promise.withResolvers<void>();
    let holding = 0;
    const hold = () =>
      database.withAccount('acc_1', () => {
        holding += 1;
        return held.promise;
      });
    const holders = Array.from({ length: database.pool.options.max }, () => untilDone(hold));
    while (holding < holders.length) await sleep(20);
    await expect(transaction()).rejects.toThrow('timeout exceeded when trying to connect');
    held.resolve();
    await Promise.all(holders);
  });

  test('one lost connection discards the idle ones, which would each cost another wait', async () => {
    const connections = Array.from({ length: database.pool.options.max }, () => untilDone(transaction));
    await Promise.all(connections);
    expect(database.pool.idleCount).toBeGreaterThan(1);
    proxy.lose();
    await expect(transaction()).rejects.toThrow(DatabaseUnavailable);
    await untilDone(transaction);
    expect(proxy.lostUses()).toBe(1);
  });

  onLinux('the system probes whether the machine of an idle connection is still there', async () => {
    const client = await untilDone(() => database.pool.connect());
    const { stream } = client.connection;
    const localPort = 'localPort' in stream ? stream.localPort : undefined;
    client.release();
    const sockets = (await readFile('/proc/net/tcp', 'utf8'))
      .split('\n')
      .map((line) => line.trim().split(/\s+/));
    const own = sockets.find(
      ([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16) === localPort,
    );
    // The timer that is running: 00 none, 02 the one of the probes.
    expect(own?.[5]).toMatch(/^02:/);
  });

  test('background work has a limit of its own', async () => {
    const work = () => database.asBackground((tx) => tx.first(sql`select 1 as one from pg_sleep(1.5)`));
    expect(await untilDone(work)).toEqual({ one: 1 });
    const silent = database.asBackground(
      (tx) => {
        proxy.silence();
        return tx.first(one);
      },
      { seconds: 3 },
    );
    await expect(silent).rejects.toThrow(DatabaseUnavailable);
  });
});

describe('a portal whose database is silent', () => {
  const portal = testPortal({ DATABASE_TIMEOUT_SECONDS: String(timeoutSeconds) }, { through });
  afterAll(() => proxy.stop());
  let customer: TestCustomer;
  beforeAll(async () => {
    customer = await untilDone(() => portal.customer());
  });
  const login = () =>
    portal.visitor().post('/v1/users/login', { email: 'nobody@example.com', password: 'Wrong-2026!' });

  test('responds to every request with 503 and Retry-After, and recovers', async () => {
    proxy.silence();
    const responses = await Promise.all([
      customer.get('/v1/accounts/profile'),
      customer.get('/v1/services/all'),
      customer.post('/v1/services', { type: 'voicing' }),
      login(),
      portal.visitor().get('/readyz'),
    ]);
    for (const response of responses)
      expect(response).toMatchObject({
        status: 503,
        body: { code: 'maintenance' },
        headers: { 'retry-after': '5' },
      });
    proxy.resume();
    while ((await customer.get('/v1/accounts/profile')).status !== 200) await sleep(20);
  });

  test('ends a request whose statements are in time but together take too long', async () => {
    while ((await login()).status !== 401) await sleep(20);
    proxy.delay(700);
    expect((await login()).status).toBe(503);
  });
});
