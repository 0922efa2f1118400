import { expect, test } from '@jest/globals';
import { testPassword, testPortal } from '../../testing/test-portal.ts';

const portal = testPortal({ RATE_LIMIT_FACTOR: '1' });
const change = '/v1/users/password:change';
const fresh = { password: 'NewSecret1!', password_repeat: 'NewSecret1!' };

test('limits the passwords that repeated changes may try', async () => {
  const client = await portal.customer();
  const key = { 'idempotency-key': 'key-of-a-form' };
  const sent = Object.assign(portal.visitor(), { cookies: { ...client.cookies } });
  await sent.post(change, { current_password: testPassword, ...fresh }, key);
  const wrong = { current_password: testPassword, password: 'Wrong1!xx', password_repeat: 'Wrong1!xx' };
  const answers: number[] = [];
  for (let count = 1; count <= 12; count += 1) answers.push((await client.post(change, wrong, key)).status);
  expect(answers[0]).toBe(401);
  expect(answers.at(-1)).toBe(429);
});
