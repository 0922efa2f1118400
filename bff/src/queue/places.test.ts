import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { sql } from '../database/sql.ts';
import { testPortal } from '../testing/test-portal.ts';
import { defineJob, type Job, type Queue, startQueue } from './queue.ts';

const portal = testPortal();

type Outcome = 'done' | 'hangs' | 'fails once';
interface Data {
  id: string;
  outcome: Outcome;
}

const queues: Queue[] = [];
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop()));
});

/** A job whose outcome its data chooses, in few places. `ended` has those that have succeeded, `begun` every attempt. */
function givenJob(name: string) {
  const begun: string[] = [];
  const ended: string[] = [];
  const job = defineJob({
    name,
    schema: v.object({ id: v.string(), outcome: v.picklist(['done', 'hangs', 'fails once']) }),
    places: { first: { count: 3, seconds: 0.1 }, repeated: { count: 2, seconds: 600 } },
    run: async ({ id, outcome }, stopping) => {
      begun.push(id);
      if (outcome === 'hangs') await untilStopped(stopping);
      if (outcome === 'fails once' && begun.filter((each) => each === id).length === 1)
        throw new Error('the first attempt');
      ended.push(id);
    },
  });
  return { job, begun, ended };
}

/** Rejects when the signal is aborted, and never ends without one. */
function untilStopped(stopping: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    stopping?.addEventListener('abort', () => reject(new Error('stopped')));
  });
}

async function working(job: Job<Data>): Promise<Queue> {
  const queue = await startQueue(portal.context, { cleanUp: { deleteAfterSeconds: 60, everySeconds: 1 } });
  queues.push(queue);
  await queue.add([job]);
  await queue.work();
  return queue;
}

async function send(queue: Queue, job: Job<Data>, outcome: Outcome, ids: readonly string[], priority = 0) {
  for (const id of ids)
    await portal.database.asBackground((tx) => queue.send(tx, job, { id, outcome }, { priority }));
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(20);
}

test('jobs that hang let others pass, and those that fail are repeated beside them', async () => {
  const { job, begun, ended } = givenJob('hanging');
  const queue = await working(job);
  const hanging = Array.from({ length: 30 }, (_, index) => `hangs-${index}`);
  await send(queue, job, 'hangs', hanging);
  await send(queue, job, 'done', ['quick']);
  await until(() => ended.includes('quick'));
  // Two of them hold the places of the repeated jobs meanwhile.
  await until(() => begun.length > hanging.length + 2);
  await send(queue, job, 'done', ['later']);
  await until(() => ended.includes('later'));
});

test('a job that has failed succeeds in a later attempt', async () => {
  const { job, ended } = givenJob('failing');
  const queue = await working(job);
  await send(queue, job, 'fails once', ['one', 'two', 'three', 'four']);
  await until(() => ended.length === 4);
});

test('a job whose process has died is repeated', async () => {
  const { job, ended } = givenJob('dying');
  const queue = await startQueue(portal.context, { maintain: false });
  queues.push(queue);
  await queue.add([job]);
  await send(queue, job, 'done', ['one']);
  await portal.database.system.run(sql`
    update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '31 s'
    where name = ${job.name}`);
  await working(job);
  await until(() => ended.includes('one'));
});

test('a queue that stops ends the attempts of its jobs, and leaves them for the next process', async () => {
  const { job, begun } = givenJob('stopping');
  const queue = await working(job);
  await send(queue, job, 'hangs', ['one']);
  await until(() => begun.length === 1);
  await queue.stop();
  const waiting = await portal.database.system.query<{ name: string; state: string }>(sql`
    select name, state from pgboss.job where name like ${`${job.name}%`} and state <> 'failed'`);
  expect(waiting).toEqual([{ name: `${job.name}-repeated`, state: 'created' }]);
});

test('jobs with a higher priority run first', async () => {
  const { job, ended } = givenJob('preferred');
  await portal.queue.add([job]);
  await send(portal.queue, job, 'done', ['low']);
  await send(portal.queue, job, 'done', ['high'], 1);
  await portal.queue.runWaiting();
  expect(ended).toEqual(['high', 'low']);
});

test('what a job sends when it completes is sent once, and not if it fails or was repeated meanwhile', async () => {
  const following = givenJob('following');
  let attempts = 0;
  const job: Job<Data> = {
    ...givenJob('completing').job,
    run: async (data, _stopping, complete) => {
      attempts += 1;
      const attempt = attempts;
      if (attempt === 2)
        await portal.database.system.run(sql`
          update pgboss.job set state = 'retry', start_after = now() + interval '1 hour'
          where name = 'completing-repeated' and state = 'active'`);
      await complete?.(async (tx) => {
        await queue.send(tx, following.job, { ...data, id: `attempt ${attempt}` });
        if (attempt === 1) throw new Error('before the end of the transaction');
      });
      throw new Error('after the end of the transaction');
    },
  };
  const queue = await working(job);
  await queue.add([following.job]);
  await send(queue, job, 'done', ['one']);
  const waiting = () =>
    portal.database.system.query<{ name: string; state: string }>(sql`
      select name, state from pgboss.job
      where (name like 'completing%' or name like 'following%') and state < 'completed'`);
  while (attempts < 3 || (await waiting()).some(({ name }) => name.startsWith('completing'))) await sleep(20);
  expect(await waiting()).toEqual([{ name: 'following', state: 'created' }]);
  await queue.runWaiting();
  expect(following.ended).toEqual(['attempt 3']);
  expect(attempts).toBe(3);
}, 60_000);
