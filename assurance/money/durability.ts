// Counts the writes that PostgreSQL forces to the disk while payments are acknowledged, and starts a second portal and a second database
// server on the same data. Needs strace and the right to trace processes; Linux only.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type CheckBff, withBff } from '../harness/bff.ts';
import type { BffClient } from '../harness/bff-client.ts';
import { addCustomer, addService, must } from '../harness/bff-customer.ts';
import { type CheckCase, reportCases, tryCase } from '../harness/report.ts';
import { type Sync, traceSyncs } from './sync-trace.ts';

const payments = 100;
const root = path.resolve(import.meta.dirname, '../..');

if (process.platform !== 'linux' || spawnSync('strace', ['--version']).status !== 0) {
  console.error('durability needs strace on Linux: apt-get install strace.');
  process.exitCode = 1;
} else
  await withBff(
    async (bff) => {
      const { client } = await addCustomer(bff.url);
      const service = await addService(client, 'voicing');
      reportCases('durability', [
        await oneAfterTheOther(bff, client, service),
        await together(bff, client, service),
        await settings(bff),
        await acknowledgedSurvive(bff, client, service),
        await secondPortal(bff),
        await secondServer(bff),
      ]);
    },
    { RATE_LIMIT_FACTOR: '1000' },
  );

/** A payment, with the whole milliseconds in which its request and its response were. Seconds since 1970. */
async function pay(client: BffClient, service_id: string) {
  const started = Date.now() / 1000;
  const { payment } = await must(client, 'POST', '/v1/finances/payments/invoices', {
    service_id,
    amount: '50.00',
    allow_duplicate: true,
  });
  return { id: String(payment.payment_id), started, ended: (Date.now() + 1) / 1000 };
}

/** Each payment is forced to the disk between its request and its response. */
async function oneAfterTheOther(
  { dataFolder }: CheckBff,
  client: BffClient,
  service: string,
): Promise<CheckCase> {
  const acknowledged: Awaited<ReturnType<typeof pay>>[] = [];
  const syncs = await traceSyncs(dataFolder, async () => {
    for (let count = 0; count < payments; count += 1) acknowledged.push(await pay(client, service));
  });
  const within = ({ started, ended }: { started: number; ended: number }) =>
    syncs.some((sync) => sync.began >= started && sync.ended <= ended);
  const without = acknowledged.filter((payment) => !within(payment)).length;
  return {
    name: `${payments} payments one after the other: ${describe(syncs)}, ${payments - without} with one before their response`,
    problems: without > 0 ? [`${without} were acknowledged before they were on the disk`] : [],
  };
}

/** Payments that are made at the same time may share one. */
async function together({ dataFolder }: CheckBff, client: BffClient, service: string): Promise<CheckCase> {
  const groups: { started: number; ended: number }[] = [];
  const syncs = await traceSyncs(dataFolder, async () => {
    for (let group = 0; group < payments / 10; group += 1) {
      const done = await Promise.all(Array.from({ length: 10 }, () => pay(client, service)));
      groups.push(...done);
    }
  });
  const without = groups.filter(
    (each) => !syncs.some(({ began, ended }) => ended <= each.ended && began >= each.started),
  ).length;
  return {
    name: `${payments} payments, ten at a time: ${describe(syncs)}`,
    problems: without > 0 ? [`${without} were acknowledged before they were on the disk`] : [],
  };
}

function describe(syncs: readonly Sync[]): string {
  const names = [...new Set(syncs.map(({ call }) => call))].join(' and ');
  return `${syncs.length} × ${names}`;
}

async function settings({ database }: CheckBff): Promise<CheckCase> {
  const wanted = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', data_checksums: 'on' };
  return tryCase(`the server has ${Object.keys(wanted).join(', ')}`, async (problems) => {
    for (const [name, value] of Object.entries(wanted)) {
      const { rows } = await database.query<Record<string, string>>(`show ${name}`);
      if (rows[0]?.[name] !== value) problems.push(`${name} is ${rows[0]?.[name]}`);
    }
  });
}

/** An immediate stop right after the last response loses none of them. */
async function acknowledgedSurvive(
  { dataFolder, database }: CheckBff,
  client: BffClient,
  service: string,
): Promise<CheckCase> {
  return tryCase(
    `${payments} acknowledged payments survive the immediate stop that follows`,
    async (problems) => {
      const paid = await Promise.all(Array.from({ length: payments }, () => pay(client, service)));
      process.kill(mainProcess(dataFolder), 'SIGQUIT');
      const ids = paid.map(({ id }) => id);
      const count = await repeated(async () => {
        const { rows } = await database.query('select from payments where payment_id = any($1)', [ids]);
        return rows.length;
      });
      if (count !== payments) problems.push(`${payments - count} are lost`);
    },
  );
}

async function repeated<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 300) throw error;
      await wait(100);
    }
  }
}

function mainProcess(dataFolder: string): number {
  return Number(readFileSync(path.join(dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

async function secondPortal({ dataFolder, url }: CheckBff): Promise<CheckCase> {
  const { code, output } = await run(process.execPath, [path.join(root, 'bff/src/server.ts')], {
    ...process.env,
    DATA_DIR: dataFolder,
    PORT: '0',
    DEMO_ACCOUNT: 'false',
  });
  const response = await fetch(`${url}/healthz`).catch(() => undefined);
  return {
    name: `a second portal on the same data is refused: ${output.trim().split('\n').at(-1)}`,
    problems: [
      ...(code === 1 && output.includes('Another portal already runs on the data')
        ? []
        : [`it ended with ${code}`]),
      ...(response?.status === 200 ? [] : ['the first portal does not respond']),
    ],
  };
}

/** PostgreSQL itself refuses a second server. It does not run as root, so it gets the account of the first one. */
async function secondServer({ dataFolder }: CheckBff): Promise<CheckCase> {
  const pid = mainProcess(dataFolder);
  const program = readlinkSync(`/proc/${pid}/exe`);
  const { uid, gid } = statSync(path.join(dataFolder, 'postgres'));
  const { code, output } = await run(
    program,
    ['-D', path.join(dataFolder, 'postgres'), '-p', '1'],
    process.env,
    { uid, gid },
  );
  const isRefused = code !== 0 && /lock file "postmaster\.pid" already exists/.test(output);
  return {
    name: `a second database server is refused: ${/FATAL:.*/.exec(output)?.[0] ?? output.slice(0, 100)}`,
    problems: isRefused ? [] : [`it ended with ${code}`],
  };
}

async function run(
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  account: { uid?: number; gid?: number } = {},
) {
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], ...account });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const overtime = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const [code]: (number | null)[] = await once(child, 'close');
  clearTimeout(overtime);
  return { code: code ?? null, output };
}
