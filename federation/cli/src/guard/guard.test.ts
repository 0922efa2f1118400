import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ReleaseHealth } from '@portal/federation-contract/release-telemetry';
import fc from 'fast-check';
import { contextOf } from '../cli/context.ts';
import { guardRounds } from '../commands/guard.ts';
import { noTrialRun } from '../testing/no-trial-run.fixtures.ts';
import { type ScratchPortal, scratchPortal } from '../testing/scratch-portal.fixtures.ts';
import { canaryVerdict } from './canary-verdict.ts';

const canary = { area: 'voicing', active: '1.0.0', candidate: '2.0.0' };
const limits = { minimum: 50, threshold: 2, slower: 50 };
const health = (
  version: string,
  source: ReleaseHealth['source'],
  loaded: number,
  failed: number,
  more: Partial<ReleaseHealth['pages']> = {},
): ReleaseHealth => ({
  area: 'voicing',
  version,
  source,
  loaded: 0,
  failed: 0,
  pages: { loaded, failed, silent: 0, waiting: 0, load_ms: 1000, ...more },
});
const active = health('1.0.0', 'active', 1000, 1);

test.each<[string, ReleaseHealth[], string]>([
  ['waits for enough pages', [health('2.0.0', 'canary', 0, 49)], 'wait'],
  ['halts a candidate that fails more', [health('2.0.0', 'canary', 45, 5), active], 'halt'],
  [
    'passes a candidate that fails as often',
    [health('2.0.0', 'canary', 45, 5), health('1.0.0', 'active', 90, 10)],
    'pass',
  ],
  ['allows for the threshold', [health('2.0.0', 'canary', 98, 2), health('1.0.0', 'active', 100, 0)], 'pass'],
  ['halts without any page of the active release', [health('2.0.0', 'canary', 40, 10)], 'halt'],
  [
    'ignores other areas, versions and sources',
    [
      health('2.0.0', 'override', 0, 500),
      { ...health('2.0.0', 'canary', 0, 500), area: 'finances' },
      health('1.9.0', 'canary', 0, 500),
    ],
    'wait',
  ],
  ['halts a candidate whose pages hang', [health('2.0.0', 'canary', 0, 0, { silent: 50 }), active], 'halt'],
  [
    'passes a candidate whose pages are as silent',
    [health('2.0.0', 'canary', 55, 0, { silent: 5 }), health('1.0.0', 'active', 920, 0, { silent: 80 })],
    'pass',
  ],
  [
    'waits while pages of the candidate may still report',
    [health('2.0.0', 'canary', 10, 0, { waiting: 90 }), active],
    'wait',
  ],
  ['halts a slower candidate', [health('2.0.0', 'canary', 100, 0, { load_ms: 2100 }), active], 'halt'],
  [
    'passes a candidate that is slower by little',
    [health('2.0.0', 'canary', 100, 0, { load_ms: 1900 }), active],
    'pass',
  ],
  [
    'waits while chance explains a difference',
    [health('2.0.0', 'canary', 47, 3), health('1.0.0', 'active', 100, 0)],
    'wait',
  ],
  [
    'lets no count of reports hide pages that failed',
    [{ ...health('2.0.0', 'canary', 0, 100), loaded: 5080 }, active],
    'halt',
  ],
  [
    'lets no count of reports halt a candidate whose pages are good',
    [{ ...health('2.0.0', 'canary', 100, 0), failed: 5080 }, active],
    'pass',
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
      fc.pre(loaded + failed > 0);
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
    why: expect.stringContaining('20 of 100 pages failed (20.0 %, 0 without a report)'),
  });
  // Counted from when the canary began, not from when its share was raised.
  expect(asked[0]).toEqual({ since: entries[2]?.when, authorization: 'Bearer ops' });
  expect(await guard()).toMatchObject({ code: 0, out: 'No canary is running.\n' });
});

test('halts a bad canary of the host', async () => {
  await scratch.publish('host', 2);
  await scratch.portal('canary host@latest --percent 10');
  await scratch.portal('canary host@latest --percent 30');
  const ofHost = (one: ReleaseHealth) => ({ ...one, area: 'host' });
  items = [
    ofHost(health('0.1.0-aaaaaaa2', 'canary', 80, 20)),
    ofHost(health('0.1.0-aaaaaaa1', 'active', 900, 1)),
  ];
  expect(await guard()).toMatchObject({ code: 6, out: expect.stringContaining('halted: host@') });
  const { entries } = await scratch.json<{ entries: { when: string }[] }>('history');
  expect(asked[0]?.since).toBe(entries[2]?.when);
  expect(await guard()).toMatchObject({ code: 0, out: 'No canary is running.\n' });
});

