import { expect, test } from '@jest/globals';
import { testPassword, testPortal } from '../../testing/test-portal.ts';

const portal = testPortal({ RATE_LIMIT_FACTOR: '1' });
const login = '/v1/users/login';

test('guessing one account stops after 25 wrong passwords and says when to come back', async () => {
  const { email } = await portal.account();
  const client = portal.visitor();
  for (let count = 0; count < 25; count += 1) {
    expect((await client.post(login, { email, password: 'Wrong1!xx' })).status).toBe(401);
  }
  const answer = await client.post(login, { email, password: testPassword });
  expect(answer).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(Number(answer.headers['retry-after'])).toBe(answer.body.params.retry_after_seconds);
});
