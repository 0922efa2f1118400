import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { runNode } from './run-process.ts';

/** Long enough for a process to stand, on a busy machine, too. */
const startSeconds = 2.5;

/** Says when it stands, and what it does with a signal. */
const script = (onSignal: string) => `
process.on('SIGTERM', () => { ${onSignal} });
setInterval(() => undefined, 1_000);
console.log('started');
`;
const slowly = script("setTimeout(() => { console.log('cleared away'); process.exit(7); }, 300)");

test('a script is run, and what it printed and how it ended is told', async () => {
  const code = "console.log('out'); console.error('err'); process.exit(3)";
  await expect(runNode(['-e', code], { cwd: __dirname })).resolves.toEqual({
    code: 3,
    stdout: 'out\n',
    stderr: 'err\n',
  });
});

test.concurrent('a process that overstays is left the time to clear away', async () => {
  const result = await runNode(['-e', slowly], { cwd: __dirname, timeoutSeconds: startSeconds });
  expect(result).toMatchObject({ code: 7, stdout: 'started\ncleared away\n' });
  expect(result.stderr).toContain(`stopped after ${startSeconds} s`);
});

test.concurrent('a process that does not end when told to is killed and has failed', async () => {
  const options = { cwd: __dirname, timeoutSeconds: startSeconds, patienceSeconds: 0.2 };
  const result = await runNode(['-e', script('')], options);
  expect(result).toMatchObject({ code: 1, stdout: 'started\n' });
});

test('who is told to end tells the processes, waits for them and starts no more', async () => {
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
  expect(readFileSync(notes, 'utf8')).toBe('startedstartedcleared awaycleared away');
  rmSync(folder, { recursive: true });
});
