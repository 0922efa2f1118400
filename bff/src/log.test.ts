import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { sql } from './database/sql.ts';
import { createLog } from './log.ts';
import { testPortal } from './testing/test-portal.ts';

const lines: string[] = [];
const log = createLog('info', { to: { write: (line) => lines.push(line) } });
const portal = testPortal({ LOG_LEVEL: 'info' }, { log });
const entered = 'Ann Tamm, Pikk 1';

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

/** Fails in the database, which quotes the text. */
const fail = () => portal.database.system.run(sql`select ${entered}::inet`);

test('logs code and routine of a database error, and nothing that a customer has entered', async () => {
  const error = await fail().catch((thrown: unknown) => thrown);
  expect(String(error)).toContain(entered);
  lines.length = 0;
  log.error({ err: error }, 'request failed');
  log.error({ err: new Error('the job failed', { cause: error }) }, 'wrapped');
  log.error({ err: new Error(`failed: ${error}`, { cause: error }) }, 'quoted');
  const database = { code: '22P02', routine: expect.any(String) };
  const [plain, wrapped, quoted] = lines.splice(0).map((line) => JSON.parse(line));
  expect(plain.err).toEqual({ type: 'error', database });
  expect(wrapped.err).toEqual({ type: 'Error', message: 'the job failed', database });
  expect(quoted.err).toEqual({ type: 'Error', database });
});

test('logs an error of a worker of pg-boss, which is a copy, likewise', async () => {
  const error: unknown = await fail().catch((thrown: unknown) => thrown);
  const { message, stack } = Object(error);
  lines.length = 0;
  log.error({ err: { ...Object(error), message, stack, queue: 'mail', worker: 'w1' } }, 'queue');
  const database = { code: '22P02', routine: expect.any(String) };
  expect(JSON.parse(lines.splice(0).join('')).err).toEqual({ type: 'error', database });
});

test('logs where a parsed value is wrong, and not the value', () => {
  const schema = v.object({ mail: v.object({ minutes: v.number() }) });
  const parse = () => v.parse(schema, { mail: { minutes: entered } });
  const error = thrownBy(parse);
  log.error({ err: error }, 'job failed');
  log.error({ err: new Error('the job failed', { cause: error }) }, 'wrapped');
  const logged = lines.splice(0);
  expect(logged.join('')).not.toContain('Ann');
  const [plain, wrapped] = logged.map((line) => JSON.parse(line).err);
  const stack = expect.stringMatching(/^at .*log\.test\.ts/s);
  const invalid = [{ path: 'mail.minutes', expected: 'number' }];
  expect(plain).toEqual({ type: 'ValiError', invalid, stack });
  expect(wrapped).toEqual({ type: 'Error', message: 'the job failed', invalid, stack });
});

test('logs a duplicate without the row that it repeats', async () => {
  const error = await portal.database.system
    .run(sql`insert into seeds (name) values (${entered}), (${entered})`)
    .catch((thrown: unknown) => thrown);
  log.error({ err: error }, 'request failed');
  const logged = lines.splice(0).join('');
  expect(logged).toContain('23505');
  expect(logged).not.toContain(entered);
});

test('logs other errors with message and stack', () => {
  log.error({ err: new RangeError('out of range') }, 'failed');
  expect(JSON.parse(lines.splice(0).join('')).err).toMatchObject({
    type: 'RangeError',
    message: 'out of range',
    stack: expect.stringContaining('log.test.ts'),
  });
});

// Every write to this device fails as on a full disk.
const fullDevice = '/dev/full';
const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux.each([true, false])(
  'a full disk of the log does not end the process (pretty: %s)',
  async (isPretty) => {
    const program = `
    const { createLog } = await import(${JSON.stringify(path.join(__dirname, 'log.ts'))});
    const log = createLog('info', { isPretty: ${isPretty} });
    for (let count = 1; count <= 3; count += 1) {
      log.info('a line');
      await new Promise(setImmediate);
    }
    console.error('still running');`;
    const output = openSync(fullDevice, 'w');
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', output, 'pipe'],
    });
    closeSync(output);
    const [errors] = await Promise.all([
      child.stderr === null ? '' : text(child.stderr),
      once(child, 'close'),
    ]);
    expect([errors.trim(), child.exitCode]).toEqual(['still running', 0]);
  },
);
