import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { type Sql, sql } from '../../database/sql.ts';
import { commandEnv } from '../../testing/command-env.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { auditLedger } from '../ledger/audit.ts';
import type { BalanceOwner } from '../ledger/post-entry.ts';
import { givenService } from '../services/services.fixtures.ts';
import { renewNumbersJob } from './renew-numbers.ts';

jest.setTimeout(600_000);
const portal = testPortal();
let dataDir = '';
const servers: ChildProcess[] = [];
// Waits of a test that has exceeded its limit must not keep Jest from ending.
const ended = new AbortController();

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'portal-renew-'));
});
afterAll(async () => {
  ended.abort();
  for (const server of servers) server.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the real server on the test's database, with its jobs. Statements wait longer for a lock than usual. */
async function startServer(): Promise<ChildProcess> {
  const env = { ...(await commandEnv(portal, dataDir)), PORT: '0', DATABASE_TIMEOUT_SECONDS: '60' };
  const program = path.join(__dirname, '../../server.ts');
  const server = spawn(process.execPath, [program], { env, stdio: 'ignore' });
  servers.push(server);
  return server;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(20, undefined, { signal: ended.signal });
}

/** Puts the job into the queue, as its schedule does every five minutes. */
async function renew(): Promise<void> {
  await portal.database.asBackground((tx) => portal.queue.send(tx, renewNumbersJob(portal.context), {}));
}

/** Starts the job in a server, which waits for a row that the test has locked, and kills the server there. */
async function killAt(lock: Sql): Promise<void> {
  await portal.superuser.asBackground(async (tx) => {
    await tx.run(lock);
    const server = await startServer();
    await renew();
    // Asked in the transaction that holds the lock: it would be ended if it were idle while a server starts.
    const waiting = sql`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
    await until(async () => (await tx.query(waiting)).length > 0);
    server.kill('SIGKILL');
    await once(server, 'exit');
  });
}

const chargesOf = ({ service_id }: BalanceOwner) =>
  portal.database.system.query<{ number_id: string; start: string }>(sql`
    select number_id, period_start::text as start from number_charges
    where service_id = ${service_id} order by number_id, period_start`);

test('a renewal that is killed within a service and between two charges each month of each number once', async () => {
  const today = DateTime.now().setZone('Europe/Tallinn');
  const due = [today.minus({ months: 1 }), today].map((day) => day.toFormat('yyyy-MM-dd'));
  const given: BalanceOwner[] = [];
  for (let index = 0; index < 2; index += 1) {
    const { account_id } = await portal.account({ country: 'ee', tax_number: null });
    const { service_id } = await givenService(portal.database, account_id, { balance: '100' });
    for (const number of ['a', 'b'])
      await portal.database.system.run(sql`
        insert into rented_numbers (account_id, service_id, number_id, number, country, type, capabilities, status, setup_price,
          monthly_price, currency, rented_at, renews_at, renewal_day, auto_renew)
        values (${account_id}, ${service_id}, ${`num_${index}${number}`}, ${`+3726${index}${number}`}, 'ee', 'local', '{voice_in}',
          'active', 0, 3, 'eur', now(), ${due[0]}, ${today.day}, true)`);
    given.push({ account_id, service_id });
  }
  const [first, second] = given.toSorted((a, b) => (a.account_id < b.account_id ? -1 : 1));
  if (first === undefined || second === undefined) throw new Error('two services are given');
  const last = await portal.database.system.one<{ number_id: string }>(sql`
    select max(number_id) as number_id from rented_numbers where service_id = ${first.service_id}`);

  // Both months of one number are charged, and a month of the other, in a transaction that never ends.
  await killAt(sql`select from rented_numbers where number_id = ${last.number_id} for update`);
  expect([await chargesOf(first), await chargesOf(second)]).toEqual([[], []]);
  await killAt(sql`select from services where service_id = ${second.service_id} for update`);
  expect([await chargesOf(first), await chargesOf(second)]).toMatchObject([{ length: 4 }, { length: 0 }]);

  await startServer();
  await renew();
  await renew();
  await until(async () => (await chargesOf(second)).length > 0);
  await until(async () => {
    const { jobs } = await portal.database.system.one<{ jobs: number }>(sql`
      select count(*)::int as jobs from pgboss.job where name = 'renew-numbers' and state = 'created'`);
    return jobs === 0;
  });
  for (const owner of [first, second]) {
    const charges = await chargesOf(owner);
    expect(charges.map(({ start }) => start)).toEqual([...due, ...due]);
    const { balance } = await portal.database.system.one<{ balance: string }>(sql`
      select balance from services where service_id = ${owner.service_id}`);
    expect(balance).toBe('88.000000');
  }
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});
