import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { runNode } from './run-process.ts';

/** Long enough for a process to start on a busy machine. */
const startSeconds = 2.5;

/** Prints that it has started, and runs code on SIGTERM. */
const script = (onSignal: string) => `
process.on('SIGTERM', () => { ${onSignal} });
setInterval(() => undefined, 1_000);
console.log('started');
`;
const slowly = script("setTimeout(() => { console.log('cleaned up'); process.exit(7); }, 300)");

test('returns the output and the exit code of a script', async () => {
  const code = "console.log('out'); console.error('err'); process.exit(3)";
  await expect(runNode(['-e', code], { cwd: __dirname })).resolves.toEqual({
    code: 3,
    stdout: 'out\n',
    stderr: 'err\n',
  });
});

test.concurrent('gives a process time to clean up after the time limit', async () => {
  const result = await runNode(['-e', slowly], { cwd: __dirname, timeoutSeconds: startSeconds });
  expect(result).toMatchObject({ code: 7, stdout: 'started\ncleaned up\n' });
  expect(result.stderr).toContain(`stopped after ${startSeconds} s`);
});

test.concurrent('kills a process that ignores SIGTERM', async () => {
  const options = { cwd: __dirname, timeoutSeconds: startSeconds, patienceSeconds: 0.2 };
  const result = await runNode(['-e', script('')], options);
  expect(result).toMatchObject({ code: 1, stdout: 'started\n' });
});

test('passes SIGTERM on, waits for the processes and starts no more', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-run-process-'));
  const notes = path.join(folder, 'notes');
  writeFileSync(notes, '');
  const noting = slowly.replaceAll('console.log(', "require('node:fs').appendFileSync(process.argv[1], ");
  const parent = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { runNode } from ${JSON.stringify(path.join(__dirname, 'run-process.ts'))};
    const run = () => runNode(${JSON.stringify(['-e', noting, notes])}, { cwd: '/' });
    await Promise.all([run(), run().then(run)]);`,
  ]);
  const ended = once(parent, 'exit');
  while (readFileSync(notes, 'utf8') !== 'startedstarted') await wait(20);
  parent.kill('SIGTERM');
  expect((await ended)[0]).toBe(143);
  expect(readFileSync(notes, 'utf8')).toBe('startedstartedcleaned upcleaned up');
  rmSync(folder, { recursive: true });
});
