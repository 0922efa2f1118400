import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, jest, test } from '@jest/globals';
import { refusal } from './account-load.fixtures.ts';
import { aboutMs, createLane } from './lane.ts';

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

/** Node warns of each timer that would have to end before it begins. */
test('a request without time left is refused without a timer in the past', async () => {
  const waits = new AsyncLocalStorage<{ leftMs: number; waitedMs: number }>();
  const run = createLane({ share, maxWaitMs: 2_000, waits, refusalDelayMs: 0 });
  const running = Promise.withResolvers<void>();
  const first = run('a', () => running.promise);
  const timers = jest.spyOn(globalThis, 'setTimeout');
  const late = waits.run({ leftMs: -3, waitedMs: 0 }, () => run('a', async () => undefined));
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

test('requests that are refused in the same moment are not all answered in the same moment', () => {
  const delays = Array.from({ length: 1_000 }, () => aboutMs(1_000));
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...delays)).toBeLessThanOrEqual(1_500);
  // The chance that a quarter of the range remains empty is 0.75 to the power of 1,000.
  for (const from of [500, 750, 1_000, 1_250])
    expect(delays.some((delay) => delay >= from && delay < from + 250)).toBe(true);
});
