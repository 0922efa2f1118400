import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { sql } from '../database/sql.ts';
import { testPassword, testPortal } from '../testing/test-portal.ts';
import { cleanUpWithinMinute, defineJob, startQueue } from './queue.ts';

const portal = testPortal();

const storedJobs = async (): Promise<string> =>
  JSON.stringify(await portal.database.system.query(sql`select * from pgboss.job`));

test('stores no address, link, code or password hash in readable form', async () => {
  const visitor = portal.visitor();
  const email = 'reader@example.com';
  const registration = {
    ...{ email, name: 'Ann Tamm', company: 'Example', phone: '372 5551 2345', country: 'ee', language: 'en' },
    ...{ password: testPassword, password_repeat: testPassword, timezone: 'Europe/Tallinn' },
    ...{ terms: true, currency: 'eur' },
  };
  expect((await visitor.post('/v1/users/register', registration)).status).toBeLessThan(300);
  const known = await portal.account({ email: 'known@example.com' });
  await visitor.post('/v1/users/password:restore', { email: known.email });
  let stored = await storedJobs();
  const mails = await portal.mails();
  stored += await storedJobs();
  const links = mails.flatMap(({ text }) => text.match(/(?<==)[\w-]{40,}/g) ?? []);
  expect(links.length).toBeGreaterThan(1);
  expect(stored).toContain('sealed');
  for (const secret of [email, known.email, '$argon2', ...links]) expect(stored).not.toContain(secret);
});

test('transactions that hold every connection send the first job of a queue', async () => {
  const job = defineJob({ name: 'first-of-many', schema: v.object({}), run: async () => undefined });
  await portal.queue.add([job]);
  // As many as the background pool of a test has connections.
  const holding = 3;
  const allHold = Promise.withResolvers<void>();
  let begun = 0;
  await Promise.all(
    Array.from({ length: holding }, () =>
      portal.database.asBackground(async (tx) => {
        begun += 1;
        if (begun === holding) allHold.resolve();
        await allHold.promise;
        await portal.queue.send(tx, job, {});
      }),
    ),
  );
  const { count } = await portal.database.system.one<{ count: number }>(
    sql`select count(*) from pgboss.job where name = ${job.name}`,
  );
  expect(count).toBe(holding);
});

test('runs jobs of a release that did not encrypt them', async () => {
  const seen: string[] = [];
  const job = defineJob({
    name: 'earlier-release',
    schema: v.object({ word: v.string() }),
    run: async ({ word }) => void seen.push(word),
  });
  await portal.queue.add([job]);
  await portal.database.asBackground((tx) => portal.queue.send(tx, job, { word: 'sealed' }));
  await portal.queue.runWaiting();
  await portal.database.asBackground((tx) => portal.queue.send(tx, job, { word: 'replaced' }));
  await portal.database.system.run(
    sql`update pgboss.job set data = '{"word":"plain"}' where name = ${job.name} and state = 'created'`,
  );
  await portal.queue.runWaiting();
  expect(seen).toEqual(['sealed', 'plain']);
});

test('deletes finished and failed jobs, and stores no message of an error', async () => {
  const cleanUp = { deleteAfterSeconds: 1, everySeconds: 1 };
  const queue = await startQueue(portal.context, { cleanUp });
  const job = defineJob({
    name: 'short-lived',
    schema: v.object({ isBroken: v.boolean() }),
    run: async ({ isBroken }) => {
      if (isBroken) throw new Error('the secret link');
    },
  });
  try {
    await queue.add([job]);
    for (const isBroken of [true, false])
      await portal.database.asBackground((tx) => queue.send(tx, job, { isBroken }));
    await portal.database.system.run(sql`update pgboss.job set retry_limit = 0 where name = ${job.name}`);
    const states = () =>
      portal.database.system.query<{ state: string; output: unknown }>(
        sql`select state, output from pgboss.job where name = ${job.name} order by state`,
      );
    expect(await states()).toHaveLength(2);
    await queue.work();
    await until(async () => {
      const jobs = await states();
      expect(JSON.stringify(jobs)).not.toContain('secret');
      return jobs.length === 0;
    });
  } finally {
    await queue.stop();
  }
}, 40_000);

