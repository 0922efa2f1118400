import { beforeEach, expect, jest, test } from '@jest/globals';
import pino from 'pino';
import * as v from 'valibot';
import { sql } from '../database/sql.ts';
import { close } from '../modules/billing/close.ts';
import { confirmClock } from '../modules/billing/confirm-clock.ts';
import { jobs } from '../modules.ts';
import type { CommandContext } from '../staff/open-portal.ts';
import { testPortal } from '../testing/test-portal.ts';
import { believeClock, clockGuard } from './clock-guard.ts';
import { defineJob } from './queue.ts';

const portal = testPortal();
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Ahead of the database's clock, whose time counts if it is later. */
const startMs = Date.now() + 1000 * dayMs;
const monthsAheadMs = startMs + 90 * dayMs;
let clockMs: number;
let runs: number;
let messages: string[];
let run: () => Promise<void>;

beforeEach(async () => {
  [clockMs, runs, messages] = [startMs, 0, []];
  const log = pino({ level: 'error' }, { write: (line: string) => void messages.push(line) });
  const work = async () => {
    runs += 1;
  };
  const job = defineJob({ name: 'irreversible', schema: v.object({}), run: work });
  const guarded = clockGuard({ database: portal.database, log }, () => new Date(clockMs))(job);
  run = () => guarded.run({});
  await portal.database.asBackground((tx) => believeClock(tx, new Date(startMs).toISOString()));
});

async function believeDaysAgo(days: number): Promise<string> {
  const past = new Date(Date.now() - days * dayMs).toISOString();
  await portal.database.asBackground((tx) => believeClock(tx, past));
  return past;
}

/** Runs the job each time. Returns how often it did its work. */
async function runAt(...times: number[]): Promise<number> {
  const before = runs;
  for (const ms of times) {
    clockMs = ms;
    await run();
  }
  return runs - before;
}

const hourly = (fromMs: number, count: number) =>
  Array.from({ length: count }, (_, hour) => fromMs + hour * hourMs);

test('runs no job at a time months ahead, says so once an hour, and goes on when the clock is corrected', async () => {
  expect(await runAt(startMs + hourMs)).toBe(1);
  expect(await runAt(monthsAheadMs, monthsAheadMs + 60_000, monthsAheadMs + hourMs)).toBe(0);
  expect(messages.map((line) => JSON.parse(line))).toMatchObject([
    {
      now: new Date(monthsAheadMs).toISOString().replace('.000Z', 'Z'),
      msg: expect.stringContaining('the clock is far ahead'),
    },
  ]);
  expect(await runAt(startMs + 3 * hourMs)).toBe(1);
});

test('believes a clock after a day of steady time, because the portal may have stood still for weeks', async () => {
  const lastMs = monthsAheadMs + 23 * hourMs;
  expect(await runAt(...hourly(monthsAheadMs, 24))).toBe(0);
  expect(await runAt(lastMs + hourMs, lastMs + 2 * hourMs)).toBe(2);
});

test.each([
  ['stands still', 20 * hourMs],
  ['jumps again', 60 * dayMs],
  ['is set back, but not enough', -30 * dayMs],
])('begins the day again when the clock %s', async (_, gapMs) => {
  expect(await runAt(...hourly(monthsAheadMs, 24))).toBe(0);
  const againMs = monthsAheadMs + 23 * hourMs + gapMs;
  expect(await runAt(...hourly(againMs, 24))).toBe(0);
  expect(await runAt(againMs + dayMs)).toBe(1);
});

test('runs jobs after a weekend, and believes an earlier time', async () => {
  expect(await runAt(startMs + 2.9 * dayMs, startMs - 900 * dayMs)).toBe(2);
  expect(await runAt(startMs)).toBe(0);
});

/** Hours from the start until the latest time that the portal has lived through. */
async function livedHours(): Promise<number> {
  const { lived } = await portal.database.system.one<{ lived: string }>(sql`select lived from clock_watch`);
  return (Date.parse(lived) - startMs) / hourMs;
}

test('has lived through a time that goes on without jumps, not through one that is corrected within an hour', async () => {
  await runAt(...hourly(startMs, 4));
  expect(await livedHours()).toBe(3);
  const jumpedMs = startMs + 3 * hourMs + 2 * dayMs;
  await runAt(jumpedMs, jumpedMs + hourMs / 2, startMs + 4 * hourMs, startMs + 4.5 * hourMs);
  expect(await livedHours()).toBe(3);
  // Clocks of several processes differ by seconds.
  await runAt(startMs + 4.5 * hourMs - 5000, startMs + 5 * hourMs);
  expect(await livedHours()).toBe(5);
});

test('has lived through no time that is doubted, and no clock that is behind changes what it has lived through', async () => {
  await runAt(...hourly(startMs, 3), ...hourly(monthsAheadMs, 3), ...hourly(startMs - 300 * dayMs, 5));
  expect(await livedHours()).toBe(2);
});

test('starts with the last entry of the ledger, or with the time of a portal without any', async () => {
  await portal.database.system.run(sql`delete from clock_watch`);
  expect(await runAt(Date.now())).toBe(1);
});

const doubted = () =>
  portal.database.system.one<{ is_doubted: boolean }>(
    sql`select doubted_since is not null as is_doubted from clock_watch`,
  );

test.each([
  'close-months',
  'due-tax-checks',
  'expire-messages',
  'expire-payments',
  'export-schedules',
  'export-upkeep',
  'housekeeping',
  'low-balance-alerts',
  'renew-numbers',
  'retention',
])('the clock is watched before the job %s', async (name) => {
  await believeDaysAgo(90);
  const job = jobs.flatMap((jobsOf) => jobsOf(portal.context)).find((each) => each.name === name);
  await job?.run({});
  expect(await doubted()).toEqual({ is_doubted: true });
});

test('lets the staff confirm the clock, and refuses to close months before', async () => {
  const past = await believeDaysAgo(90);
  const print = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const closing = () =>
    close(portal.context as CommandContext, { month: undefined, isDryRun: false, json: false });
  await expect(closing()).rejects.toThrow('confirm-clock');
  const action = {
    key: 'T-1',
    command: 'billing',
    actor: 'staff:anna',
    reason: 'It is right',
    arguments: {},
  };
  const { changed } = await portal.database.asBackground((tx) =>
    confirmClock.act(tx, action, {}, portal.context as CommandContext),
  );
  expect(Date.parse(changed['before'] ?? '')).toBe(Date.parse(past));
  await closing();
  expect(print).toHaveBeenCalledWith('0 documents, 0 months without one, 0 services failed');
  print.mockRestore();
});
