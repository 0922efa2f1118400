import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, jest, test } from '@jest/globals';
import type { Capacity } from '../database/database.ts';
import { HttpError } from '../errors/http-error.ts';
import { aboutMs, createAccountLoad, createLane } from './account-load.ts';

const share = { running: 1, waiting: 1, pauseMs: 0, rest: 0, burstSeconds: 60, refill: 1 };

/** A lane without pauses, and work that ends when the test says so. */
function startLane(changes: Partial<typeof share> = {}, maxWaitMs = 2_000) {
  const run = createLane({ share: { ...share, ...changes }, maxWaitMs, refusalDelayMs: 0 });
  const started: { account: string; end: () => void }[] = [];
  /** Sends a request; returns when it has started, waits or is refused. */
  const request = async (account: string) => {
    const response = run(
      account,
      () => new Promise<string>((end) => started.push({ account, end: () => end(account) })),
    );
    response.catch(() => undefined);
    await sleep(0);
    return { response };
  };
  return { request, started };
}

async function refusal(request: Promise<unknown>): Promise<HttpError> {
  const error = await request.catch((thrown: unknown) => thrown);
  if (!(error instanceof HttpError)) throw new Error('not refused');
  return error;
}

/** Node warns of each timer that would have to end before it begins. */
test('a request without time left is refused without a timer in the past', async () => {
  const waits = new AsyncLocalStorage<{ leftMs: number }>();
  const run = createLane({ share, maxWaitMs: 2_000, waits, refusalDelayMs: 0 });
  const running = Promise.withResolvers<void>();
  const first = run('a', () => running.promise);
  const timers = jest.spyOn(globalThis, 'setTimeout');
  const late = waits.run({ leftMs: -3 }, () => run('a', async () => undefined));
  expect((await refusal(late)).code).toBe('rate_limited');
  expect(timers.mock.calls.map(([, delay = 0]) => delay).filter((delay) => delay < 0)).toEqual([]);
  timers.mockRestore();
  running.resolve();
  await first;
});

