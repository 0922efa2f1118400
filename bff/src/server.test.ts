import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

// Creating a database takes minutes on a busy machine.
jest.setTimeout(600_000);

let dataDir = '';
let server: ChildProcess | undefined;
let testEnd = new AbortController();

beforeEach(async () => {
  testEnd = new AbortController();
  dataDir = await mkdtemp(path.join(tmpdir(), 'portal-server-'));
  await chmod(dataDir, 0o755);
});
afterEach(async () => {
  // Waits of a test that has exceeded its limit must not keep Jest from ending.
  testEnd.abort();
  server?.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

function startServer(settings: Record<string, string> = {}): { ended: Promise<number | null> } {
  const env = {
    ...{ DATA_DIR: dataDir, PORT: '0', PORTAL_ENV: 'test', LOG_LEVEL: 'info', PATH: process.env.PATH },
    ...settings,
  };
  const child = spawn(process.execPath, [path.join(__dirname, 'server.ts')], { env, stdio: 'ignore' });
  server = child;
  return { ended: new Promise((resolve) => child.once('exit', resolve)) };
}

const mark = () => path.join(dataDir, 'postgres/postmaster.pid');

/** Waits until `find` returns a value; the end of the test interrupts it. */
async function until<Value>(find: () => Promise<Value | undefined> | Value | undefined): Promise<Value> {
  const { signal } = testEnd;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    await wait(5, undefined, { signal });
  }
}

/** Returns the id of the database's process once its pid file says what the test waits for. */
function databaseServer(isThere: (lines: string[]) => boolean): Promise<number> {
  return until(() => {
    const lines = existsSync(mark()) ? readFileSync(mark(), 'utf8').split('\n') : [];
    return lines.length > 1 && isThere(lines) ? Number(lines[0]) : undefined;
  });
}

/** The database may stop after the portal; it removes its pid file last. */
function untilDatabaseStopped(): Promise<true> {
  return until(() => !existsSync(mark()) || undefined);
}

test.each<[string, (lines: string[]) => boolean]>([
  ['the database is still starting', () => true],
  ['the database is ready and the portal is not', (lines) => lines[7]?.trim() === 'ready'],
])('a signal while %s stops the portal in order, database included', async (_when, isThere) => {
  const { ended } = startServer();
  const database = await databaseServer(isThere);
  server?.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(() => process.kill(database, 0)).toThrow('ESRCH');
  expect(existsSync(mark())).toBe(false);
});

test.each<[string, (lines: string[]) => boolean]>([
  ['is still starting', () => true],
  ['is being prepared', (lines) => lines[7]?.trim() === 'ready'],
])(
  'a second signal while the database %s ends the start and leaves no database running',
  async (_when, isThere) => {
    const { ended } = startServer();
    await databaseServer(isThere);
    server?.kill('SIGTERM');
    server?.kill('SIGINT');
    await ended;
    await untilDatabaseStopped();
  },
);

test('a Ctrl-C that comes from the terminal and from the programs before it stops the portal once', async () => {
  const { ended } = startServer();
  await databaseServer((lines) => lines[7]?.trim() === 'ready');
  for (let count = 0; count < 3; count += 1) {
    server?.kill('SIGINT');
    // Signals that wait together are one: the process has to receive each.
    await wait(50);
  }
  expect(await ended).toBe(0);
  expect(existsSync(mark())).toBe(false);
});

test('still serves requests while it drains, and asks clients to end their connections', async () => {
  const port = await freePort();
  startServer({ PORT: String(port), DRAIN_SECONDS: '300' });
  const health = () => fetch(`http://127.0.0.1:${port}/healthz`);
  await until(async () => (await health().catch(() => undefined))?.ok || undefined);
  server?.kill('SIGTERM');
  await until(async () => {
    const response = await health();
    expect(response.status).toBe(200);
    return response.headers.get('connection') === 'close' || undefined;
  });
  // Each opens a connection, which a server that closes already refuses.
  for (let count = 0; count < 20; count += 1) expect((await health()).status).toBe(200);
  // The same signal could be the same stop.
  server?.kill('SIGINT');
  await untilDatabaseStopped();
});

test('stops in order after it has drained', async () => {
  const port = await freePort();
  const { ended } = startServer({ PORT: String(port), DRAIN_SECONDS: '1' });
  await until(
    async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)) || undefined,
  );
  const signaled = performance.now();
  server?.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(performance.now() - signaled).toBeGreaterThan(999);
  expect(existsSync(mark())).toBe(false);
});

test('a request whose body never arrives does not keep the portal from stopping in order', async () => {
  const port = await freePort();
  const { ended } = startServer({ PORT: String(port) });
  await until(
    async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)) || undefined,
  );
  const slow = connect(port, '127.0.0.1').on('error', () => undefined);
  const head = ['POST /v1/users/login HTTP/1.1', 'Host: portal', 'Content-Type: application/json'];
  slow.write([...head, 'Content-Length: 100', 'Expect: 100-continue', '', ''].join('\r\n'));
  // The server asks for the body.
  await once(slow, 'data');
  server?.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(existsSync(mark())).toBe(false);
});

test.each<[string, Record<string, string>]>([
  ['for its keys', {}],
  ['for its database', { SECRETS_KEY: Buffer.alloc(32, 1).toString('base64') }],
  ['because it cannot be created', { DATA_DIR: '/proc/portal' }],
])('says in a sentence that it cannot use DATA_DIR %s', async (_what, settings) => {
  const env = { PATH: process.env.PATH, PORTAL_ENV: 'test', PORT: '0', DATA_DIR: __filename, ...settings };
  const program = path.join(__dirname, 'server.ts');
  const { code, stderr } = await promisify(execFile)(process.execPath, [program], { env }).catch(
    (error) => error,
  );
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^DATA_DIR \S+ cannot be written \((ENOTDIR|ENOENT).*\)\. .*\n$/),
  ]);
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
