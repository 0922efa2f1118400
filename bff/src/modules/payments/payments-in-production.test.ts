import { expect, test } from '@jest/globals';
import { testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';

const portal = testPortal({
  PORTAL_ENV: 'production',
  COMPOSITION_PUBLIC_KEY: 'A'.repeat(122),
  SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
  VIES: 'none',
  PUBLIC_URL: 'https://portal.example',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  PROVIDER_NAME: 'Provider',
  PROVIDER_ADDRESS: 'Street 1',
  PROVIDER_TAX_NUMBER: 'EE100000010',
  PROVIDER_IBAN: 'EE382200221020145685',
  PROVIDER_BIC: 'HABAEE2X',
});

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
