import { expect, test } from '@jest/globals';
import { testPassword, testPortal } from '../../testing/test-portal.ts';

const portal = testPortal();
const change = '/v1/users/password:change';
const verify = '/v1/accounts/access:verify';
const fresh = { password: 'NewSecret1!', password_repeat: 'NewSecret1!' };

test('a page that lost only the body repeats the change with its new session', async () => {
  const client = await portal.customer();
  const key = { 'idempotency-key': 'key-of-a-form' };
  const body = { current_password: testPassword, ...fresh };
  const first = await client.post(change, body, key);
  const renewed = { ...client.cookies };
  const again = await client.post(change, body, key);
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(client.cookies).toEqual(renewed);
  expect((await client.post(verify)).status).toBe(200);
  const other = { ...body, password: 'Helsinki-2028?', password_repeat: 'Helsinki-2028?' };
  for (const [attempt, headers] of [
    [body, {}],
    [body, { 'idempotency-key': 'key-of-a-thief' }],
    [other, key],
  ] as const)
    expect((await client.post(change, attempt, headers)).status).toBe(422);
  const stranger = await portal.customer();
  expect((await stranger.post(change, { ...body, current_password: 'Wrong1!xx' }, key)).status).toBe(422);
  await Object.assign(portal.visitor(), { cookies: { ...renewed } }).post('/v1/accounts/access:logout');
  expect((await client.post(change, body, key)).status).toBe(401);
});

test('a page that lost only the body repeats the change of a mailed link', async () => {
  const { email } = await portal.account();
  await portal.visitor().post('/v1/users/password:restore', { email });
  const mail = (await portal.mails()).find(({ to, text }) => to === email && text.includes('token=rst_'));
  const token = /token=(rst_[\w-]+)/.exec(mail?.text ?? '')?.[1];
  const client = portal.visitor();
  await client.post('/v1/users/token:exchange', { token });
  const key = { 'idempotency-key': 'key-of-a-form' };
  const first = await client.post(change, fresh, key);
  for (let count = 1; count <= 2; count += 1) {
    const again = await client.post(change, fresh, key);
    expect([again.status, again.body]).toEqual([200, first.body]);
  }
  expect((await client.post(change, fresh)).status).toBe(401);
  expect((await portal.visitor().post(change, fresh, key)).status).toBe(401);
  expect((await client.post(verify)).status).toBe(401);
});
