import { afterEach, describe, expect, test } from '@jest/globals';
import pino from 'pino';
import * as v from 'valibot';
import { identifier, joinSql, rawSql, sql } from '../../database/sql.ts';
import { countAttemptOf } from '../../http/rate-limit.ts';
import { jobs } from '../../modules.ts';
import { defineJob } from '../../queue/queue.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { givenCryptoCustomer, givenCryptoPayment } from '../crypto/crypto.fixtures.ts';
import { dueCryptoInvoicesJob } from '../crypto/crypto.job.ts';
import { claimExport } from '../exports/background/export-work.repository.ts';
import { countRecentPayments } from '../payments/payments.repository.ts';
import { givenService } from '../services/services.fixtures.ts';
import { createWebhook, recordBalanceLow, testReceiver } from '../webhooks/webhooks.fixtures.ts';

const messages: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void messages.push(line) });
const portal = testPortal();
const receiver = testReceiver();
const { ahead, inAnHour } = {
  ahead: sql`now() + interval '40 days'`,
  inAnHour: sql`now() + interval '1 hour'`,
};

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

test('a webhook gets its events again that rested, was busy or got them while the clock was ahead', async () => {
  const customer = await portal.customer();
  const { account_id } = customer.account;
  const { webhook_id } = await createWebhook(customer, receiver.url('/hook'), ['balance.low']);
  await recordBalanceLow(portal, account_id, 'k');
  const { system } = portal.database;
  await system.run(sql`
    update webhooks set busy_until = ${ahead}, rest_until = ${ahead} where webhook_id = ${webhook_id}`);
  await system.run(
    sql`update webhook_deliveries set next_attempt = ${ahead} where webhook_id = ${webhook_id}`,
  );
  await setBack();
  await portal.queue.runWaiting();
  expect(receiver.received('/hook')).toHaveLength(1);
});

test('a webhook that rests and a delivery that is repeated in some hours keep their times', async () => {
  const customer = await portal.customer();
  const { webhook_id } = await createWebhook(customer, receiver.url('/resting'), ['balance.low']);
  await recordBalanceLow(portal, customer.account.account_id, 'k');
  const { system } = portal.database;
  await system.run(sql`
    update webhooks set rest_until = now() + interval '5 minutes' where webhook_id = ${webhook_id}`);
  await system.run(sql`
    update webhook_deliveries set attempts = 6, next_attempt = now() + interval '12 hours' where webhook_id = ${webhook_id}`);
  await setBack();
  const { waits } = await system.one<{ waits: boolean }>(sql`
    select rest_until > now() and next_attempt > now() as waits
    from webhooks join webhook_deliveries using (webhook_id) where webhook_id = ${webhook_id}`);
  expect(waits).toBe(true);
});

test('a delivery whose repetition was planned while the clock was some hours ahead is repeated without waiting for it', async () => {
  const customer = await portal.customer();
  await createWebhook(customer, receiver.url('/planned-ahead'), ['balance.low']);
  await recordBalanceLow(portal, customer.account.account_id, 'k');
  await portal.database.system.run(sql`
    update webhook_deliveries set attempts = 2, next_attempt = now() + interval '2 hours'
    where account_id = ${customer.account.account_id}`);
  await setBack();
  await portal.queue.runWaiting();
  expect(receiver.received('/planned-ahead')).toHaveLength(1);
});

test('an export starts again whose process died while the clock was ahead', async () => {
  const customer = await portal.customer();
  const { account_id } = customer.account;
  const { service_id } = await givenService(portal.database, account_id);
  const query = { start_date: '2026-10-01', end_date: '2026-10-31' };
  await customer.post('/v1/accounts/exports', { kind: 'calls', service_id, format: 'csv', query });
  const claim = () => portal.database.asBackground((tx) => claimExport(tx, account_id));
  await claim();
  const { superuser } = portal;
  await superuser.system.run(sql`update exports set heartbeat = ${ahead} where account_id = ${account_id}`);
  expect(await claim()).toBeUndefined();
  await setBack();
  // A process that is alive would have said so in this time.
  await superuser.system.run(sql`
    update exports set heartbeat = heartbeat - interval '21 s' where account_id = ${account_id}`);
  expect(await claim()).toMatchObject({ attempt: 2 });
});

test('a crypto payment that was read while the clock was ahead is read again, without a webhook', async () => {
  const payment = await givenCryptoPayment(portal, await givenCryptoCustomer(portal));
  const { system } = portal.database;
  await system.run(sql`
    update crypto_invoices set read_at = ${inAnHour}, next_read_at = null where invoice_id = ${payment.invoice_id}`);
  await payment.act('pay', {});
  await payment.act('confirm', {});
  await setBack();
  await dueCryptoInvoicesJob(portal.context).run({});
  await portal.queue.runWaiting();
  expect((await payment.read()).payment.status).toBe('paid');
});

