import { expect, test } from '@jest/globals';
import { testPassword, testPortal } from '../testing/test-portal.ts';

const portal = testPortal({ RATE_LIMIT_FACTOR: '1' });

test('limits password attempts of a session to ten over all endpoints that require it', async () => {
  const client = await portal.customer();
  const wrong = { current_password: 'Wrong1!xx' };
  const paths = ['reveal', 'rotate', 'promote', 'discard'].map((action) => `/v1/accounts/token:${action}`);
  for (let count = 0; count < 10; count += 1) {
    const path = paths[count % paths.length] ?? '';
    expect((await client.post(path, wrong)).status).toBe(422);
  }
  const right = { current_password: testPassword };
  expect((await client.post('/v1/accounts/token:reveal', right)).status).toBe(429);
  const email = { ...right, email: 'elsewhere@example.com' };
  expect((await client.put('/v1/accounts/profile', email)).status).toBe(429);
});
