import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type RestartedProgram, restartedProgram } from './restarted-program.ts';

/** Records its start and stop. It needs a moment to stop; a second signal ends it early. */
const patient = `
const note = (line) => require('node:fs').appendFileSync(process.argv[1], line + '\\n');
let isStopping = false;
process.on('SIGTERM', () => {
  if (isStopping) { note('ended early'); process.exit(1); }
  isStopping = true;
  setTimeout(() => { note('stopped'); process.exit(0); }, 600);
});
setInterval(() => undefined, 1_000);
note('started');
`;

const onEnd = jest.fn();
const onStopped = jest.fn();
let folder = '';
let program: RestartedProgram;

const notes = () => readFileSync(path.join(folder, 'notes'), 'utf8').trim().split('\n');

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await wait(20);
}

function startProgram(code: string): void {
  const start = () => spawn(process.execPath, ['-e', code, path.join(folder, 'notes')]);
  program = restartedProgram({ start, onEnd, onStopped });
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-restarted-'));
  appendFileSync(path.join(folder, 'notes'), '');
  jest.clearAllMocks();
});
afterEach(async () => {
  if (onStopped.mock.calls.length === 0) program.stop('SIGKILL');
  await until(() => onStopped.mock.calls.length > 0);
  rmSync(folder, { recursive: true });
});

test('restarts once and without a second signal when restart is called twice', async () => {
  startProgram(patient);
  await until(() => notes().length === 1 && notes()[0] === 'started');
  program.restart();
  await wait(50);
  program.restart();
  await until(() => notes().length === 3);
  expect(notes()).toEqual(['started', 'stopped', 'started']);
  expect(onEnd).not.toHaveBeenCalled();
});

test('starts again after the program was killed', async () => {
  startProgram("process.kill(process.pid, 'SIGKILL')");
  await until(() => onEnd.mock.calls.length === 1);
  program.restart();
  await until(() => onEnd.mock.calls.length === 2);
  program.stop('SIGTERM');
  expect(onStopped).toHaveBeenCalledTimes(1);
});

test('does not start again when it is stopped during a restart', async () => {
  startProgram(patient);
  await until(() => notes()[0] === 'started');
  program.restart();
  program.stop('SIGTERM');
  await until(() => onStopped.mock.calls.length === 1);
  expect(notes()).toEqual(['started', 'stopped']);
});
