import { expect, test } from '@jest/globals';
import { testPassword, testPortal } from '../../testing/test-portal.ts';

const portal = testPortal({ RATE_LIMIT_FACTOR: '1' });
const login = '/v1/users/login';

test('guessing one account stops after 25 wrong passwords, for everybody but those who have been here', async () => {
  const customer = await portal.customer();
  const { email } = customer.account;
  const client = portal.visitor();
  for (let count = 0; count < 25; count += 1) {
    expect((await client.post(login, { email, password: 'Wrong1!xx' })).status).toBe(401);
  }
  const answer = await client.post(login, { email, password: testPassword });
  expect(answer).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(Number(answer.headers['retry-after'])).toBe(answer.body.params.retry_after_seconds);

  // The limit by address is the guesser's too; the customer is elsewhere.
  const elsewhere = { remoteAddress: '192.0.2.7' };
  const payload = { email, password: testPassword };
  const again = await customer.send({ method: 'POST', url: login, payload, ...elsewhere });
  expect(again.status).toBe(200);
  const stranger = await portal.visitor().send({ method: 'POST', url: login, payload, ...elsewhere });
  expect(stranger.status).toBe(429);
});

test('a forged X-Forwarded-For buys no attempts', async () => {
  const client = portal.visitor();
  const statuses = [];
  for (let count = 0; count < 30; count += 1) {
    const body = { email: `guess-${count}@example.com`, password: 'Wrong1!xx' };
    statuses.push((await client.post(login, body, { 'x-forwarded-for': `198.51.100.${count}` })).status);
  }
  expect(statuses).toContain(429);
});