test('promotes a canary of the host that the guard passes, and no other', async () => {
  await scratch.publish('host', 2);
  await scratch.portal('canary host@latest --percent 10');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const promote = `promote host@0.1.0-aaaaaaa2 --require-verdict --url ${url}`;
  expect(await scratch.portal(promote)).toMatchObject({
    code: 3,
    err: expect.stringContaining('wait for more pages'),
  });
  items = [{ ...health('0.1.0-aaaaaaa2', 'canary', 100, 0), area: 'host' }];
  expect((await scratch.portal(promote)).code).toBe(0);
});

test('halts a bad canary although somebody has removed copies of the history', async () => {
  await scratch.portal('canary voicing@latest --percent 10');
  await scratch.portal('canary voicing@latest --percent 30');
  for (const number of [1, 2]) rmSync(path.join(scratch.folder, `var/portal/compositions/${number}.json`));
  items = [health('0.1.0-aaaaaaa2', 'canary', 80, 20), health('0.1.0-aaaaaaa1', 'active', 900, 1)];
  expect((await guard()).code).toBe(6);
});

test('watches on while the store and the portal fail, says so, and halts a bad canary afterwards', async () => {
  await scratch.portal('canary voicing@latest --percent 10');
  const composition = path.join(scratch.folder, 'var/portal/composition.json');
  const whole = readFileSync(composition);
  const lines: string[] = [];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const progress = (line: string) => lines.push(line);
  const { environment } = scratch;
  const context = contextOf({}, { environment, command: 'guard', runCandidates: noTrialRun, progress });
  const limited = { ...limits, silence: 60, url, token: 'ops', isDryRun: false };
  const round = guardRounds({ ...context, ...limited, key: await context.key() }, context);
  const said = async () => {
    lines.length = 0;
    await round();
    return lines.join('\n');
  };
  expect(await said()).toContain('undecided');
  writeFileSync(composition, 'damaged');
  expect(await said()).toContain('not watching, trying again: ');
  // A fault of the operating system, which is no error of the tool's own.
  rmSync(composition);
  mkdirSync(composition);
  expect(await said()).toContain('not watching, trying again: ');
  rmSync(composition, { recursive: true });
  writeFileSync(composition, whole);
  expect(await said()).toMatch(/^watching again\nundecided/);
  items = [health('0.1.0-aaaaaaa2', 'canary', 80, 20), health('0.1.0-aaaaaaa1', 'active', 900, 1)];
  expect(await said()).toMatch(/^halted: voicing@0.1.0-aaaaaaa2/);
});

test('fails when the portal does not return release health', async () => {
  await scratch.portal('canary voicing@latest --percent 10');
  server.removeAllListeners('request');
  server.on('request', (_request, response) => response.writeHead(404).end());
  expect(await guard()).toMatchObject({ code: 1, err: expect.stringContaining('returned 404') });
});

describe('promote --require-verdict', () => {
  const promote = (version = '0.1.0-aaaaaaa2') =>
    scratch.portal(
      `promote voicing@${version} --require-verdict --url http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    );
  beforeEach(async () => {
    await scratch.portal('canary voicing@latest --percent 10');
  });

  test('promotes a canary that the guard passes', async () => {
    items = [health('0.1.0-aaaaaaa2', 'canary', 100, 0), health('0.1.0-aaaaaaa1', 'active', 900, 1)];
    expect((await promote()).code).toBe(0);
    expect(asked[0]?.authorization).toBe('Bearer ops');
  });

  test.each([
    ['has too few pages', () => [], 'wait for more pages'],
    ['fails', () => [health('0.1.0-aaaaaaa2', 'canary', 0, 100)], 'halt it: portal halt voicing'],
  ])('refuses a canary that %s', async (_what, pages, advice) => {
    items = pages();
    expect(await promote()).toMatchObject({ code: 3, err: expect.stringContaining(advice) });
    expect((await scratch.portal('status')).out).toContain('10 %');
  });

  test('refuses while the portal does not return release health', async () => {
    server.removeAllListeners('request');
    server.on('request', (_request, response) => response.writeHead(500).end());
    expect((await promote()).code).toBe(1);
  });
});
