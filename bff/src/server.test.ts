import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

let dataDir = '';
let server: ChildProcess | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'portal-server-'));
  await chmod(dataDir, 0o755);
});
afterEach(async () => {
  server?.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

function startServer(): { ended: Promise<number | null> } {
  const env = { DATA_DIR: dataDir, PORT: '0', PORTAL_ENV: 'test', LOG_LEVEL: 'info', PATH: process.env.PATH };
  const child = spawn(process.execPath, [path.join(__dirname, 'server.ts')], { env, stdio: 'ignore' });
  server = child;
  return { ended: new Promise((resolve) => child.once('exit', resolve)) };
}

const mark = () => path.join(dataDir, 'postgres/postmaster.pid');

async function databaseServer(isThere: (lines: string[]) => boolean): Promise<number> {
  for (;;) {
    const lines = existsSync(mark()) ? readFileSync(mark(), 'utf8').split('\n') : [];
    if (lines.length > 1 && isThere(lines)) return Number(lines[0]);
    await wait(5);
  }
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
    // The database stops without the portal now; it removes its pid file last.
    while (existsSync(mark())) await wait(20);
  },
);
