import { expect, test } from '@jest/globals';
import pino from 'pino';
import * as v from 'valibot';
import { sql } from '../../database/sql.ts';
import { jobs } from '../../modules.ts';
import { defineJob } from '../../queue/queue.ts';
import { testPortal } from '../../testing/test-portal.ts';

const messages: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void messages.push(line) });
const portal = testPortal();
const { ahead, inAnHour } = { ahead: sql`now() + interval '40 days'`, inAnHour: sql`now() + interval '1 hour'` };

/** Runs the job, as every process does each minute, also while pg-boss begins no scheduled job. */
async function setBack() {
  const context = { ...portal.context, log };
  const job = jobs.flatMap((jobsOf) => jobsOf(context)).find(({ name }) => name === 'future-stamps');
  expect(job?.everySeconds).toBeLessThanOrEqual(60);
  await job?.run({});
}

test('after a clock that was ahead the queue begins scheduled jobs and finds dead ones again, and says so', async () => {
  const { system } = portal.database;
  await system.run(sql`
    update pgboss.version set cron_on = ${ahead}, bam_on = ${ahead}, flow_on = ${ahead}, reindex_on = ${ahead},
      monitor_backoff_on = ${ahead}`);
  await system.run(sql`
    update pgboss.queue set monitor_claim_on = ${ahead}, monitor_on = ${ahead}, maintain_on = ${ahead}`);
  await setBack();
  const version = sql`greatest(cron_on, bam_on, flow_on, reindex_on, monitor_backoff_on)`;
  const queue = sql`greatest(monitor_claim_on, monitor_on, maintain_on)`;
  const { is_past } = await system.one<{ is_past: boolean }>(sql`
    select (select ${version} <= now() from pgboss.version) and (select max(${queue}) <= now() from pgboss.queue) as is_past`);
  expect(is_past).toBe(true);
  expect(messages.map((line) => JSON.parse(line).table)).toEqual(['pgboss.version', 'pgboss.queue']);
  await setBack();
  expect(messages).toHaveLength(2);
});

test('jobs that were sent while the clock was ahead run, and a repeated one has its delay', async () => {
  const job = defineJob({ name: 'sent-ahead', schema: v.object({}), run: async () => undefined });
  await portal.queue.add([job]);
  const { system } = portal.database;
  const states = ['created', 'retry', 'retry', 'active'];
  for (const state of states) {
    await portal.database.asBackground((tx) => portal.queue.send(tx, job, {}));
    await system.run(sql`
      update pgboss.job set state = ${state}::pgboss.job_state, start_after = ${ahead}, heartbeat_on = ${ahead}
      where name = ${job.name} and heartbeat_on is null`);
  }
  const delayed = sql`(select id from pgboss.job where name = ${job.name} and state = 'retry' limit 1)`;
  await system.run(sql`update pgboss.job set start_after = ${inAnHour} where id = ${delayed}`);
  await setBack();
  const waiting = await system.query<{ state: string }>(sql`
    select state from pgboss.job where name = ${job.name} and start_after > now()`);
  expect(waiting).toEqual([{ state: 'retry' }]);
  const { alive } = await system.one<{ alive: number }>(sql`
    select count(*)::int as alive from pgboss.job where name = ${job.name} and heartbeat_on > now()`);
  expect(alive).toBe(0);
});
