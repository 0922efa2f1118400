import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { startEmbedded } from './database/embedded/embedded.ts';

// Creating a database takes minutes on a busy machine.
jest.setTimeout(300_000);

let dataDir = '';
let children: ChildProcess[] = [];
let testEnd = new AbortController();

beforeEach(async () => {
  testEnd = new AbortController();
  dataDir = await mkdtemp(path.join(tmpdir(), 'portal-commands-'));
  await chmod(dataDir, 0o755);
});
afterEach(async () => {
  testEnd.abort();
  for (const child of children) child.kill('SIGKILL');
  children = [];
  if (existsSync(mark())) process.kill(databasePid(), 'SIGQUIT');
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const mark = () => path.join(dataDir, 'postgres/postmaster.pid');
const databasePid = () => Number(readFileSync(mark(), 'utf8').split('\n')[0]);

function start(args: string[], settings: Record<string, string> = {}) {
  const env = { DATA_DIR: dataDir, PORTAL_ENV: 'test', PATH: process.env.PATH, ...settings };
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  children.push(child);
  return child;
}

const createDatabase = async () => (await startEmbedded({ dataDir })).stop();

/** A command of the staff that works with the database until `end`, which returns its exit code and errors. */
async function startCommand() {
  const module = JSON.stringify(path.join(__dirname, 'staff/open-portal.ts'));
  const program = `
    const { withDatabase } = await import(${module});
    const { once } = await import('node:events');
    await withDatabase(async (database) => {
      const alive = () => database.system.one({ text: 'select 1 as alive', values: [] });
      await alive();
      console.log('works');
      await once(process.stdin.resume(), 'end');
      await alive();
    });`;
  const child = start(['--input-type=module', '-e', program]);
  const errors = text(child.stderr);
  const ended = once(child, 'close');
  const works = once(child.stdout, 'data').then(([output]) => String(output).trim());
  return {
    works: await Promise.race([works, ended.then(() => errors)]),
    end: async () => {
      child.stdin.end();
      const [code] = await ended;
      return [code, await errors];
    },
  };
}

async function startPortal() {
  const port = await freePort();
  const child = start([path.join(__dirname, 'server.ts')], { PORT: String(port), LOG_LEVEL: 'info' });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, 'close');
  // This page reads the database. /readyz also waits for a front end.
  const isReady = async () =>
    (await fetch(`http://127.0.0.1:${port}/dev/mail`).catch(() => undefined))?.status === 200;
  return {
    isReady,
    /** Waits until it is ready. Throws if it ends before. */
    ready: () =>
      Promise.race([
        until(isReady),
        ended.then(async () => Promise.reject(new Error((await output).join('')))),
      ]),
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    stop: async () => {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  const { signal } = testEnd;
  while (!(await holds())) await wait(20, undefined, { signal });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const done = [0, ''];

test('a command creates no database in a folder that has none, such as a wrong one', async () => {
  const command = await startCommand();
  expect(command.works).toContain(
    `There is no database in ${dataDir}: start the portal once, or set DATA_DIR.`,
  );
  expect(readdirSync(dataDir)).toEqual([]);
});

test('commands without a portal share one server, which the last of them stops', async () => {
  await createDatabase();
  const [first, second] = await Promise.all([startCommand(), startCommand()]);
  expect([first.works, second.works]).toEqual(['works', 'works']);
  const database = databasePid();
  expect(await first.end()).toEqual(done);
  const third = await startCommand();
  expect(databasePid()).toBe(database);
  expect(await second.end()).toEqual(done);
  expect(await third.end()).toEqual(done);
  expect(existsSync(mark())).toBe(false);
  expect(() => process.kill(database, 0)).toThrow('ESRCH');
});

test('a portal starts while a command runs, and stays ready when the command ends', async () => {
  await createDatabase();
  const command = await startCommand();
  const database = databasePid();
  const portal = await startPortal();
  await portal.ready();
  expect(await command.end()).toEqual(done);
  expect(await portal.isReady()).toBe(true);
  const another = await startCommand();
  expect(databasePid()).toBe(database);
  expect(await portal.stop()).toBe(0);
  expect(await another.end()).toEqual(done);
  expect(existsSync(mark())).toBe(false);
});

test('a portal whose database was killed is ready while a command runs that started it', async () => {
  const portal = await startPortal();
  await portal.ready();
  const killed = databasePid();
  // While the portal is stopped, the command is the one that starts the database.
  portal.signal('SIGSTOP');
  process.kill(killed, 'SIGKILL');
  const command = await startCommand();
  expect(command.works).toBe('works');
  expect(databasePid()).not.toBe(killed);
  portal.signal('SIGCONT');
  await portal.ready();
  expect(await command.end()).toEqual(done);
  expect(await portal.isReady()).toBe(true);
  expect(await portal.stop()).toBe(0);
  expect(existsSync(mark())).toBe(false);
});
