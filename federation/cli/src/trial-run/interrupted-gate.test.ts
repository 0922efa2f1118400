import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

let folder = '';
/** Gets a connection from each server of a trial run, which ends with it. */
const watch = createServer();

/** Serves no page. When it is asked to stop, it takes a moment. */
const serverProgram = `import { connect } from 'node:net';
const socket = connect(Number(process.env.WATCH_PORT), '127.0.0.1', () => socket.write('started '));
socket.resume().on('close', () => process.exit(1));
process.once('SIGTERM', () => setTimeout(() => socket.end('stopped', () => process.exit(0)), 300));`;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-interrupted-'));
  writeFileSync(path.join(folder, 'server.mjs'), serverProgram);
  await once(watch.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  watch.close();
  rmSync(folder, { recursive: true });
});

/** A gate whose server is starting. */
async function startingGate() {
  const address = watch.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const settings = {
    facts: { server: 'server.mjs', trial_run: { environment: { WATCH_PORT: String(port) } } },
    root: folder,
    dataFolder: folder,
    environment: {},
  };
  const script = `import { openBackend } from ${JSON.stringify(path.join(__dirname, 'backend.ts'))};
await openBackend(${JSON.stringify(settings)}, { folder: '', publicKey: '' });`;
  const gate = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
  const [server]: Socket[] = await once(watch, 'connection');
  if (server === undefined) throw new Error('the server has no connection');
  return { gate, server };
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('ends its server before itself on %s', async (signal) => {
  const { gate, server } = await startingGate();
  const ended = once(gate, 'exit');
  gate.kill(signal);
  // Ctrl-C arrives twice: from the terminal and from the process that started this one.
  gate.kill(signal);
  expect(await text(server)).toBe('started stopped');
  expect(await ended).toEqual([128 + constants.signals[signal], null]);
});

test('its server ends when it was killed', async () => {
  const { gate, server } = await startingGate();
  gate.kill('SIGKILL');
  expect(await text(server)).toBe('started stopped');
});
