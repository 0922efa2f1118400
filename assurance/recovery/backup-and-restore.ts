// Backs up a running portal with many calls and restores it into an empty folder. Every table, right and policy must be
// the same, customers must be able to log in, and damaged backups and full folders must be refused.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { fillTables, tryTables } from '../data-access/row-security.ts';
import { type CheckBff, withBff } from '../harness/bff.ts';
import { BffClient } from '../harness/bff-client.ts';
import { addCustomer, addService, type BffCustomer, must } from '../harness/bff-customer.ts';
import { untilExported, untilUnchanged } from '../harness/database-state.ts';
import { type CheckCase, reportCases, tryCase } from '../harness/report.ts';
import { addCalls, addDocuments, describeRights, tableStates } from './database-copy.ts';

const root = path.resolve(import.meta.dirname, '../..');
const maxSeconds = 180;
const settings = { SECRETS_KEY: Buffer.alloc(32, 3).toString('base64'), RATE_LIMIT_FACTOR: '1000' };
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { calls: { type: 'string', default: '1000000' } },
});
const calls = Number(values.calls);

await withBff(async (bff) => {
  const { customer, accounts, token } = await prepare(bff);
  await bff.restart({});
  await untilExported(bff.database);
  // Jobs renew numbers and send mails first.
  const settled = await untilUnchanged(() => tableStates(bff.database), { pauseMs: 3_000, quietTimes: 1 });
  const before = { tables: settled, rights: await describeRights(bff.database) };
  const during = pay(customer, 3);
  const backup = await runTool('backup', [path.join(bff.dataFolder, 'copies')], bff.dataFolder);
  const paid = await during;
  const folder = /^(\S+portal-\S+): /m.exec(backup.output)?.[1] ?? '';
  const whileRunning = await runTool('restore', ['--replace', folder], bff.dataFolder);
  const cases: CheckCase[] = [
    { name: `backup of a running portal: ${backup.output}`, problems: backup.code === 0 ? [] : ['failed'] },
    refusal('restore beside a running portal', whileRunning, /A portal runs/),
  ];
  let restoreSeconds = 0;
  await withBff(
    async (restored) => {
      const tables = await tableStates(restored.database);
      const written = [
        'payments',
        'payment_events',
        'document_digests',
        'document_counters',
        // A restored database begins a series of numbers.
        'number_series',
        'idempotency_keys',
        'sessions',
        'rate_counters',
        'audit_chains',
      ];
      cases.push(
        ...Object.entries(before.tables).map(([name, state]) => ({
          name: `table ${name}: ${tables[name]?.split(' ')[0]} rows`,
          // Payments are made during the backup, so their tables may have more rows.
          problems:
            tables[name] === state || written.includes(name) ? [] : [`differs: ${state} ≠ ${tables[name]}`],
        })),
        await tryCase('payments made before the backup', (problems) =>
          comparePayments(restored.database, bff.database, problems),
        ),
        await tryCase('roles, grants, policies, functions and triggers', async (problems) => {
          const rights = await describeRights(restored.database);
          const lost = before.rights.filter((right) => !rights.includes(right));
          const added = rights.filter((right) => !before.rights.includes(right));
          problems.push(...[...lost, ...added].slice(0, 5));
        }),
        await tryCase('the customer logs in and reads the API token', async (problems) => {
          const client = new BffClient(restored.url);
          const { email, password } = customer;
          await must(client, 'POST', '/v1/users/login', { email, password });
          const shown = await must(client, 'POST', '/v1/accounts/token:reveal', {
            current_password: password,
          });
          if (shown.token !== token) problems.push('another token');
          client.close();
        }),
        ...(await tryTables(restored.database, accounts)).map((one) => ({
          ...one,
          name: `row-level security: ${one.name}`,
        })),
      );
    },
    settings,
    async (dataFolder) => {
      const restore = await runTool('restore', [folder], dataFolder);
      restoreSeconds = restore.seconds;
      cases.push({ name: `restore: ${restore.output}`, problems: restore.code === 0 ? [] : ['failed'] });
      const again = await runTool('restore', [folder], dataFolder);
      cases.push(refusal('restore over a database', again, /already holds a database/));
      cases.push(await refusesDamage(folder, dataFolder));
      const replaced = await runTool('restore', ['--replace', folder], dataFolder);
      const names = await readdir(dataFolder);
      const isRenamed = names.some((name) => name.startsWith('postgres.replaced-'));
      cases.push({
        name: 'restore with --replace',
        problems: replaced.code === 0 && isRenamed ? [] : [replaced.output],
      });
    },
  );
  const seconds = backup.seconds + restoreSeconds;
  cases.push({
    name: `${calls} calls: backup ${backup.seconds.toFixed(1)} s and restore ${restoreSeconds.toFixed(1)} s; target at most ${maxSeconds} s`,
    problems: seconds <= maxSeconds ? [] : ['missed'],
  });
  reportCases('backup-and-restore', cases, [`${paid} payments were made during the backup`]);
}, settings);

