import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { commandEnv } from '../../testing/command-env.ts';
import { startDatabaseProxy } from '../../testing/database-proxy.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { queued } from '../../testing/waiting-transactions.ts';
import { auditLedger } from '../ledger/audit.ts';
import { givenService } from '../services/services.fixtures.ts';
import { sampleStatement } from './statement.fixtures.ts';

jest.setTimeout(120_000);
const portal = testPortal();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-import-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the real command through a proxy before the test's database. */
async function startImport(file: string) {
  const { DATABASE_OWNER_URL: _, ...env } = await commandEnv(portal, folder);
  const proxy = await startDatabaseProxy(env['DATABASE_URL'] ?? '');
  const program = path.join(__dirname, 'bank-import.ts');
  const child = spawn(process.execPath, [program, file], { env: { ...env, DATABASE_URL: proxy.url } });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { proxy, ended: ended.then(([stdout, stderr, [code]]) => ({ stdout, stderr, code })) };
}

test('an import without its database says what it has done and that it can be repeated, which credits nothing twice', async () => {
  const client = await portal.customer();
  const { service_id } = await givenService(portal.database, client.account.account_id);
  const payments: { payment_id: string; reference: string }[] = [];
  for (const amount of ['100.00', '200.00']) {
    const request = { service_id, amount, allow_duplicate: true };
    payments.push((await client.post('/v1/finances/payments/invoices', request)).body.payment);
  }
  const [first, second] = payments;
  const file = path.join(folder, 'statement.xml');
  const entries = [
    { amount: '124.00', reference: first!.reference },
    { amount: '248.00', reference: second!.reference },
  ];
  await writeFile(file, sampleStatement(entries));

  const interrupted = await portal.superuser.asBackground(async (tx) => {
    await tx.run(sql`select from payments where payment_id = ${second!.payment_id} for update`);
    const { proxy, ended } = await startImport(file);
    await queued(portal.superuser, 1);
    await proxy.stop();
    return ended;
  });
  expect(interrupted.stdout).toContain('1 credited, 0 unmatched');
  expect(interrupted.stderr).toBe(
    'The database has become unavailable. What is listed above is stored; the other entries may not be. When the database runs, ' +
      'import the same file once more: nothing is credited twice.\n',
  );
  expect(interrupted.code).toBe(1);

  const { proxy, ended } = await startImport(file);
  const repeated = await ended;
  await proxy.stop();
  expect(repeated).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 credited, 0 unmatched, 1 imported before'),
  });
  const { balance } = await portal.database.system.one<{ balance: string }>(
    sql`select balance::numeric(20, 2)::text as balance from services where service_id = ${service_id}`,
  );
  expect(balance).toBe('300.00');
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});

test('an import that does not reach the database says that it has done nothing', async () => {
  const file = path.join(folder, 'early.xml');
  await writeFile(file, sampleStatement([{ amount: '1.00', text: 'Early' }]));
  const env = { ...(await commandEnv(portal, folder)), DATABASE_URL: 'postgres://nobody@127.0.0.1:9/portal' };
  const child = spawn(process.execPath, [path.join(__dirname, 'bank-import.ts'), file], {
    env: { ...env, DATABASE_OWNER_URL: undefined },
  });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect({ stderr, code }).toEqual({
    stderr: 'The database is unavailable, so nothing was imported. Import the file when the database runs.\n',
    code: 1,
  });
});
