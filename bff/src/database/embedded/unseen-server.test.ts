import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts';
import { readPidFile, removeLeftPidFile } from './pid-file.ts';
import { beginRestore } from './restores.ts';

// Creating a database takes minutes on a busy machine.
jest.setTimeout(300_000);

let dataDir = '';
let holders: ChildProcess[] = [];
let started: EmbeddedPostgres[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'portal-unseen-'));
  await chmod(dataDir, 0o755);
});
afterEach(async () => {
  for (const holder of holders) holder.kill('SIGKILL');
  for (const server of started) await server.stop();
  [holders, started] = [[], []];
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const inData = (...names: string[]) => path.join(dataDir, ...names);

async function start(share = false): Promise<EmbeddedPostgres> {
  const settings = { fsync: 'off', shared_buffers: '16MB' };
  const server = await startEmbedded({ dataDir, share, settings });
  started.unshift(server);
  return server;
}

/** Holds the lock of the data folder as the server of another container does. */
async function holdLock(): Promise<ChildProcess> {
  const holder = spawn('sh', [
    '-c',
    'exec 3>>"$0"; flock -x 3; echo held; exec cat',
    inData('postgres.lock'),
  ]);
  holders.push(holder);
  await once(holder.stdout, 'data');
  return holder;
}

const isLocked = () => spawnSync('flock', ['-n', inData('postgres.lock'), 'true']).status === 1;

const refused = /in use by a process that cannot be seen from here, such as one in another container/;
const withLocks = spawnSync('flock', ['--version']).error === undefined ? test : test.skip;

withLocks(
  'a start and a restore refuse data that a process uses which they cannot see, and change nothing',
  async () => {
    await (await start()).stop();
    const pidFile = [process.pid, inData('postgres'), 0, 1, '', '127.0.0.1', '', 'ready', ''].join('\n');
    await writeFile(inData('postgres', 'postmaster.pid'), pidFile);
    const mark = '999999999-1-aaaaaaaa';
    await writeFile(inData('postgres-users', mark), '');
    await mkdir(inData('postgres.restoring', mark), { recursive: true });
    const holder = await holdLock();

    await expect(start()).rejects.toThrow(refused);
    await expect(beginRestore(dataDir)).rejects.toThrow(refused);
    expect(await readFile(inData('postgres', 'postmaster.pid'), 'utf8')).toBe(pidFile);
    expect(existsSync(inData('postgres-users', mark))).toBe(true);
    expect(existsSync(inData('postgres.restoring', mark))).toBe(true);

    const starting = start();
    holder.stdin?.end();
    await starting;
    expect(existsSync(inData('postgres-users', mark))).toBe(false);
  },
);

withLocks('the server and a restore hold the lock until they end', async () => {
  const first = await start();
  expect(isLocked()).toBe(true);
  await first.stop();
  expect(isLocked()).toBe(false);
  const { end } = await beginRestore(dataDir);
  expect(isLocked()).toBe(true);
  await end();
  expect(isLocked()).toBe(false);
});

const mayUnshare = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0;

(mayUnshare ? withLocks : test.skip)(
  'a command and a second portal in another container leave the server of the first one alone',
  async () => {
    await start();
    const pidFile = await readFile(inData('postgres', 'postmaster.pid'), 'utf8');
    const startInContainer = async (share: boolean) => {
      const program = `
        const { startEmbedded } = await import(${JSON.stringify(path.join(__dirname, 'embedded.ts'))});
        await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, share: ${share} })
          .then(({ stop }) => stop(), ({ message }) => console.log(message));`;
      const container = ['--pid', '--ipc', '--fork', '--kill-child', '--mount-proc'];
      const node = [process.execPath, '--input-type=module', '-e', program];
      return (await promisify(execFile)('unshare', [...container, ...node])).stdout;
    };
    const outputs = await Promise.all([true, false].map(startInContainer));
    expect(outputs).toEqual([expect.stringMatching(refused), expect.stringMatching(refused)]);
    expect(await readFile(inData('postgres', 'postmaster.pid'), 'utf8')).toBe(pidFile);
    expect((await start(true)).url).toBe(started.at(-1)?.url);
  },
);

(process.platform === 'linux' ? test : test.skip)(
  'the pid file of a live PostgreSQL is only removed under the lock, which shows that it serves other data',
  async () => {
    await start();
    const { pid } = (await readPidFile(inData('postgres'))) ?? {};
    await mkdir(inData('other'));
    await writeFile(inData('other', 'postmaster.pid'), `${pid}\n`);
    await removeLeftPidFile(inData('other'), { isLocking: false });
    expect(await readPidFile(inData('other'))).toMatchObject({ pid });
    await removeLeftPidFile(inData('other'), { isLocking: true });
    expect(await readPidFile(inData('other'))).toBeUndefined();
  },
);