test.each([
  ['services', ['alert_checked', 'threshold_triggered_at', 'threshold_told_at']],
  ['accounts', ['tax_check_due', 'token_reveal_mailed', 'second_token_reveal_mailed']],
  ['one_time_tokens', ['created']],
  ['export_turns', ['began']],
])('stamps of %s are set back: %j', async (table, columns) => {
  const customer = await portal.customer();
  const { account_id } = customer.account;
  await givenService(portal.database, account_id);
  await portal.visitor().post('/v1/users/password:restore', { email: customer.account.email });
  await portal.mails();
  await portal.superuser.system.run(
    sql`insert into export_turns (account_id, began) values (${account_id}, now())`,
  );
  const assignments = columns.map((column) => sql`${identifier(column)} = ${ahead}`);
  const changed = await portal.superuser.system.run(sql`
    update ${rawSql(table)} set ${joinSql(assignments, ', ')} where account_id = ${account_id}`);
  expect(changed).toBe(1);
  await setBack();
  const latest = joinSql(columns.map(identifier), ', ');
  const { is_past } = await portal.superuser.system.one<{ is_past: boolean }>(sql`
    select greatest(${latest}) <= now() as is_past from ${rawSql(table)} where account_id = ${account_id}`);
  expect(is_past).toBe(true);
});

describe('a session and a mailed link', () => {
  afterEach(() => portal.database.system.run(sql`delete from clock_watch`));

  /** A customer who has logged in and asked for a link at a time from now. */
  async function givenSession(from: string) {
    const customer = await portal.customer();
    const { account_id } = customer.account;
    await portal.visitor().post('/v1/users/password:restore', { email: customer.account.email });
    await portal.mails();
    const move = (column: string) => sql`${identifier(column)} = ${identifier(column)} + ${from}::interval`;
    const moved = joinSql(['created', 'expires_at'].map(move), ', ');
    await portal.superuser.system.run(sql`
      update sessions set ${moved}, ${move('last_seen')} where account_id = ${account_id}`);
    await portal.superuser.system.run(sql`
      update one_time_tokens set ${moved} where account_id = ${account_id}`);
    const read = () =>
      portal.superuser.system.one<Record<'ends' | 'seen' | 'link_ends', string>>(sql`
        select s.expires_at as ends, last_seen as seen, t.expires_at as link_ends
        from sessions s join one_time_tokens t using (account_id) where account_id = ${account_id}`);
    return { customer, read };
  }

  test('that began while the clock was ahead end as if they began now', async () => {
    const { customer, read } = await givenSession('40 days');
    await setBack();
    const { ends, seen, link_ends } = await read();
    const hours = (moment: string) => (Date.parse(moment) - Date.now()) / 3_600_000;
    expect(hours(ends)).toBeCloseTo(portal.config.SESSION_ABSOLUTE_HOURS, 1);
    expect(hours(seen)).toBeCloseTo(0, 1);
    expect(hours(link_ends)).toBeCloseTo(portal.config.RESTORE_MINUTES / 60, 1);
    expect((await customer.get('/v1/services/all')).status).toBe(200);
  });

  test.each([
    ['of a clock that is seconds ahead', '50 seconds', undefined],
    ['before a clock that fell behind', '40 days', sql`now() + interval '40 days'`],
  ])('%s stay as they are', async (_, from, lived) => {
    if (lived !== undefined)
      await portal.superuser.system.run(sql`
        insert into clock_watch (believed, lived) select ${lived}, ${lived}`);
    const { customer, read } = await givenSession(from);
    const before = await read();
    await setBack();
    expect(await read()).toEqual(before);
    expect((await customer.get('/v1/services/all')).status).toBe(200);
  });
});

test('a file that was made while the clock was ahead is deleted when its days are over', async () => {
  const customer = await portal.customer();
  const { account_id } = customer.account;
  const { service_id } = await givenService(portal.database, account_id);
  const query = { start_date: '2026-10-01', end_date: '2026-10-31' };
  await customer.post('/v1/accounts/exports', { kind: 'calls', service_id, format: 'csv', query });
  await portal.superuser.system.run(sql`
    update exports set state = 'ready', created = ${ahead}, expires = ${ahead} + interval '7 days'
    where account_id = ${account_id}`);
  await setBack();
  const { days } = await portal.superuser.system.one<{ days: number }>(sql`
    select extract(epoch from expires - now())::float8 / 86400 as days from exports where account_id = ${account_id}`);
  expect(days).toBeCloseTo(7, 1);
});

test('attempts and payments that were dated in the future do not count', async () => {
  const window = { name: 'test', windowSeconds: 600 };
  const { system } = portal.database;
  await countAttemptOf(portal.context, window, 'ahead');
  await system.run(sql`update rate_counters set window_start = ${ahead} where key = 'test:ahead'`);
  await setBack();
  expect(await system.query(sql`select from rate_counters where key = 'test:ahead'`)).toEqual([]);

  const customer = await portal.customer();
  const { account_id } = customer.account;
  const { service_id } = await givenService(portal.database, account_id);
  await customer.post('/v1/finances/payments/invoices', { service_id, amount: '100.00' });
  expect(await countRecentPayments(system, account_id)).toMatchObject({ in_hour: 1, in_day: 1 });
  await portal.superuser.system.run(sql`
    update payments set created = ${ahead} where account_id = ${account_id}`);
  expect(await countRecentPayments(system, account_id)).toMatchObject({ in_hour: 0, in_day: 0 });
});
