import { afterAll, expect, test } from '@jest/globals';
import { loadConfig } from './config/config.ts';
import { createLog } from './log.ts';
import { buildMaintenanceApp } from './maintenance-app.ts';

const starting = buildMaintenanceApp({ config: loadConfig({}), log: createLog('silent') });
afterAll(async () => (await starting).close());

test('a webhook gets 503 while the database is away, so that its sender repeats it', async () => {
  const app = await starting;
  const webhook = {
    method: 'POST',
    url: '/v1/finances/webhooks/btcpay',
    payload: { type: 'InvoiceSettled' },
  } as const;
  const { statusCode, headers } = await app.inject(webhook);
  expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
});