describe('a share of one running and one waiting request', () => {
  test('refuses the third with 429 and a time, and starts the second when the first ends', async () => {
    const { request, started } = startLane();
    const first = await request('a');
    const second = await request('a');
    const refused = await refusal((await request('a')).response);
    expect(refused).toMatchObject({ code: 'rate_limited', details: { headers: { 'retry-after': '1' } } });
    expect(started).toHaveLength(1);
    started[0]?.end();
    await first.response;
    await sleep(0);
    expect(started).toHaveLength(2);
    started[1]?.end();
    expect(await second.response).toBe('a');
  });

  test('belongs to one account', async () => {
    const { request, started } = startLane();
    await request('a');
    await request('a');
    const other = await request('b');
    expect(started.map(({ account }) => account)).toEqual(['a', 'b']);
    started[1]?.end();
    expect(await other.response).toBe('b');
  });

  test('refuses a request that has waited too long, and forgets it', async () => {
    const { request, started } = startLane({}, 20);
    await request('a');
    await refusal((await request('a')).response);
    started[0]?.end();
    const next = await request('a');
    expect(started).toHaveLength(2);
    started[1]?.end();
    expect(await next.response).toBe('a');
  });

  test('starts a waiting request after a pause for each one behind it', async () => {
    const { request, started } = startLane({ waiting: 3, pauseMs: 30 });
    for (let count = 0; count < 4; count += 1) await request('a');
    const pauses: number[] = [];
    for (let next = 1; next < 4; next += 1) {
      const ended = performance.now();
      started[next - 1]?.end();
      while (started.length === next) await sleep(1);
      pauses.push(performance.now() - ended);
    }
    // Two behind it, then one. A timer may end a millisecond early.
    expect(pauses[0]).toBeGreaterThan(58);
    expect(pauses[1]).toBeGreaterThan(28);
  });

  test('runs one at a time while half as many wait as may', async () => {
    const { request, started } = startLane({ running: 2, waiting: 4 });
    for (let count = 0; count < 6; count += 1) await request('a');
    const counts = [started.length];
    for (let ended = 0; ended < 4; ended += 1) {
      started[ended]?.end();
      await sleep(1);
      counts.push(started.length);
    }
    // Four wait, then three and two; when the last but one starts, only one waits, and it starts as well.
    expect(counts).toEqual([2, 2, 3, 4, 6]);
  });

  test('pauses longer after a request that took long, the more wait', async () => {
    const { request, started } = startLane({ waiting: 2, rest: 2 });
    for (let count = 0; count < 3; count += 1) await request('a');
    await sleep(60);
    const ended = performance.now();
    started[0]?.end();
    while (started.length === 1) await sleep(1);
    // One is behind it, half of those that may wait.
    expect(performance.now() - ended).toBeGreaterThan(58);
  });

  test('only refuses what has no place', async () => {
    const run = createLane({ share, maxWaitMs: 60_000, refusalDelayMs: 0 });
    const { promise, resolve } = Promise.withResolvers<void>();
    await run.refuseExcess('a');
    const first = run('a', () => promise);
    await run.refuseExcess('a');
    const second = run('a', () => promise);
    expect((await refusal(run.refuseExcess('a'))).code).toBe('rate_limited');
    await run.refuseExcess('b');
    resolve();
    await Promise.all([first, second]);
    await run.refuseExcess('a');
  });

  test('is free again after an error', async () => {
    const run = createLane({ share, maxWaitMs: 1, refusalDelayMs: 0 });
    await expect(run('a', async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await run('a', async () => 'done')).toBe('done');
  });
});

test('an account that has used up its work is refused until it has gained new work', async () => {
  const { request, started } = startLane({ burstSeconds: 0.01, refill: 0.001 });
  const first = await request('a');
  await sleep(40);
  started[0]?.end();
  await first.response;
  // At least 20 ms too much, gained at 1 ms a second.
  const { details } = await refusal((await request('a')).response);
  expect(Number(details.headers?.['retry-after'])).toBeGreaterThanOrEqual(20);
  await request('b');
  expect(started).toHaveLength(2);
});

test('passwords of an address are hashed one at a time, and those of others meanwhile', async () => {
  const { run } = createAccountLoad({ RATE_LIMIT_FACTOR: 1 });
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const hash = (address: string, work: Promise<void>) =>
    run(address, 'passwords', async () => {
      order.push(`${address} begins`);
      await work;
      order.push(`${address} ends`);
    });
  const [one, two] = [hash('a', first.promise), hash('a', Promise.resolve())];
  await hash('b', Promise.resolve());
  first.resolve();
  await Promise.all([one, two]);
  expect(order).toEqual(['a begins', 'b begins', 'b ends', 'a ends', 'a begins', 'a ends']);
});

test('a search for a session waits longer for a silent database than its request does', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
  const { run } = createAccountLoad({ RATE_LIMIT_FACTOR: 1 });
  const database = Promise.withResolvers<string>();
  const running = [1, 2].map(() => run('a', 'sessions', () => database.promise));
  const waiting = run('a', 'sessions', async () => 'found');
  waiting.catch(() => undefined);
  await jest.advanceTimersByTimeAsync(100_000);
  jest.useRealTimers();
  database.resolve('found');
  expect(await Promise.all([...running, waiting])).toEqual(['found', 'found', 'found']);
});

test('a request waits for all its shares together as long as for one', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  const { inOneWait, run } = createAccountLoad({ RATE_LIMIT_FACTOR: 1 });
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const running = [run('a', 'reports', () => first.promise)];
  const work = jest.fn(async () => 'rendered');
  const outcome = refusal(
    inOneWait(async () => {
      await run('a', 'reports', async () => 'read');
      return run('a', 'reports', work);
    }),
  );
  running.push(run('a', 'reports', () => second.promise));
  await jest.advanceTimersByTimeAsync(4_000);
  first.resolve('read');
  await jest.advanceTimersByTimeAsync(1_200);
  jest.useRealTimers();
  expect((await outcome).code).toBe('rate_limited');
  expect(work).not.toHaveBeenCalled();
  second.resolve('read');
  await Promise.all(running);
});

