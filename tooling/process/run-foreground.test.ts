import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const foreground = path.join(__dirname, 'run-process.ts');

/** Runs a program in the foreground of another process and returns that process. */
function runIn(code: string, args: string[] = [], onMessage = 'undefined') {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-foreground-'));
  const program = path.join(folder, 'program.cjs');
  writeFileSync(program, code);
  const script = `import { runForeground } from ${JSON.stringify(foreground)};
runForeground(${JSON.stringify(program)}, { args: ${JSON.stringify(args)}, env: { GREETING: 'hello' }, onMessage: ${onMessage} });`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script]);
  const ended = once(parent, 'exit').then(([code]) => {
    rmSync(folder, { recursive: true });
    return code;
  });
  return { parent, ended };
}

test('passes arguments and environment and returns the exit code', async () => {
  const { ended } = runIn(
    "process.exit(process.argv[2] === 'a' && process.env.GREETING === 'hello' ? 7 : 1)",
    ['a'],
  );
  expect(await ended).toBe(7);
});

test('returns a failure when the program was killed', async () => {
  const { ended } = runIn("process.kill(process.pid, 'SIGKILL')");
  expect(await ended).toBe(137);
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  'passes %s to the program and waits for its end',
  async (signal) => {
    const { parent, ended } = runIn(`
    process.on('${signal}', () => setTimeout(() => process.exit(5), 200));
    setInterval(() => undefined, 1_000);
    console.log('started');
  `);
    await once(parent.stdout, 'data');
    parent.kill(signal);
    expect(await ended).toBe(5);
  },
);

test.each([
  ['answers', 'async () => console.log("staged")', 6],
  ['ends the connection when it fails for', 'async () => { throw new Error("full disk") }', 7],
])('%s a message of the program', async (_what, onMessage, code) => {
  const { ended } = runIn(
    `
    process.once('message', () => process.exit(6));
    process.once('disconnect', () => process.exit(7));
    process.send('ready');
  `,
    [],
    onMessage,
  );
  expect(await ended).toBe(code);
});
