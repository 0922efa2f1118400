import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { ReleaseHealth } from '@portal/federation-contract/release-telemetry';
import fc from 'fast-check';
import { type ScratchPortal, scratchPortal } from '../testing/scratch-portal.fixtures.ts';
import { canaryVerdict } from './guard-round.ts';

const canary = { area: 'voicing', active: '1.0.0', candidate: '2.0.0' };
const limits = { minimum: 50, threshold: 2 };
const health = (
  version: string,
  source: ReleaseHealth['source'],
  loaded: number,
  failed: number,
): ReleaseHealth => ({
  area: 'voicing',
  version,
  source,
  loaded,
  failed,
});

test.each([
  ['waits for enough reports', [health('2.0.0', 'canary', 0, 49)], 'wait'],
  [
    'halts a candidate that fails more',
    [health('2.0.0', 'canary', 45, 5), health('1.0.0', 'active', 1000, 1)],
    'halt',
  ],
  [
    'passes a candidate that fails as often',
    [health('2.0.0', 'canary', 45, 5), health('1.0.0', 'active', 90, 10)],
    'pass',
  ],
  ['allows for the threshold', [health('2.0.0', 'canary', 98, 2), health('1.0.0', 'active', 100, 0)], 'pass'],
  ['halts without any report of the active release', [health('2.0.0', 'canary', 40, 10)], 'halt'],
  [
    'ignores other areas, versions and sources',
    [
      health('2.0.0', 'override', 0, 500),
      { ...health('2.0.0', 'canary', 0, 500), area: 'finances' },
      health('1.9.0', 'canary', 0, 500),
    ],
    'wait',
  ],
])('%s', (_what, items, decision) => {
  expect(canaryVerdict(items, canary, limits).decision).toBe(decision);
});

test('never halts a candidate that is no worse than the active release', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(10_000), fc.integer({ min: 1, max: 50 }), (loaded, failed, times) => {
      const items = [
        health('2.0.0', 'canary', loaded, failed),
        health('1.0.0', 'active', loaded * times, failed * times),
      ];
      expect(canaryVerdict(items, canary, limits).decision).not.toBe('halt');
    }),
  );
});

let scratch: ScratchPortal;
let server: Server;
let asked: { since: string; authorization: string | undefined }[];
let items: ReleaseHealth[];
beforeEach(async () => {
  asked = [];
  items = [];
  scratch = scratchPortal({ OPS_TOKEN: 'ops' });
  server = createServer((request, response) => {
    const since = new URL(request.url ?? '/', 'http://portal').searchParams.get('since') ?? '';
    asked.push({ since, authorization: request.headers.authorization });
    response.end(JSON.stringify({ items }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  await scratch.portal('keys create');
  await scratch.publish('host', 1);
  await scratch.publish('voicing', 1);
  await scratch.publish('voicing', 2);
  await scratch.portal('deploy host@latest voicing@0.1.0-aaaaaaa1 --reason first');
});
afterEach(async () => {
  scratch.remove();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const guard = (more = '') =>
  scratch.portal(`guard --once --url http://127.0.0.1:${(server.address() as AddressInfo).port} ${more}`);

test('halts a bad release automatically and records it', async () => {
  await scratch.portal('canary voicing@latest --percent 10');
  await scratch.portal('canary voicing@latest --percent 30');
  items = [health('0.1.0-aaaaaaa2', 'canary', 80, 20), health('0.1.0-aaaaaaa1', 'active', 900, 1)];
  expect(await guard('--dry-run')).toMatchObject({ code: 0, out: expect.stringContaining('to be halted') });
  expect(await guard()).toMatchObject({
    code: 6,
    out: expect.stringContaining('halted: voicing@0.1.0-aaaaaaa2'),
  });
  const { entries } = await scratch.json<{ entries: { why: string; when: string; number: number }[] }>(
    'history',
  );
  expect(entries[0]).toMatchObject({
    number: 4,
    why: expect.stringContaining('20 of 100 reports are failures (20.0 %)'),
  });
  // Counted from when the canary began, not from when its share was raised.
  expect(asked[0]).toEqual({ since: entries[2]?.when, authorization: 'Bearer ops' });
  expect(await guard()).toMatchObject({ code: 0, out: 'No canary is running.\n' });
});

test('fails when the portal does not return release health', async () => {
  await scratch.portal('canary voicing@latest --percent 10');
  server.removeAllListeners('request');
  server.on('request', (_request, response) => response.writeHead(404).end());
  expect(await guard()).toMatchObject({ code: 1, err: expect.stringContaining('returned 404') });
});
