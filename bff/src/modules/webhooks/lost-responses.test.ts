import { beforeEach, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { sql } from '../../database/sql.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { deliverWebhooksJob } from './deliver-webhooks.ts';
import { createWebhook, stepUp, testReceiver, webhooksUrl } from './webhooks.fixtures.ts';

const portal = testPortal();
const limitedPortal = testPortal({ RATE_LIMIT_FACTOR: '1' });
const receiver = testReceiver();
let customer: TestCustomer;

beforeEach(async () => {
  customer = await portal.customer();
});

const accounting = { url: 'https://hooks.example.com/portal', events: ['payment.credited'], ...stepUp };
const key = (name: string) => ({ 'idempotency-key': `key-of-${name}` });
const create = (name: string, changes: object = {}, by = customer) =>
  by.post(webhooksUrl, { ...accounting, ...changes }, key(name));
const listed = async () => (await customer.get(webhooksUrl)).body.webhooks;
const storedKeys = () =>
  portal.database.system.query<{ text: string }>(sql`
    select k::text as text from idempotency_keys k where account_id = ${customer.account.account_id}`);

test('a repeated creation makes one webhook, mails once and shows the same secret', async () => {
  const first = await create('form-1');
  const again = await create('form-1');
  expect(again).toMatchObject({ status: 201, headers: { 'idempotent-replayed': 'true' } });
  expect(again.body).toEqual(first.body);
  expect(await listed()).toHaveLength(1);
  const mails = (await portal.mails()).filter(({ to }) => to === customer.account.email);
  expect(mails).toHaveLength(1);
  await create('form-2');
  expect(await listed()).toHaveLength(2);
});

test('creations at the same time with one key make one webhook', async () => {
  const responses = await Promise.all(Array.from({ length: 4 }, () => create('form-1')));
  expect(new Set(responses.map(({ body }) => body.secret)).size).toBe(1);
  expect(await listed()).toHaveLength(1);
});

test('a key stores neither the secret nor a hash of the password', async () => {
  const { body } = await create('form-1');
  const [stored, ...others] = await storedKeys();
  expect(others).toEqual([]);
  expect(stored?.text).toContain(body.webhook.webhook_id);
  expect(stored?.text).not.toContain(body.secret.slice(6, 30));
  // A hash of the body with the password would change with it, and the password could be guessed from it.
  const { path } = await createWebhook(customer, accounting.url);
  await customer.post(`${path}:rotate-secret`, stepUp, key('rotation'));
  const hashes = await portal.database.system.query<{ is_without: boolean }>(sql`
    select body_hash = sha256(${`${path}:rotate-secret\n{}`}::bytea) as is_without
    from idempotency_keys where account_id = ${customer.account.account_id} and key = 'key-of-rotation'`);
  expect(hashes).toEqual([{ is_without: true }]);
});

test('a repeated creation needs the password, and the same content', async () => {
  await create('form-1');
  expect((await create('form-1', { current_password: 'Wrong1!xx' })).status).toBe(422);
  const other = await create('form-1', { events: ['balance.low'] });
  expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  const stranger = await portal.customer();
  expect((await create('form-1', {}, stranger)).headers).not.toHaveProperty('idempotent-replayed');
  expect(await listed()).toHaveLength(1);
});

test('repeated requests with the right password use up no guesses', async () => {
  const own = await limitedPortal.customer();
  const { path } = await createWebhook(own, accounting.url);
  const rotate = (body: object) => own.post(`${path}:rotate-secret`, body, key('dialog-1'));
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1)
    statuses.push((await create('form-1', {}, own)).status, (await rotate(stepUp)).status);
  expect(statuses).toEqual(Array.from({ length: 6 }, () => [201, 200]).flat());
  const wrong: number[] = [];
  for (let count = 0; count < 11; count += 1)
    wrong.push((await rotate({ current_password: 'Wrong1!xx' })).status);
  expect(wrong).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
  // Nor does a right password help to guess.
  expect((await rotate(stepUp)).status).toBe(429);
});

test('requests with the right password are limited as well', async () => {
  const own = await limitedPortal.customer();
  const statuses: number[] = [];
  for (let count = 0; count < 21; count += 1) statuses.push((await create('form-1', {}, own)).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429]);
}, 60_000);

test('the key of a deleted webhook creates no other and shows nothing', async () => {
  const { body } = await create('form-1');
  await customer.post(`${webhooksUrl}/${body.webhook.webhook_id}:delete`, stepUp);
  expect((await create('form-1')).status).toBe(404);
  expect(await listed()).toEqual([]);
});

test('a repeated rotation mails once and shows the same secret', async () => {
  const { path } = await createWebhook(customer, accounting.url);
  const rotate = (name: string) => customer.post(`${path}:rotate-secret`, stepUp, key(name));
  const first = await rotate('dialog-1');
  expect((await rotate('dialog-1')).body).toEqual(first.body);
  const mails = (await portal.mails()).filter(({ to }) => to === customer.account.email);
  expect(mails.filter(({ subject }) => /secret/.test(subject))).toHaveLength(1);
  const second = await rotate('dialog-2');
  expect(second.body.secret).not.toBe(first.body.secret);
  // It signs as well, so it is still the result of the first.
  expect((await rotate('dialog-1')).body.secret).toBe(first.body.secret);
});

test('further rotations within a day keep the secret that was in use before the first one', async () => {
  const place = `/hooks/${customer.account.account_id}`;
  const { secret, path } = await createWebhook(customer, receiver.url(place));
  const secrets = [secret];
  for (const _ of [1, 2, 3]) secrets.push((await customer.post(`${path}:rotate-secret`, stepUp)).body.secret);
  const accepted = async () => {
    await customer.post(`${path}:test`, {});
    await deliverWebhooksJob(portal.context).run({});
    const request = receiver.received(place).at(-1)!;
    return secrets.map((one) => {
      try {
        new Webhook(one).verify(request.body, request.headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    });
  };
  expect(await accepted()).toEqual([true, false, true, true]);
  // Its own day is over before that of the secret that was replaced last.
  await portal.superuser.system.run(sql`
    update webhooks set earlier_secret_until = now() - interval '1 s' where account_id = ${customer.account.account_id}`);
  expect(await accepted()).toEqual([false, false, true, true]);
});
