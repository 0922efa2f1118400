import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

// Creating a database takes minutes on a busy machine.
jest.setTimeout(600_000);

let dataDir = '';
let servers: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'portal-releases-'));
  await chmod(dataDir, 0o755);
});
afterEach(() => {
  for (const server of servers) server.kill('SIGTERM');
  servers = [];
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the server as `npm start` does. The events are what happens to it first and next. */
function startServer() {
  const env = {
    ...{ DATA_DIR: dataDir, PORTAL_DIR: path.join(dataDir, 'portal'), PORT: '0', PORTAL_ENV: 'test' },
    ...{ LOG_LEVEL: 'info', DEMO_ACCOUNT: 'false', PATH: process.env.PATH },
  };
  const program = path.join(__dirname, 'server.ts');
  const server = spawn(process.execPath, [program, '--wait-for-releases'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  servers.push(server);
  let output = '';
  const { promise: isReady, resolve } = Promise.withResolvers<'ready'>();
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (data: Buffer) => {
      output += data.toString();
      if (output.includes('"msg":"ready"')) resolve('ready');
    });
  const asked = once(server, 'message').then(() => 'asked' as const);
  // After disconnect(), Node emits no "close".
  const closed = [server.stdout, server.stderr].map((stream) => stream && once(stream, 'end'));
  const ended = Promise.all([once(server, 'exit'), ...closed]).then(([[code]]) => `ended with ${code}`);
  return { server, isReady, ended, first: Promise.race([asked, isReady, ended]), output: () => output };
}

test('waits for the builds only when the data is its own, and is not ready before they are live', async () => {
  const started = startServer();
  expect(await started.first).toBe('asked');
  const second = startServer();
  expect(await second.first).toBe('ended with 1');
  expect(second.output()).toContain('Another portal already runs on the data');
  expect(started.output()).not.toContain('"msg":"ready"');
  started.server.send('done');
  expect(await Promise.race([started.isReady, started.ended])).toBe('ready');
  started.server.kill('SIGTERM');
  await started.ended;
});

test('ends when the builds cannot be made live', async () => {
  const { server, first, ended, output } = startServer();
  expect(await first).toBe('asked');
  server.disconnect();
  expect(await ended).toBe('ended with 1');
  expect(output()).toContain('The portal was not started: no builds went live.');
});