test('runs a job again whose process has died half a minute ago', async () => {
  const queue = await startQueue(portal.context, { cleanUp: { deleteAfterSeconds: 60, everySeconds: 1 } });
  const runs: number[] = [];
  const job = defineJob({ name: 'killed', schema: v.object({}), run: async () => void runs.push(1) });
  try {
    await queue.add([job]);
    await portal.database.asBackground((tx) => queue.send(tx, job, {}));
    await portal.database.system.run(sql`
      update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '31 s'
      where name = ${job.name}`);
    await queue.work();
    await until(async () => runs.length > 0);
  } finally {
    await queue.stop();
  }
}, 40_000);

test('deletes no waiting job, also when its retention by an earlier release is over', async () => {
  const cleanUp = { deleteAfterSeconds: 60, everySeconds: 1 };
  const job = defineJob({ name: 'waiting', schema: v.object({}), run: async () => undefined });
  const retained = () =>
    portal.database.system.query<{ years: number }>(sql`
      select extract(year from keep_until)::int - extract(year from now())::int as years from pgboss.job
      where name = ${job.name}`);
  const isMaintained = async () => {
    const { done } = await portal.database.system.one<{ done: boolean }>(sql`
      select coalesce(maintain_on > now() - interval '1 hour', false) as done from pgboss.queue where name = ${job.name}`);
    return done;
  };
  await portal.queue.add([job]);
  await portal.database.asBackground((tx) => portal.queue.send(tx, job, {}));
  await portal.database.system.run(sql`
    update pgboss.queue set retention_seconds = 1209600, maintain_on = null where name = ${job.name}`);
  await portal.database.system.run(sql`
    update pgboss.job set start_after = now() - interval '15 days', keep_until = now() - interval '1 day'
    where name = ${job.name}`);
  const queue = await startQueue(portal.context, { cleanUp });
  try {
    await queue.add([job]);
    await portal.database.asBackground((tx) => queue.send(tx, job, {}));
    await until(isMaintained);
    // A second maintenance begins only after the first has ended.
    await portal.database.system.run(
      sql`update pgboss.queue set maintain_on = null where name = ${job.name}`,
    );
    await until(isMaintained);
    const years = (await retained()).map((each) => each.years);
    expect(years).toHaveLength(2);
    expect(Math.min(...years)).toBeGreaterThan(50);
  } finally {
    await queue.stop();
  }
}, 40_000);

test('repeats a job at its interval, also while an earlier run goes on, until the queue stops', async () => {
  const queue = await startQueue(portal.context, { maintain: false });
  const runs: (AbortSignal | undefined)[] = [];
  const isOver = Promise.withResolvers<void>();
  const job = defineJob({
    name: 'repeated',
    schema: v.object({}),
    everySeconds: 0.02,
    run: async (_, stopping) => {
      runs.push(stopping);
      if (runs.length === 2) throw new Error('its next run follows nevertheless');
      await isOver.promise;
    },
  });
  await queue.add([job]);
  await queue.work();
  await until(async () => runs.length > 3);
  const stopped = queue.stop();
  expect(runs[0]?.aborted).toBe(true);
  isOver.resolve();
  await stopped;
  const count = runs.length;
  await sleep(100);
  expect(runs).toHaveLength(count);
});

test('runs a repeated job when the queue begins to work, not only after its interval', async () => {
  const queue = await startQueue(portal.context, { maintain: false });
  const ran = Promise.withResolvers<void>();
  const run = async () => ran.resolve();
  await queue.add([defineJob({ name: 'at-the-start', schema: v.object({}), everySeconds: 3600, run })]);
  await queue.work();
  await ran.promise;
  await queue.stop();
});

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('not within 30 s');
    await sleep(20);
  }
}

test('deletes jobs within a minute, also when one search is skipped', () => {
  const { deleteAfterSeconds, everySeconds } = cleanUpWithinMinute;
  expect(deleteAfterSeconds + 2 * everySeconds).toBeLessThan(60);
});
