import { beforeEach, describe, expect, test } from '@jest/globals';
import type { AccountLoad } from '../../../app/account-load.ts';
import { sql } from '../../../database/sql.ts';
import { type TestCustomer, testPortal } from '../../../testing/test-portal.ts';
import { givenService } from '../../services/services.fixtures.ts';
import { givenCalls } from '../../traffic/cdr.fixtures.ts';
import { createPlaces, writtenPortions } from '../written-portions.ts';
import { claimNextExport, updateReady } from './export-work.repository.ts';
import { runExportsJob } from './run-exports.job.ts';

const portal = testPortal({ DATABASE_TIMEOUT_SECONDS: '60' });
const url = '/v1/accounts/exports';

beforeEach(async () => {
  await portal.superuser.system.run(sql`delete from exports`);
});

interface Exporter {
  customer: TestCustomer;
  account_id: string;
  create: (start_date?: string, format?: string) => Promise<string>;
  states: () => Promise<string[]>;
}

/** A customer with two calls of October. */
async function exporter(): Promise<Exporter> {
  const customer = await portal.customer();
  const { account_id } = customer.account;
  const { service_id } = await givenService(portal.database, account_id);
  await givenCalls(portal.database, { account_id, service_id }, [
    { started: '2026-10-25T00:30:00Z' },
    { started: '2026-10-26T00:30:00Z' },
  ]);
  return {
    customer,
    account_id,
    create: async (start_date = '2026-10-01', format = 'csv') => {
      const query = { start_date, end_date: '2026-10-31' };
      const { body } = await customer.post(url, { kind: 'calls', service_id, format, query });
      return body.export.export_id;
    },
    states: async () => {
      const { exports } = (await customer.get(url)).body;
      return exports.map(({ state }: { state: string }) => state);
    },
  };
}

const claimNext = () => portal.database.asBackground((tx) => claimNextExport(tx));

test('an account whose export ran last goes after the others', async () => {
  const [large, small, late] = [await exporter(), await exporter(), await exporter()];
  for (const day of ['2026-10-01', '2026-10-02', '2026-10-03']) await large.create(day);
  await small.create();
  await late.create();
  const order: string[] = [];
  for (let next = await claimNext(); next !== undefined; next = await claimNext()) {
    const claim = next;
    order.push(claim.account_id);
    const ready = { size: 1, tokenHash: Buffer.from(claim.export_id) };
    await portal.database.asBackground((tx) => updateReady(tx, claim, ready));
  }
  const [a, b, c] = [large.account_id, small.account_id, late.account_id];
  expect(order).toEqual([a, b, c, a, a]);
});

test('an account that deletes its finished export comes no earlier', async () => {
  const [waiting, deleting] = [await exporter(), await exporter()];
  const order: string[] = [];
  const runNext = async () => {
    const claim = await claimNext();
    if (claim === undefined) throw new Error('no export can start');
    order.push(claim.account_id);
    const ready = { size: 1, tokenHash: Buffer.from(claim.export_id) };
    await portal.database.asBackground((tx) => updateReady(tx, claim, ready));
  };
  await waiting.create();
  await runNext();
  const finished = await deleting.create();
  await runNext();
  expect((await deleting.customer.send({ method: 'DELETE', url: `${url}/${finished}` })).status).toBe(200);
  await deleting.create();
  await waiting.create('2026-10-02');
  await runNext();
  await runNext();
  expect(order).toEqual([waiting, deleting, waiting, deleting].map(({ account_id }) => account_id));
});

test('files that wait for the share of their account are in nobody’s way', async () => {
  const waiting = [await exporter(), await exporter(), await exporter()];
  const other = await exporter();
  const { promise: refilled, resolve: refill } = Promise.withResolvers<void>();
  const { load } = portal.context;
  const isWaiting = (subject: string) => waiting.some(({ account_id }) => account_id === subject);
  const withoutShare: AccountLoad = {
    ...load,
    runPart: async (subject, shared, work) => {
      if (isWaiting(subject)) await refilled;
      return load.runPart(subject, shared, work);
    },
  };
  const job = runExportsJob({ ...portal.context, load: withoutShare });
  for (const { create } of waiting) {
    await create();
    await create('2026-10-02', 'xlsx');
  }
  const large = job.run({});
  while ((await Promise.all(waiting.map(({ states }) => states()))).flat().filter(isRunning).length < 3);
  await other.create();
  while (!(await other.states()).includes('ready')) await job.run({});
  for (const { states } of waiting) expect((await states()).sort()).toEqual(['queued', 'running']);
  refill();
  await large;
  for (const { states } of waiting) expect(await states()).toEqual(['ready', 'ready']);
}, 60_000);