describe('programs of an account', () => {
  /** Requests that end when the test says so. */
  function startPrograms() {
    const load = createAccountLoad({ RATE_LIMIT_FACTOR: 1 });
    const started: { by: string; end: () => void }[] = [];
    const work = (by: string) => () => new Promise<string>((end) => started.push({ by, end: () => end(by) }));
    const browser = (capacity: Capacity) => load.run('a', capacity, work('browser'));
    const program = (capacity: Capacity, account = 'a') =>
      load.ofProgram(() => load.run(account, capacity, work('program')));
    return { browser, program, started };
  }

  test('leave half of its places to its browser', async () => {
    const { browser, program, started } = startPrograms();
    const programs = Array.from({ length: 10 }, () => program('general'));
    await sleep(0);
    const pages = Array.from({ length: 2 }, () => browser('general'));
    await sleep(0);
    expect(started.map(({ by }) => by)).toEqual(['program', 'program', 'browser', 'browser']);
    while (started.length < 12) {
      for (const { end } of started) end();
      await sleep(0);
    }
    for (const { end } of started) end();
    await Promise.all([...programs, ...pages]);
  });

  test('wait in line with its browser for reports, one at a time', async () => {
    const { browser, program, started } = startPrograms();
    const programs = Array.from({ length: 4 }, () => program('reports'));
    await sleep(0);
    const page = browser('reports');
    await sleep(0);
    started[0]?.end();
    while (started.length < 2) await sleep(1);
    expect(started.map(({ by }) => by)).toEqual(['program', 'browser']);
    for (let index = 1; index < 5; index += 1) {
      while (started.length <= index) await sleep(1);
      started[index]?.end();
    }
    await Promise.all([...programs, page]);
  });

  test('are refused when too many wait, while its browser and other accounts are served', async () => {
    const { browser, program, started } = startPrograms();
    const programs = Array.from({ length: 6 }, () => program('reports'));
    const refused = await refusal(Promise.race(programs));
    expect(refused.code).toBe('rate_limited');
    const page = browser('reports');
    const other = program('reports', 'b');
    await sleep(0);
    expect(started).toHaveLength(2);
    for (let index = 0; index < 7; index += 1) {
      while (started.length <= index) await sleep(1);
      started[index]?.end();
    }
    expect(await Promise.all([page, other])).toEqual(['browser', 'program']);
    const outcomes = await Promise.allSettled(programs);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });
});

test('refusals of a flood wait, those of people who mistype do not', async () => {
  jest.useFakeTimers();
  const { beforeRefusal } = createAccountLoad({ RATE_LIMIT_FACTOR: 1 });
  const sent: string[] = [];
  const refuse = async (subject: string, status: number) => {
    await beforeRefusal(subject, { status });
    sent.push(`${subject} ${status}`);
  };
  const mistyped = Array.from({ length: 40 }, () => refuse('office', 401));
  const waiting = [refuse('office', 401), refuse('elsewhere', 429)];
  await Promise.all(mistyped);
  await refuse('elsewhere', 401);
  expect(sent).toHaveLength(41);
  await jest.advanceTimersByTimeAsync(1_500);
  await Promise.all(waiting);
  // A moment later there is a place again.
  await refuse('office', 401);
  expect(sent).toHaveLength(44);
  jest.useRealTimers();
});

test('requests that are refused in the same moment are not all answered in the same moment', () => {
  const delays = Array.from({ length: 1_000 }, () => aboutMs(1_000));
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...delays)).toBeLessThanOrEqual(1_500);
  // The chance that a quarter of the range remains empty is 0.75 to the power of 1,000.
  for (const from of [500, 750, 1_000, 1_250])
    expect(delays.some((delay) => delay >= from && delay < from + 250)).toBe(true);
});
