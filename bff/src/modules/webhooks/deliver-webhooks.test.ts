import type { ServerResponse } from 'node:http';
import { beforeEach, expect, test } from '@jest/globals';
import { webhookBodyOf, webhookDataSchemas } from '@portal/contract/webhook-events';
import { Webhook } from 'standardwebhooks';
import * as v from 'valibot';
import { sql } from '../../database/sql.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { deliverWebhooksJob } from './deliver-webhooks.ts';
import { recordEvents } from './record-events.ts';
import {
  balanceLow,
  createWebhook,
  passTime,
  recordBalanceLow,
  stepUp,
  testReceiver,
} from './webhooks.fixtures.ts';

const portal = testPortal();
const receiver = testReceiver();
let customer: TestCustomer;
let place: string;
let count = 0;

beforeEach(async () => {
  customer = await portal.customer();
  count += 1;
  place = `/hook-${count}`;
});

/** An event in a transaction of its own. */
const happen = (key: string, by = customer) => recordBalanceLow(portal, by.account.account_id, key);
const create = (path = place) => createWebhook(customer, receiver.url(path), ['balance.low']);
const deliver = () => portal.queue.runWaiting();
const logOf = async (path: string, by = customer) => (await by.get(`${path}/deliveries`)).body.items;
const refuse = (status: number, body = '') =>
  receiver.answer(place, (response) => response.writeHead(status).end(body));
const accept = () => receiver.answer(place, (response) => response.writeHead(200).end('ok'));

test('sends an event once, signed as Standard Webhooks says', async () => {
  const { secret, path } = await create();
  await happen('1');
  await happen('1');
  await deliver();
  await deliver();
  const [request, ...more] = receiver.received(place);
  expect(more).toEqual([]);
  const body = new Webhook(secret).verify(request!.body, request!.headers as Record<string, string>);
  expect(
    v.parse(v.strictObject(webhookBodyOf('balance.low', webhookDataSchemas['balance.low']).entries), body),
  ).toEqual({
    type: 'balance.low',
    version: 1,
    timestamp: expect.stringMatching(/Z$/),
    account_sid: customer.account.account_sid,
    data: balanceLow,
  });
  expect(await logOf(path)).toMatchObject([
    { event_id: request!.headers['webhook-id'], status: 'delivered', attempts: 1, response_status: 204 },
  ]);
});

test('a changed body, time or id breaks the signature', async () => {
  const { secret } = await create();
  await happen('1');
  await deliver();
  const [request] = receiver.received(place);
  const verifier = new Webhook(secret);
  const headers = request!.headers as Record<string, string>;
  expect(() => verifier.verify(`${request!.body} `, headers)).toThrow('No matching signature');
  const seconds = String(Number(headers['webhook-timestamp']) - 1);
  expect(() => verifier.verify(request!.body, { ...headers, 'webhook-timestamp': seconds })).toThrow();
  expect(() => verifier.verify(request!.body, { ...headers, 'webhook-id': 'evt_other' })).toThrow();
});

test('both secrets sign during a rotation', async () => {
  const { secret, path } = await create();
  const { body } = await customer.post(`${path}:rotate-secret`, stepUp);
  await happen('1');
  await deliver();
  const [request] = receiver.received(place);
  const headers = request!.headers as Record<string, string>;
  for (const key of [secret, body.secret]) new Webhook(key).verify(request!.body, headers);
  await portal.database.system.run(sql`
    update webhooks set previous_secret_until = now() - interval '1 s' where previous_secret_until is not null`);
  await happen('2');
  await deliver();
  const [, next] = receiver.received(place);
  expect(() => new Webhook(secret).verify(next!.body, next!.headers as Record<string, string>)).toThrow();
  new Webhook(body.secret).verify(next!.body, next!.headers as Record<string, string>);
});

