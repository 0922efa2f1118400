// Uses the portal while the disk of the database is full, and after space is freed: a disk with all data, one with the
// write-ahead log only, and one with all data but that. Needs root, because it mounts small disks.
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { waitFor } from '@portal/testbed/runner/concurrency';
import { type CheckBff, withBff } from '../harness/bff.ts';
import { type CheckCase, reportCases, tryCase } from '../harness/report.ts';
import { examineDatabase, lostPayments } from './database-integrity.ts';
import { canMount, mountSmallDisk, moveToDisk, type SmallDisk } from './small-disk.ts';
import { addCustomers, isDone, isRefusedProperly, percentile, statusesOf, Traffic } from './traffic.ts';

const targets = { longestMs: 10_000, recoveryMs: 10_000 };
/** How long the disk stays full after the first failure. */
const fullMs = 20_000;
const quietMs = 5_000;
const users = 4;
const settings = {
  // Writes the log as JSON.
  PORTAL_ENV: 'staging',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  RATE_LIMIT_FACTOR: '100000',
};

if (canMount())
  reportCases(
    'disk-full',
    [await withFullData(), await withFullLog(), await withFullTables()],
    [
      `${users} customers without a pause; targets: failures are 503 with Retry-After after at most ${targets.longestMs / 1000} s, everything works ${targets.recoveryMs / 1000} s after space is freed without a restart of the portal, no acknowledged payment is lost, no page or index is damaged`,
    ],
  );
else {
  console.error('disk-full cannot run: it mounts small file systems, which only root may do, on Linux.');
  process.exitCode = 1;
}

async function withFullData(): Promise<CheckCase> {
  using disk = mountSmallDisk(256);
  const env = { ...settings, DATA_DIR: disk.folder };
  return await withBff((bff) => useWhileFull('all data', bff, disk), env);
}

async function withFullLog(): Promise<CheckCase> {
  using disk = mountSmallDisk(128);
  return await withFolder(async (dataFolder) => {
    const env = { ...settings, DATA_DIR: dataFolder };
    await withBff(async () => undefined, env);
    await moveToDisk(logOf(dataFolder), path.join(disk.folder, 'pg_wal'));
    return withBff((bff) => useWhileFull('the write-ahead log', bff, disk), env);
  });
}

async function withFullTables(): Promise<CheckCase> {
  using disk = mountSmallDisk(256);
  return await withFolder(async (folder) => {
    const env = { ...settings, DATA_DIR: disk.folder };
    await withBff(async () => undefined, env);
    await moveToDisk(logOf(disk.folder), path.join(folder, 'pg_wal'));
    return withBff((bff) => useWhileFull('all data but the write-ahead log', bff, disk), env);
  });
}

function logOf(dataFolder: string): string {
  return path.join(dataFolder, 'postgres/pg_wal');
}

/** Calls `work` with a folder on an ordinary disk. */
async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-disk-full-'));
  // The database runs as another user.
  await chmod(folder, 0o755);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Uses the portal before, while and after the disk is full. */
async function useWhileFull(what: string, bff: CheckBff, disk: SmallDisk): Promise<CheckCase> {
  const customers = await addCustomers(bff, bff.url, users);
  const traffic = new Traffic(bff.url);
  const { samples } = traffic;
  for (const customer of customers) traffic.use(customer);
  await wait(quietMs);
  const full = performance.now();
  disk.fill();
  await waitFor(
    'no request failed',
    async () => {
      // The rest of a file of the write-ahead log, and spare files, are reserved already; the next one needs space.
      if (disk.has(logOf(bff.dataFolder)))
        await bff.database.query('select pg_switch_wal()').catch(() => undefined);
      return samples.find((sample) => !isDone(sample));
    },
    120,
  );
  await wait(fullMs);
  disk.free();
  const freed = performance.now();
  const paid = () => samples.some((one) => one.started > freed && one.payment !== undefined);
  await waitFor('no payment after space was freed', async () => paid() || undefined, 120);
  await wait(targets.recoveryMs);
  await traffic.stop();

  const failed = samples.filter((sample) => !isDone(sample));
  const recovery = Math.max(0, ...failed.map(({ started, time }) => started + time - freed));
  const acknowledged = samples.flatMap(({ payment }) => payment ?? []);
  const longest = percentile(samples, 1);
  const kindsDone = (['read', 'login', 'payment'] as const).map((kind) => {
    const during = samples.filter((one) => one.kind === kind && one.started > full && one.started < freed);
    return `${during.filter(isDone).length} of ${during.length} × ${kind}`;
  });
  const figures = [
    `full for ${seconds(freed - full)}: ${kindsDone.join(', ')} succeed`,
    `${failed.length} refused, longest ${seconds(longest)}`,
    `everything works ${seconds(recovery)} after space was freed`,
  ];
  const { problems } = await tryCase(what, async (found) => {
    const wrong = failed.filter((sample) => !isRefusedProperly(sample));
    if (samples.some((one) => one.started + one.time < full && !isDone(one)))
      found.push('failures before the disk was full');
    if (wrong.length > 0) found.push(`failures without 503 and Retry-After: ${statusesOf(wrong)}`);
    if (longest > targets.longestMs) found.push('a request hung');
    if (recovery > targets.recoveryMs) found.push('requests failed too long after space was freed');
    const lost = await lostPayments(bff.database, acknowledged);
    figures.push(`${lost} of ${acknowledged.length} acknowledged payments are lost`);
    if (lost > 0) found.push('acknowledged payments are lost');
    const { indexes, tables, damages } = await examineDatabase(bff.database);
    figures.push(`${tables} tables and ${indexes} indexes examined`);
    found.push(...damages, ...problemsOfLog(bff));
  });
  return { name: `${what}: ${figures.join('; ')}`, problems };
}

/** The portal's log names the reason. */
function problemsOfLog({ outputFile }: CheckBff): string[] {
  // 53100 is PostgreSQL's code of a full disk.
  const names = /"53100"|disk is full/i.test(readFileSync(outputFile, 'utf8'));
  return names ? [] : ['the log does not name the full disk'];
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
