import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import {
  appendFile,
  chmod,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { connect } from '../database.ts';
import { rawSql, sql } from '../sql.ts';
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbedded } from './embedded.ts';

// A server starts several times in a test, which takes minutes on a busy machine.
jest.setTimeout(600_000);

let dataDir: string;
let started: Promise<EmbeddedPostgres>[] = [];
let testEnd = new AbortController();
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'portal-embedded-'));
  await chmod(dataDir, 0o755);
});
beforeEach(() => {
  testEnd = new AbortController();
});
// A failed test must leave no server behind: its supervisor would restart it forever, and Jest would never end.
afterEach(async () => {
  testEnd.abort();
  for (const result of await Promise.allSettled(started))
    if (result.status === 'fulfilled') await result.value.stop();
  started = [];
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Starts a server that stops with the test at the latest. */
function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const server = startEmbedded({ dataDir, ...options }).then((embedded) => {
    const { stop } = embedded;
    let stopped: Promise<void> | undefined;
    return Object.assign(embedded, { stop: () => (stopped ??= stop()) });
  });
  started.push(server);
  return server;
}

async function ask(url: string, statement: ReturnType<typeof sql>) {
  const database = connect({ url, poolSize: 1, timeoutSeconds: 60 });
  try {
    return await database.system.first(statement);
  } finally {
    await database.close();
  }
}

test('serves reports with a lower priority than other requests', async () => {
  const { url } = await start();
  const database = connect({ url, poolSize: 3, timeoutSeconds: 60, isEmbedded: true });
  const priorityOf = (capacity: 'general' | 'reports') =>
    database.withAccount(
      'acc_nobody',
      async (tx) => getPriority((await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`)).pid),
      capacity,
    );
  try {
    const general = await priorityOf('general');
    // The tests may run with a lower priority themselves; none is lower than 19.
    expect(await priorityOf('reports')).toBe(Math.min(19, general + 10));
  } finally {
    await database.close();
  }
});

test('keeps data over restarts and syncs it before acknowledging', async () => {
  const first = await start();
  await ask(first.ownerUrl, sql`create table kept as select 1 as row`);
  expect(await ask(first.url, sql`select current_setting('fsync') as fsync`)).toEqual({ fsync: 'on' });
  await first.stop();
  const second = await start();
  expect(await ask(second.ownerUrl, sql`select row from kept`)).toEqual({ row: 1 });
  await second.stop();
});

test('the portal’s role does not have the superuser’s password, in older data either', async () => {
  const first = await start();
  const shared = new URL(first.superuserUrl).password;
  await ask(first.superuserUrl, rawSql(`alter role portal_owner password '${shared}'`));
  await first.stop();
  const second = await start();
  expect(await ask(second.ownerUrl, sql`select current_user as role`)).toEqual({ role: 'portal_owner' });
  expect(await ask(second.url, sql`select current_user as role`)).toEqual({ role: 'portal_server' });
  const asSuperuser = new URL(second.ownerUrl);
  asSuperuser.username = 'postgres';
  await expect(ask(asSuperuser.href, sql`select 1`)).rejects.toThrow(/refuses the user or the password/);
  const withShared = new URL(second.ownerUrl);
  withShared.password = shared;
  await expect(ask(withShared.href, sql`select 1`)).rejects.toThrow(/refuses the user or the password/);
  await second.stop();
});

test('refuses a second portal on the same data but lets a tool share it', async () => {
  const portal = await start();
  await expect(start()).rejects.toThrow(/Another portal already runs .* DATA_DIR/);
  const tool = await start({ share: true });
  expect(tool.url).toBe(portal.url);
  await tool.stop();
  expect(await ask(portal.url, sql`select 1 as alive`)).toEqual({ alive: 1 });
  await portal.stop();
});

test('takes over a server that a killed portal left running', async () => {
  const program = `
    const { startEmbedded } = await import(${JSON.stringify(path.join(__dirname, 'embedded.ts'))});
    const { url } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} });
    console.log(url);
    process.kill(process.pid, 'SIGKILL');`;
  const killed = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]).catch(
    (error: { stdout: string }) => error,
  );
  const next = await start();
  expect(next.url).toBe(killed.stdout.trim());
  await next.stop();
});

test('starts despite the pid file of a server that is gone', async () => {
  const lines = [process.pid, path.join(dataDir, 'postgres'), 0, 1, '', '127.0.0.1', '', 'ready', ''];
  await writeFile(path.join(dataDir, 'postgres', 'postmaster.pid'), lines.join('\n'));
  const server = await start();
  expect(await ask(server.url, sql`select 1 as alive`)).toEqual({ alive: 1 });
  await server.stop();
});

test('a command recognizes the server of a database that is a link to another disk', async () => {
  const postgres = path.join(dataDir, 'postgres');
  const elsewhere = path.join(dataDir, 'elsewhere');
  await rename(postgres, elsewhere);
  await symlink('elsewhere', postgres);
  const portal = await start();
  const tool = await start({ share: true });
  expect(tool.url).toBe(portal.url);
  await tool.stop();
  await portal.stop();
  await rm(postgres);
  await rename(elsewhere, postgres);
});

test('a killed server runs again on its port with its data, without a restart of the portal', async () => {
  const events: string[] = [];
  const portal = await start({ report: (event) => events.push(event) });
  const database = connect({ url: portal.ownerUrl, poolSize: 2, timeoutSeconds: 60 });
  await database.system.run(sql`create table surviving as select 1 as row`);
  for (let round = 1; round <= 2; round += 1) {
    const pidFile = await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL');
    await until(() => events.filter((event) => event.endsWith('runs again')).length === round);
    expect(await database.system.first(sql`select row from surviving`)).toEqual({ row: 1 });
  }
  await expect(start()).rejects.toThrow(/Another portal already runs/);
  await database.close();
  await portal.stop();
});

test('the portal follows a server that starts on another port because a program has taken its own', async () => {
  const events: string[] = [];
  const portal = await start({ report: (event) => events.push(event) });
  const database = connect({ url: () => portal.url, poolSize: 2, timeoutSeconds: 60 });
  const before = Number(new URL(portal.url).port);
  const postgres = path.join(dataDir, 'postgres');
  const control = path.join(postgres, 'global', 'pg_control');
  const pid = Number((await readFile(path.join(postgres, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  // The server cannot start before the other program has its port.
  await rename(control, `${control}.away`);
  process.kill(pid, 'SIGKILL');
  const program = createServer();
  const listens = () => program.listening;
  program.on('error', () => undefined);
  try {
    await until(() => {
      if (!listens()) program.listen(before, '127.0.0.1');
      return listens();
    });
    await rename(`${control}.away`, control);
    await until(() => events.at(-1) === 'the embedded PostgreSQL runs again');
    expect(Number(new URL(portal.url).port)).not.toBe(before);
    expect(await database.system.first(sql`select 1 as alive`)).toEqual({ alive: 1 });
  } finally {
    program.close();
    await database.close();
    await portal.stop();
  }
});

test('tries until the server can start again, and stops trying when the portal stops', async () => {
  const events: string[] = [];
  const portal = await start({ report: (event) => events.push(event) });
  const postgres = path.join(dataDir, 'postgres');
  const control = path.join(postgres, 'global', 'pg_control');
  const pid = Number((await readFile(path.join(postgres, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  // Like a full disk: the server cannot start until this is undone.
  await rename(control, `${control}.away`);
  process.kill(pid, 'SIGKILL');
  await until(() => events.filter((event) => event.endsWith('does not start')).length >= 2);
  await rename(`${control}.away`, control);
  await until(() => events.at(-1) === 'the embedded PostgreSQL runs again');
  expect(await ask(portal.url, sql`select 1 as alive`)).toEqual({ alive: 1 });
  await portal.stop();
  expect(events.filter((event) => event.endsWith('has ended'))).toHaveLength(1);
});

/** Waits until the condition holds or the test has exceeded its limit. */
async function until(condition: () => boolean): Promise<void> {
  const { signal } = testEnd;
  while (!condition() && !signal.aborted) await sleep(20);
}

// Mounting needs root with that right, which containers withhold.
const withMounts = canMount() ? test : test.skip;

withMounts(
  'a full disk is named while the server cannot start; it runs again when space is freed',
  async () => {
    const disk = await mkdtemp(path.join(tmpdir(), 'portal-full-disk-'));
    mount(disk, '192m');
    try {
      const reports: string[] = [];
      const report = (event: string, error?: unknown) => reports.push(`${event}: ${error}`);
      const portal = await start({ dataDir: disk, report });
      await ask(portal.ownerUrl, sql`create table stored as select 1 as row`);
      const filler = path.join(disk, 'filler');
      await fill(filler);
      // Each switch uses up a file of the write-ahead log. The server ends when it needs a new one.
      const isNamed = () =>
        reports.some((line) => line.includes(`Its disk is full: 0 MiB are free in ${disk}`));
      while (!isNamed() && !testEnd.signal.aborted) {
        const written = sql`select pg_logical_emit_message(true, 'test', 'full'), pg_switch_wal()`;
        await ask(portal.superuserUrl, written).catch(() => undefined);
        await sleep(20);
      }
      expect(reports.filter((line) => line.includes(disk))).not.toEqual([]);
      await rm(filler);
      await until(() => reports.at(-1)?.startsWith('the embedded PostgreSQL runs again') === true);
      expect(await ask(portal.ownerUrl, sql`select count(*) as rows from stored`)).toEqual({ rows: 1 });
      await portal.stop();
    } finally {
      await promisify(execFile)('umount', ['--lazy', disk]);
      await rm(disk, { recursive: true });
    }
  },
);

function mount(folder: string, size: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder], { stdio: 'ignore' });
}

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-mount-'));
  try {
    mount(folder, '1m');
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}

/** Writes a file until the disk has no space left. */
async function fill(file: string): Promise<void> {
  const { blocks, bsize } = await statfs(path.dirname(file));
  if (blocks * bsize > 1024 ** 3) throw new Error(`${file} is not on a small disk`);
  for (const size of [1024 * 1024, 4096]) {
    const zeros = Buffer.alloc(size);
    let isFull = false;
    while (!isFull)
      await appendFile(file, zeros).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error;
        isFull = true;
      });
  }
}

// Only root needs another account for the server.
const asRoot = process.getuid?.() === 0 ? test : test.skip;

asRoot('runs in a folder that only root may enter, and leaves it closed', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'portal-closed-'));
  await chmod(home, 0o700);
  const closed = path.join(home, 'var');
  const server = await start({ dataDir: closed });
  expect(await ask(server.url, sql`select 1 as alive`)).toEqual({ alive: 1 });
  expect((await stat(home)).mode & 0o777).toBe(0o700);
  const pidFile = await readFile(path.join(closed, 'postgres', 'postmaster.pid'), 'utf8');
  const status = await readFile(`/proc/${pidFile.split('\n')[0]}/status`, 'utf8');
  expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe('0');
  expect(/^CapBnd:\s+(\w+)/m.exec(status)?.[1]).toMatch(/^0+[24]$/);
  await server.stop();
  await rm(home, { recursive: true, force: true });
});

test('refuses data of another major version with a readable message', async () => {
  await writeFile(path.join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  await expect(start()).rejects.toThrow(/holds data of PostgreSQL 17/);
});
