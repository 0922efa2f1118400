import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { commandEnv } from '../../testing/command-env.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { auditLedger } from '../ledger/audit.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenUsage } from './closings.fixtures.ts';

jest.setTimeout(120_000);
const portal = testPortal();
let dataDir = '';
const children: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'portal-close-'));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the real command on the test's database. */
async function startClose(...more: string[]) {
  const env = await commandEnv(portal, dataDir);
  const program = path.join(__dirname, '../billing/billing.ts');
  const child = spawn(process.execPath, [program, 'close', '--month', '2026-10', '--json', ...more], { env });
  children.push(child);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  return { child, ended: once(child, 'exit').then(([code]) => ({ code, output: () => JSON.parse(output) })) };
}

const documents = () =>
  portal.database.system.query<{ service_id: string; number: string }>(sql`
    select service_id, number from monthly_vat_invoices order by number`);

/** Waits until the command waits for the lock that the test holds. */
async function untilWaiting(): Promise<void> {
  const waiting = sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await portal.superuser.system.query(waiting)).length === 0) await wait(20);
}

test('a closing that is killed between two services is completed by the next one, each month once', async () => {
  const services: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const { account_id } = await portal.account({ country: 'ee', tax_number: null });
    const { service_id } = await givenService(portal.database, account_id, { vatOn: 'usage' });
    await portal.superuser.system.run(sql`
      update services set created = '2026-10-01T08:00:00Z' where service_id = ${service_id}`);
    const call = { started: '2026-10-20T08:00:00Z', price: '5' };
    await givenUsage(portal, { account_id, service_id }, `killed-${index}`, [call]);
    services.push(service_id);
  }
  const order = await portal.database.system.query<{ service_id: string }>(sql`
    select service_id from services order by account_id, service_id`);
  const [first, second] = order;
  const killed = await portal.superuser.asBackground(async (tx) => {
    await tx.run(sql`select from services where service_id = ${second?.service_id ?? ''} for update`);
    const { child, ended } = await startClose();
    await untilWaiting();
    child.kill('SIGKILL');
    await ended;
    return documents();
  });
  expect(killed).toMatchObject([{ service_id: first?.service_id, number: '2026-10-00001' }]);

  const dryRun = await (await startClose('--dry-run')).ended;
  expect(dryRun.output().filter(({ result }: { result: string }) => result === 'invoiced')).toHaveLength(2);
  expect(await documents()).toHaveLength(1);
  // Two at the same time, as a command beside the scheduled job.
  const ends = await Promise.all([startClose(), startClose()].map(async (started) => (await started).ended));
  expect(ends.map(({ code }) => code)).toEqual([0, 0]);
  const issued = await documents();
  expect(issued.map(({ number }) => number)).toEqual(['2026-10-00001', '2026-10-00002', '2026-10-00003']);
  expect(new Set(issued.map(({ service_id }) => service_id))).toEqual(new Set(services));
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});