test('a transaction that is rolled back sends nothing', async () => {
  await create();
  const failed = portal.database.asBackground(async (tx) => {
    await recordEvents(tx, customer.account.account_id, 'balance.low', [{ key: '1', data: balanceLow }]);
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  await deliver();
  expect(receiver.received(place)).toEqual([]);
});

test('writes nothing for a paused webhook, another event or an account without webhooks', async () => {
  const stranger = await portal.customer();
  await happen('1', stranger);
  await createWebhook(customer, receiver.url(place), ['invoice.issued']);
  const { path } = await create();
  await customer.post(`${path}:pause`, {});
  await happen('1');
  const written = await portal.database.system.query(sql`
    select from webhook_events where account_id in (${customer.account.account_id}, ${stranger.account.account_id})`);
  expect(written).toEqual([]);
});

test('an event and the deletion of its webhook do not fail each other', async () => {
  const { path } = await create();
  const deleted = await portal.database.asBackground(async (tx) => {
    await recordEvents(tx, customer.account.account_id, 'balance.low', [{ key: '1', data: balanceLow }]);
    const deletion = customer.post(`${path}:delete`, stepUp);
    await tx.run(sql`select pg_sleep(0.3)`);
    return { deletion };
  });
  expect((await deleted.deletion).status).toBe(200);
  await happen('2');
  await deliver();
  expect(receiver.received(place)).toEqual([]);
});

test('repeats a refused event with growing waits, seven times in about a day', async () => {
  const { path } = await create();
  refuse(503, 'later');
  await happen('1');
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 7; attempt += 1) {
    await deliver();
    await deliver();
    expect(receiver.received(place)).toHaveLength(attempt);
    const [{ next_attempt, status, failure }] = await logOf(path);
    expect([status, failure]).toEqual([attempt < 7 ? 'pending' : 'failed', 'status']);
    if (next_attempt !== null) waits.push((Date.parse(next_attempt) - Date.now()) / 1000);
    await passTime(portal, customer);
  }
  await deliver();
  expect(receiver.received(place)).toHaveLength(7);
  for (const [index, seconds] of [5, 300, 1_800, 7_200, 18_000, 36_000].entries()) {
    expect(waits[index]).toBeGreaterThan(seconds - 5);
    expect(waits[index]).toBeLessThanOrEqual(seconds * 1.2);
  }
  expect(new Set(receiver.received(place).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  const [{ delivery_id }] = await logOf(path);
  const { body } = await customer.get(`${path}/deliveries/${delivery_id}`);
  expect(body.body).toBe(receiver.received(place)[0]?.body);
  expect(body.log).toHaveLength(7);
  expect(body.log[0]).toMatchObject({
    attempt: 1,
    response_status: 503,
    response_body: 'later',
    failure: 'status',
  });
});

test('a server that fails gets one event at a time until it takes one', async () => {
  const { path } = await create();
  refuse(500);
  await happen('0');
  await deliver();
  expect((await customer.get('/v1/accounts/webhooks')).body.webhooks[0].failing_since).toEqual(
    expect.any(String),
  );
  for (const key of ['1', '2', '3', '4']) await happen(key);
  await passTime(portal, customer);
  await deliver();
  expect(receiver.received(place)).toHaveLength(2);
  await deliver();
  expect(receiver.received(place)).toHaveLength(2);
  accept();
  await passTime(portal, customer);
  await deliver();
  expect((await logOf(path)).map(({ status }: { status: string }) => status)).toEqual(
    Array.from({ length: 5 }, () => 'delivered'),
  );
  expect((await customer.get('/v1/accounts/webhooks')).body.webhooks[0].failing_since).toBeNull();
});

test('a slow server does not hold up other webhooks', async () => {
  const slow = await createWebhook(customer, receiver.url('/stuck'), ['payment.credited']);
  const held = Promise.withResolvers<ServerResponse>();
  receiver.answer('/stuck', (response) => held.resolve(response));
  await customer.post(`${slow.path}:test`, {});
  const job = deliverWebhooksJob(portal.context);
  const stuck = job.run({});
  const response = await held.promise;
  await create();
  await happen('1');
  await job.run({});
  expect(receiver.received(place)).toHaveLength(1);
  expect(await logOf(slow.path)).toMatchObject([{ status: 'pending', attempts: 0 }]);
  response.writeHead(204).end();
  await stuck;
  expect(await logOf(slow.path)).toMatchObject([{ status: 'delivered' }]);
});

test('what a process that was killed had reserved is sent by another one', async () => {
  const { webhook_id } = await create();
  await happen('1');
  // It had reserved the webhook when it ended, after the commit and before the delivery.
  await portal.database.system.run(sql`
    update webhooks set busy_until = now() + interval '1 hour' where webhook_id = ${webhook_id}`);
  await deliver();
  expect(receiver.received(place)).toEqual([]);
  await portal.database.system.run(
    sql`update webhooks set busy_until = now() where webhook_id = ${webhook_id}`,
  );
  await deliver();
  expect(receiver.received(place)).toHaveLength(1);
});

test('processes that run at the same time send each event once', async () => {
  await create();
  for (let key = 0; key < 25; key += 1) await happen(String(key));
  const processes = Array.from({ length: 4 }, () => deliverWebhooksJob(portal.context));
  await Promise.all(processes.map((job) => job.run({})));
  const ids = receiver.received(place).map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(25);
  expect(new Set(ids).size).toBe(25);
});

test('a customer sends a test event and replays a delivery with the same id', async () => {
  const { path, secret, webhook_id } = await create();
  const { status, body } = await customer.post(`${path}:test`, {});
  expect([status, body.delivery]).toMatchObject([
    202,
    { type: 'webhook.test', status: 'pending', is_replay: false },
  ]);
  await deliver();
  const { delivery_id } = body.delivery;
  expect((await customer.post(`${path}/deliveries/${delivery_id}:replay`, {})).status).toBe(202);
  await deliver();
  const [first, second] = receiver.received(place);
  expect(first!.headers['webhook-id']).toBe(second!.headers['webhook-id']);
  expect(new Webhook(secret).verify(second!.body, second!.headers as Record<string, string>)).toMatchObject({
    type: 'webhook.test',
    data: { webhook_id },
  });
  expect(await logOf(path)).toMatchObject([{ is_replay: true }, { is_replay: false }]);
});

test('lists deliveries by status, page by page', async () => {
  const { path } = await create();
  for (const key of ['1', '2', '3']) await happen(key);
  await deliver();
  refuse(404);
  await happen('4');
  await deliver();
  const page = async (query: string) => (await customer.get(`${path}/deliveries?${query}`)).body;
  expect(await page('status=pending')).toMatchObject({ items: [{ response_status: 404 }], has_more: false });
  await portal.database.system.run(sql`
    insert into webhook_deliveries (account_id, webhook_id, event_id)
    select account_id, webhook_id, event_id from webhook_deliveries, generate_series(1, 3)
    where account_id = ${customer.account.account_id}`);
  const [first, second] = [await page('limit=10'), await page('limit=10&offset=10')];
  expect([first.items.length, first.has_more, second.items.length, second.has_more]).toEqual([
    10,
    true,
    6,
    false,
  ]);
  expect((await customer.get(`${path}/deliveries?status=lost`)).body.code).toBe('filter_invalid');
});
