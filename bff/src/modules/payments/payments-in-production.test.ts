import { expect, test } from '@jest/globals';
import { productionEnv } from '../../config/production.fixtures.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';

const portal = testPortal(productionEnv);

test('refuses crypto in production without a provider and stores nothing', async () => {
  const customer = await portal.customer();
  const { service_id } = await givenService(portal.database, customer.account.account_id);
  const headers = { origin: 'https://portal.example', 'sec-fetch-site': 'same-origin' };
  const response = await customer.post(
    '/v1/finances/payments/crypto',
    { service_id, amount: '100.00' },
    headers,
  );
  expect(response).toMatchObject({ status: 502, body: { code: 'upstream_error' } });
  expect((await customer.get('/v1/finances/payments')).body).toMatchObject({ total: 0 });
});

test('does not offer crypto in production without a provider', async () => {
  const customer = await portal.customer();
  expect(customer.account.crypto_enabled).toBe(true);
  expect((await customer.get('/v1/accounts/profile')).body).toMatchObject({ crypto_enabled: false });
});

test('has neither the sandbox nor webhooks in production without a provider', async () => {
  const visitor = portal.visitor();
  expect((await visitor.get('/dev/crypto')).status).toBe(404);
  const origin = { origin: 'https://portal.example' };
  expect((await visitor.post('/v1/finances/webhooks/sandbox', {}, origin)).status).toBe(404);
  expect((await visitor.post('/v1/finances/webhooks/btcpay', {}, origin)).status).toBe(404);
});
