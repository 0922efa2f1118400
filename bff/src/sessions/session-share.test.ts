import { expect, test } from '@jest/globals';
import { givenService } from '../modules/services/services.fixtures.ts';
import { createWebhook } from '../modules/webhooks/webhooks.fixtures.ts';
import type { TestClient } from '../testing/test-client.ts';
import { type TestCustomer, testPassword, testPortal } from '../testing/test-portal.ts';

const portal = testPortal({ RATE_LIMIT_FACTOR: '1' });
const checked = testPortal({ RATE_LIMIT_FACTOR: '1', BOT_CHECK: 'altcha' });

async function another({ account: { email } }: TestCustomer, at = portal): Promise<TestClient> {
  const client = at.visitor();
  const login = await client.post('/v1/users/login', { email, password: testPassword });
  expect(login.body.next).toBe('welcome');
  return client;
}

type Send = (client: TestClient, count: number) => ReturnType<TestClient['post']>;
type Given = (customer: TestCustomer) => Promise<Send>;

async function serviceOf({ account }: TestCustomer): Promise<string> {
  return (await givenService(portal.database, account.account_id)).service_id;
}

const given: [string, { share: number; most: number }, Given][] = [
  [
    'creates payments',
    { share: 20, most: 60 },
    async (customer) => {
      const service_id = await serviceOf(customer);
      return (client, count) =>
        client.post('/v1/finances/payments/invoices', {
          service_id,
          amount: `${count + 10}`,
          allow_duplicate: true,
        });
    },
  ],
  [
    'writes to support',
    { share: 4, most: 10 },
    async () => (client) => client.post('/v1/accounts/support', { subject: 'Help', body: 'Please' }),
  ],
  [
    'switches a webhook',
    { share: 40, most: 120 },
    async (customer) => {
      const { path } = await createWebhook(customer, 'https://hooks.example.com/portal');
      return (client, count) => client.post(`${path}:${count % 2 === 0 ? 'pause' : 'resume'}`);
    },
  ],
  [
    'sends Idempotency-Keys',
    { share: 100, most: 300 },
    async () => (client, count) =>
      client.post(
        '/v1/services',
        { type: 'voicing' },
        { 'idempotency-key': `a-key-that-is-long-enough-${count}` },
      ),
  ],
  [
    'enters codes of a second factor',
    { share: 4, most: 10 },
    async () => (client) => client.post('/v1/accounts/two-factor:enable', { code: '123456' }),
  ],
];

test.each(given)(
  'a stolen session that %s leaves as much to the owner, and to the session after it',
  async (_what, { share, most }, prepare) => {
    const thief = await portal.customer();
    const owner = await another(thief);
    const send = await prepare(thief);
    let sent = 0;
    const useUp = async (client: TestClient) => {
      for (let count = 0; count <= most; count += 1) {
        sent += 1;
        if ((await send(client, sent)).status === 429) return count;
      }
      return Number.POSITIVE_INFINITY;
    };
    expect(await useUp(thief)).toBe(share);
    expect(await useUp(owner)).toBe(share);
    const left = most - 2 * share;
    expect(await useUp(await another(thief))).toBe(left);
    expect(await useUp(await another(thief))).toBe(0);
  },
  60_000,
);

test('support requests without a valid bot check use up nothing of the account', async () => {
  const thief = await checked.customer();
  const ticket = { subject: 'Help', body: 'Please', captcha_token: 'guessed' };
  const codes = new Set<string>();
  for (let count = 0; count < 101; count += 1)
    codes.add((await thief.post('/v1/accounts/support', ticket)).body.code);
  expect(codes).toEqual(new Set(['captcha_failed', 'rate_limited']));
  const owner = await another(thief, checked);
  for (let count = 0; count < 5; count += 1)
    expect((await owner.post('/v1/accounts/support', ticket)).body.code).toBe('captcha_failed');
  const { email } = thief.account;
  const wrong = { email, password: 'Wrong1!xx', captcha_token: 'guessed' };
  const known = Object.assign(checked.visitor(), { cookies: { device: owner.cookies['device'] ?? '' } });
  const login = new Set<string>();
  for (let count = 0; count < 5; count += 1)
    login.add((await known.post('/v1/users/login', wrong)).body.code);
  expect(login).toContain('captcha_failed');
  expect(login).not.toContain('rate_limited');
});