/** Two customers with rows in every table, one of them with many calls. */
async function prepare({ url, database }: CheckBff) {
  const customer = await addCustomer(url);
  const other = await addCustomer(url);
  const service = await addService(customer.client, 'voicing');
  await pay(customer, 20);
  const { token } = await must(customer.client, 'POST', '/v1/accounts/token:reveal', {
    current_password: customer.password,
  });
  const [accountId = '', otherId = ''] = await Promise.all(
    [customer, other].map(async ({ email }) => {
      const { rows } = await database.query('select account_id from accounts where email = $1', [email]);
      return rows[0]?.account_id;
    }),
  );
  await addCalls(database, { accountId, service, count: calls });
  await addDocuments(database, { accountId, service });
  await fillTables(database, accountId);
  return { customer, accounts: { own: otherId, other: accountId }, token };
}

async function pay({ client }: BffCustomer, count: number): Promise<number> {
  const { services } = await must(client, 'GET', '/v1/services/all', {});
  for (let number = 0; number < count; number += 1)
    await must(client, 'POST', '/v1/finances/payments/invoices', {
      service_id: services[0].service_id,
      amount: '50.00',
      allow_duplicate: true,
    });
  return count;
}

interface ToolRun {
  code: number | null;
  output: string;
  seconds: number;
}

/** Runs `npm run backup` or `npm run restore` for a data folder. */
async function runTool(
  tool: 'backup' | 'restore',
  args: readonly string[],
  dataFolder: string,
): Promise<ToolRun> {
  const started = performance.now();
  const child = spawn(process.execPath, [path.join(root, `bff/src/backup/${tool}.ts`), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATA_DIR: dataFolder },
  });
  const ended = once(child, 'close');
  const output = (await Promise.all([text(child.stdout), text(child.stderr)])).join('').trim();
  await ended;
  return { code: child.exitCode, output, seconds: (performance.now() - started) / 1000 };
}

function refusal(name: string, { code, output }: ToolRun, reason: RegExp): CheckCase {
  return {
    name: `${name} is refused`,
    problems: code === 1 && reason.test(output) ? [] : [`code ${code}: ${output}`],
  };
}

/** A backup with one changed byte must change nothing. */
async function refusesDamage(folder: string, dataFolder: string): Promise<CheckCase> {
  const copy = path.join(dataFolder, 'damaged');
  await cp(folder, copy, { recursive: true });
  const file = path.join(copy, 'base.tar.zst');
  const bytes = await readFile(file);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(file, bytes);
  const run = await runTool('restore', ['--replace', copy], dataFolder);
  await rm(copy, { recursive: true });
  return refusal('a damaged backup', run, /cannot be restored/);
}

/** Every payment of the backed-up portal that is older than the backup must be there, unchanged. */
async function comparePayments(restored: Pool, original: Pool, problems: string[]): Promise<void> {
  const read = async (database: Pool) =>
    (
      await database.query<{ payment: string }>('select p::text as payment from payments p order by created')
    ).rows.map(({ payment }) => payment);
  const [found, expected] = [await read(restored), await read(original)];
  const missing = expected.slice(0, 20).filter((payment) => !found.includes(payment));
  if (missing.length > 0) problems.push(`${missing.length} payments are missing`);
  const invented = found.filter((payment) => !expected.includes(payment));
  if (invented.length > 0) problems.push(`${invented.length} payments differ`);
}
