import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { believeClock } from '../../queue/clock-guard.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { futureStampsJob } from '../platform/future-stamps.job.ts';
import { createWebhook, passTime, recordBalanceLow, testReceiver } from './webhooks.fixtures.ts';

const portal = testPortal();
const receiver = testReceiver();
let customer: TestCustomer;
let place: string;
let path: string;
let count = 0;

beforeEach(async () => {
  customer = await portal.customer();
  count += 1;
  place = `/hook-${count}`;
  await portal.database.asBackground((tx) => believeClock(tx, new Date().toISOString()));
  // The portal has run for weeks.
  await portal.database.system.run(sql`update clock_watch set steady_since = now() - interval '40 days'`);
  ({ path } = await createWebhook(customer, receiver.url(place), ['balance.low']));
  receiver.answer(place, (response) => response.writeHead(500).end());
  await failRound();
  await portal.database.system.run(sql`update webhooks set failures = 20 where ${isOwn()}`);
});
afterEach(() => portal.database.system.run(sql`delete from clock_watch`));

const isOwn = () => sql`account_id = ${customer.account.account_id}`;
const read = async () => (await customer.get('/v1/accounts/webhooks')).body.webhooks[0];

/** Something happens, and the webhook refuses the event. Returns the webhook's status. */
async function failRound(): Promise<string> {
  count += 1;
  await recordBalanceLow(portal, customer.account.account_id, String(count));
  await passTime(portal, customer);
  const before = receiver.received(place).length;
  await portal.queue.runWaiting();
  expect(receiver.received(place).length).toBeGreaterThan(before);
  return (await read()).status;
}

/** Time passes for the webhook; negative hours take it back. */
const pass = (hours: number) =>
  portal.database.system.run(sql`
    update webhooks set failing_since = failing_since - make_interval(hours => ${hours}),
      failed_day_began = failed_day_began - make_interval(hours => ${hours})
    where ${isOwn()}`);

/** The clock jumps ahead: time passes for the portal, too. */
async function jump(hours: number): Promise<void> {
  await pass(hours);
  await portal.database.system.run(sql`
    update clock_watch set believed = believed - make_interval(hours => ${hours}), steady_since = steady_since - make_interval(hours => ${hours})`);
}

test('stops sending after three days of failures, mails the customer, and sends what waits once it is resumed', async () => {
  for (const hours of [24, 24, 23]) {
    await pass(hours);
    expect(await failRound()).toBe('active');
  }
  await pass(1);
  expect(await failRound()).toBe('failed');
  const mails = (await portal.mails()).filter(({ to }) => to === customer.account.email);
  expect(mails[0]).toMatchObject({ subject: 'Your webhook has been stopped' });
  expect(mails[0]?.text).toContain('for 3 days');
  await passTime(portal, customer);
  await portal.queue.runWaiting();
  expect(receiver.received(place)).toHaveLength(5);
  receiver.answer(place, (response) => response.writeHead(200).end());
  await customer.post(`${path}:resume`, {});
  await portal.queue.runWaiting();
  expect(receiver.received(place)).toHaveLength(10);
  expect(await read()).toMatchObject({ status: 'active', failing_since: null });
});

test('days before it was resumed, or had another address, do not count', async () => {
  await pass(24);
  await failRound();
  await pass(24);
  await failRound();
  await customer.post(`${path}:resume`, {});
  await failRound();
  await portal.database.system.run(sql`update webhooks set failures = 20 where ${isOwn()}`);
  await pass(24);
  expect(await failRound()).toBe('active');
});

test.each([
  ['a month', 31 * 24],
  ['two days', 48],
])('a clock that is ahead by %s for a minute gives up no webhook, and counts no day', async (_, hours) => {
  await pass(24);
  await failRound();
  await pass(24);
  await failRound();
  await jump(hours);
  expect(await failRound()).toBe('active');
  await jump(-hours);
  await futureStampsJob(portal.context).run({});
  expect(Date.parse((await read()).failing_since)).toBeLessThanOrEqual(Date.now());
  expect(await failRound()).toBe('active');
});

test('a clock that was behind at the first failure gives up no webhook', async () => {
  await pass(10 * 24);
  await portal.database.system.run(sql`update clock_watch set steady_since = now() - interval '20 minutes'`);
  expect(await failRound()).toBe('active');
  for (const hours of [25, 49]) {
    await pass(24);
    await portal.database.system.run(sql`
      update clock_watch set steady_since = now() - make_interval(hours => ${hours})`);
    expect(await failRound()).toBe('active');
  }
});

test('a webhook that first failed while the clock was ahead has failed since the correction', async () => {
  await pass(-31 * 24);
  await futureStampsJob(portal.context).run({});
  expect(Date.parse((await read()).failing_since)).toBeLessThanOrEqual(Date.now());
  for (const _ of [1, 2]) {
    await pass(24);
    expect(await failRound()).toBe('active');
  }
  await pass(24);
  expect(await failRound()).toBe('failed');
});
