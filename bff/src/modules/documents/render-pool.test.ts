import { execFile } from 'node:child_process';
import { getPriority } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, jest, test } from '@jest/globals';
import * as fixtures from './render-pool.fixtures.ts';
import { createRenderPool } from './render-pool.ts';

// A busy machine lets processes of low priority wait.
jest.setTimeout(180_000);

type Described = ReturnType<typeof fixtures.describeProcess>;

const moduleUrl = pathToFileURL(path.join(__dirname, 'render-pool.fixtures.ts')).href;
const call = ({ name }: { name: string }, data?: unknown) => ({ module: moduleUrl, name, data });
const limits = { processes: 1, waiting: 1, callMs: 170_000, idleMs: 600_000 };

test('a render process has none of the secrets, and all its threads a lower priority', async () => {
  process.env['DATABASE_URL'] = 'postgres://secret';
  const { pid, variables, priorities } = (await createRenderPool(limits).run(
    call(fixtures.describeProcess),
  )) as Described;
  delete process.env['DATABASE_URL'];
  expect(pid).not.toBe(process.pid);
  const expected = [
    'MALLOC_ARENA_MAX',
    'NODE_CHANNEL_FD',
    'NODE_CHANNEL_SERIALIZATION_MODE',
    'NODE_COMPILE_CACHE',
    'TZ',
  ];
  expect(variables.filter((name) => !expected.includes(name))).toEqual([]);
  expect([...new Set(priorities)]).toEqual([Math.min(19, getPriority() + 10)]);
});

const onLinux = process.platform === 'linux' ? test : test.skip;
onLinux(
  'after its first call, a render process uses idle time; a call that takes seconds uses other time as well',
  async () => {
    const { run } = createRenderPool(limits);
    const policy = (afterMs: number) => run(call(fixtures.policyAfter, afterMs)) as Promise<number>;
    expect(await policy(0)).toBe(0);
    // Another process changes the policy.
    while ((await policy(10)) !== 5);
    let afterMs = 3_000;
    while ((await policy(afterMs)) !== 0) afterMs *= 2;
    while ((await policy(10)) !== 5);
  },
);

test('an error of the function is thrown here, and the process stays', async () => {
  const { run } = createRenderPool(limits);
  const before = (await run(call(fixtures.describeProcess))) as Described;
  await expect(run(call(fixtures.fail))).rejects.toMatchObject({
    name: 'RangeError',
    message: 'the page is too narrow',
  });
  await expect(run(call(fixtures.fail, () => undefined))).rejects.toThrow(/could not be cloned/);
  expect(((await run(call(fixtures.describeProcess))) as Described).pid).toBe(before.pid);
});

test('a process that crashes fails its call only; the next gets another process', async () => {
  const { run } = createRenderPool(limits);
  const crashed = run(call(fixtures.crash));
  const next = run(call(fixtures.describeProcess));
  await expect(crashed).rejects.toMatchObject({ status: 503 });
  expect(((await next) as Described).pid).not.toBe(process.pid);
});

test('a call that hangs fails, and holds up no other', async () => {
  const { run } = createRenderPool({ ...limits, callMs: 1 });
  const calls = [run(call(fixtures.last)), run(call(fixtures.last))];
  for (const hanging of await Promise.allSettled(calls))
    expect(hanging).toMatchObject({ status: 'rejected', reason: { status: 503 } });
});

test('calls wait for a process, and are refused while too many wait', async () => {
  const { run } = createRenderPool(limits);
  const answers = [run(call(fixtures.describeProcess)), run(call(fixtures.describeProcess))];
  await expect(run(call(fixtures.describeProcess))).rejects.toMatchObject({ status: 503 });
  const [first, second] = (await Promise.all(answers)) as Described[];
  expect(second?.pid).toBe(first?.pid);
});

test('a process without calls ends', async () => {
  const { run } = createRenderPool({ ...limits, idleMs: 1 });
  const { pid } = (await run(call(fixtures.describeProcess))) as Described;
  await untilGone(pid);
});

test.each(['a process that ends', 'a process that is killed'])(
  '%s leaves no render process behind',
  async (how) => {
    const program = `
    const { createRenderPool } = await import(${JSON.stringify(path.join(__dirname, 'render-pool.ts'))});
    const { run } = createRenderPool({ processes: 2, waiting: 1, callMs: 170_000, idleMs: 600_000 });
    const [{ pid }, other] = await Promise.all([1, 2].map(() => run(${JSON.stringify(call(fixtures.describeProcess))})));
    console.log(pid, other.pid);
    if (${how.endsWith('killed')}) {
      void run(${JSON.stringify(call(fixtures.last))});
      setImmediate(() => process.kill(process.pid, 'SIGKILL'));
    }`;
    const args = ['--input-type=module', '-e', program];
    const { stdout } = await promisify(execFile)(process.execPath, args).catch(
      (error: { stdout: string }) => error,
    );
    const pids = stdout.trim().split(' ').map(Number);
    expect(pids).toHaveLength(2);
    for (const pid of pids) await untilGone(pid);
  },
);

/** Resolves when the process has ended; otherwise the test exceeds its limit. */
async function untilGone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await sleep(10);
  }
}
