import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, jest, test } from '@jest/globals';
import type { Capacity } from '../database/database.ts';
import { refusal } from './account-load.fixtures.ts';
import { addressShare, createAccountLoad } from './account-load.ts';

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

test.each([
  ['of one IPv6 /48', '2001:db8:1', 8],
  ['of different networks', '2001:db8:', 20],
])('addresses %s have so many places together: %s', async (_case, prefix, places) => {
  const { run } = createAccountLoad({ RATE_LIMIT_FACTOR: 1 });
  const end = Promise.withResolvers<void>();
  let running = 0;
  const work = () => {
    running += 1;
    return end.promise;
  };
  const addressOf = (index: number) => (places === 8 ? `${prefix}:${index}::1` : `${prefix}${index}:1::1`);
  const requests = Array.from({ length: 20 }, (_, index) =>
    run(addressShare(addressOf(index)), 'pages', work),
  );
  await sleep(0);
  expect(running).toBe(places);
  end.resolve();
  await Promise.all(requests);
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
      load.runFor({}, () => load.run(account, capacity, work('program')));
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

describe('requests of sessions', () => {
  /** Requests that end when the test says so. */
  function startSessions() {
    const load = createAccountLoad({ RATE_LIMIT_FACTOR: 1 });
    const started: { by: string; end: () => void }[] = [];
    const send = (
      by: string,
      { account = 'a', address = 'office', capacity = 'general' as Capacity } = {},
    ) => {
      const work = () => new Promise<string>((end) => started.push({ by, end: () => end(by) }));
      const sent = load.runFor({ session: Buffer.from(by), address }, () =>
        load.run(account, capacity, work),
      );
      sent.catch(() => undefined);
      return sent;
    };
    const end = async (sent: Promise<unknown>[]) => {
      const all = Promise.allSettled(sent);
      const timer = setInterval(() => {
        for (const one of started) one.end();
      }, 1);
      await all;
      clearInterval(timer);
    };
    return { load, send, started: () => started.map(({ by }) => by), endFirst: () => started[0]?.end(), end };
  }

  test('leave places of the account to its other sessions, and only their own excess is refused', async () => {
    const { load, send, started, endFirst, end } = startSessions();
    const flood = Array.from({ length: 28 }, () => send('thief'));
    expect((await refusal(load.refuseExcess('a', 'general', Buffer.from('thief')))).code).toBe(
      'rate_limited',
    );
    await load.refuseExcess('a', 'general', Buffer.from('owner'));
    const own = send('owner');
    await sleep(0);
    expect(started()).toEqual(Array(4).fill('thief'));
    endFirst();
    while (started().length < 5) await sleep(1);
    expect(started().at(-1)).toBe('owner');
    await end([...flood, own]);
  });

  test('of several accounts at one address leave places to other addresses', async () => {
    const { send, started, end } = startSessions();
    const flood = ['b', 'c', 'd'].flatMap((account) =>
      Array.from({ length: 4 }, () => send('friend', { account, address: 'home' })),
    );
    const more = ['e', 'f'].flatMap((account) =>
      Array.from({ length: 4 }, () => send(account, { account, address: 'home' })),
    );
    const other = send('neighbour', { account: 'g' });
    await sleep(0);
    expect(started().filter((by) => by !== 'neighbour')).toHaveLength(8);
    expect(started()).toContain('neighbour');
    await end([...flood, ...more, other]);
  });

  test('wait for no part of a file that another account of the address loads', async () => {
    const { load, started, send, end } = startSessions();
    const part = (account: string) =>
      load.runFor({ session: Buffer.from(account), address: 'office' }, () =>
        load.runPart(account, 'reports', async () => {
          await send(account, { account: `${account} reads`, address: `${account} alone` });
        }),
      );
    const files = ['b', 'c', 'd'].map(part);
    const report = send('a', { capacity: 'reports' });
    await sleep(0);
    expect(started().sort()).toEqual(['a', 'b', 'c', 'd']);
    await end([...files, report]);
  });

  test('do not pay with work for what they wait for', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const { load, send, endFirst } = startSessions();
    const others = ['b', 'c'].map((account) => send(account, { account, capacity: 'reports' }));
    for (let count = 0; count < 6; count += 1) {
      const waiting = load.inOneWait(() => send('a', { capacity: 'reports' }));
      await jest.advanceTimersByTimeAsync(4_900);
      await jest.advanceTimersByTimeAsync(4_900);
      expect((await refusal(waiting)).details?.headers).toEqual({ 'retry-after': '1' });
    }
    jest.useRealTimers();
    endFirst();
    void others;
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
