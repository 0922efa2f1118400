import { beforeEach, expect, test } from '@jest/globals';
import { productionEnv } from '../config/production.fixtures.ts';
import { createLog } from '../log.ts';
import { testPortal } from '../testing/test-portal.ts';

const lines: string[] = [];
const log = createLog('warn', { to: { write: (line) => lines.push(line) } });
const portal = testPortal({ ...productionEnv, TRUSTED_PROXIES: '10.0.0.0/8', LOG_LEVEL: 'warn' }, { log });
const direct = testPortal({ ...productionEnv, LOG_LEVEL: 'warn' }, { log });
const flooded = testPortal({ ...productionEnv, LOG_LEVEL: 'warn' }, { log });

async function addressesWarnedOf(where: typeof portal, remoteAddresses: readonly string[], headers: object) {
  for (const remoteAddress of remoteAddresses)
    await where.visitor().send({ url: '/healthz', remoteAddress, headers: { ...headers } });
  const records = lines.map((line): { address?: string; msg: string } => JSON.parse(line));
  return records.filter(({ msg }) => msg.includes('TRUSTED_PROXIES')).map(({ address }) => address);
}

beforeEach(() => {
  lines.length = 0;
});

const forwarded = { 'x-forwarded-for': '198.51.100.9' };

test('warns once about each proxy that is not named', async () => {
  expect(await addressesWarnedOf(portal, ['192.0.2.1', '192.0.2.1', '192.0.2.2'], forwarded)).toEqual([
    '192.0.2.1',
    '192.0.2.2',
  ]);
  expect(await addressesWarnedOf(direct, ['10.0.0.1'], forwarded)).toContain('10.0.0.1');
});

test('does not warn about named proxies and direct requests', async () => {
  expect(await addressesWarnedOf(portal, ['10.1.2.3'], forwarded)).toEqual([]);
  expect(await addressesWarnedOf(portal, ['192.0.2.9'], {})).toEqual([]);
});

test('writes at most ten warnings', async () => {
  const many = Array.from({ length: 30 }, (_, index) => `203.0.113.${index}`);
  expect(await addressesWarnedOf(flooded, many, forwarded)).toHaveLength(10);
});