const isRunning = (state: string) => state === 'running';

test('the runs of the job make each file once', async () => {
  const exporters = [await exporter(), await exporter(), await exporter()];
  for (const { create } of exporters) await create();
  const [first, second] = [runExportsJob(portal.context), runExportsJob(portal.context)];
  await Promise.all([first.run({}), first.run({}), second.run({}), second.run({})]);
  const rows = await portal.superuser.system.query(sql`select state, attempt, rows from exports`);
  expect(rows).toEqual(exporters.map(() => ({ state: 'ready', attempt: 1, rows: 2 })));
});

test('a file that waits for a place leaves the share of its account to the reports of the customer', async () => {
  const { account_id } = await exporter();
  const places = { read: createPlaces(1), write: createPlaces(1) };
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const other = places.read.run(() => ended);
  const { load } = portal.context;
  const portions = writtenPortions(
    { database: portal.database, load },
    {
      accountId: account_id,
      rows: { read: async () => ({ rows: '[["call"]]', count: 1 }) },
      write: async (rows) => Buffer.from(rows),
      signal: new AbortController().signal,
      places,
      attempts: 1,
    },
  );
  const first = portions.next();
  for (let count = 0; count < 3; count += 1)
    expect(await load.run(account_id, 'reports', async () => 'a report')).toBe('a report');
  end();
  await other;
  expect((await first).value).toMatchObject({ part: Buffer.from('[["call"]]') });
});

test('places run so much work at the same time, in its order, whether or not it fails', async () => {
  const places = createPlaces(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const results = [0, 1, 2, 3].map((number) =>
    places.run(async () => {
      begun.push(number);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (number === 0) throw new Error('fault');
      return number;
    }),
  );
  const settled = Promise.allSettled(results);
  expect(begun).toEqual([0, 1]);
  ends[0]?.();
  await expect(results[0]).rejects.toThrow('fault');
  expect(begun).toEqual([0, 1, 2]);
  ends[1]?.();
  await results[1];
  expect(begun).toEqual([0, 1, 2, 3]);
  for (const end of ends) end();
  await settled;
});

describe('while the disk is full', () => {
  const run = () => runExportsJob(portal.context).run({});
  const fill = () =>
    portal.superuser.system.query(sql`
      create function full_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger full_disk before insert on export_parts execute function full_disk()`);
  const free = () => portal.superuser.system.query(sql`drop function full_disk cascade`);
  const since = (minutes: number) =>
    portal.superuser.system.run(sql`
      update exports set waits_until = now(), disk_full_since = now() - make_interval(mins => ${minutes})`);
  /** Whole tens of seconds. */
  const waitSeconds = async () => {
    const { seconds } = await portal.superuser.system.one<{ seconds: number }>(sql`
      select extract(epoch from waits_until - heartbeat)::float8 as seconds from exports`);
    return Math.floor(seconds / 10) * 10;
  };

  test('an export waits, ever longer, and is made when there is space', async () => {
    const { create, states } = await exporter();
    await create();
    await fill();
    try {
      await run();
      expect(await states()).toEqual(['queued']);
      expect(await claimNext()).toBeUndefined();
      const waits: number[] = [];
      for (const minutes of [0, 1, 2, 4, 8, 16, 32, 59]) {
        await since(minutes);
        await run();
        expect(await states()).toEqual(['queued']);
        waits.push(await waitSeconds());
      }
      expect(waits).toEqual([...waits].sort((a, b) => a - b));
      expect(waits[0]).toBeGreaterThanOrEqual(10);
      expect(waits.at(-1)).toBe(600);
    } finally {
      await free();
    }
    await since(59);
    await run();
    expect(await states()).toEqual(['ready']);
  }, 60_000);

  test('an export fails after about an hour', async () => {
    const { create, customer, states } = await exporter();
    await create();
    await fill();
    try {
      await run();
      await since(61);
      await run();
    } finally {
      await free();
    }
    expect(await states()).toEqual(['failed']);
    const [mail] = await portal.mails();
    expect(mail).toMatchObject({ to: customer.account.email, subject: 'Your export could not be made' });
  });
});
