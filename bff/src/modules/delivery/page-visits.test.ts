import { afterAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { isInCanary } from '@portal/federation-contract/portal-visit';
import type { ReleaseHealth } from '@portal/federation-contract/release-telemetry';
import {
  createPortalFolder,
  pageTokenIn,
  sampleArea,
  sampleCanary,
  sampleComposition,
  sampleHostFiles,
} from '@portal/federation-server/testing/portal-folder.fixtures';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';

const opsToken = 'test-token-of-the-release-tool-0123456789';
const folder = createPortalFolder();
const portal = testPortal({
  OPS_TOKEN: opsToken,
  PORTAL_DIR: folder.path,
  COMPOSITION_PUBLIC_KEY: folder.config.signature_public_key,
  TRUSTED_PROXIES: '127.0.0.1',
});
afterAll(() => folder.remove());

let number = 3;
/** Makes version 0.3.0 of the area `a` its canary. */
function publishCanary(access: 'anonymous' | 'session'): void {
  number += 1;
  const withAccess = (live: ReturnType<typeof sampleArea>) => ({ ...live, area: { ...live.area, access } });
  const canary = sampleCanary(50);
  const tried = { ...canary, area: { ...canary.area, access } };
  folder.publish({ ...sampleComposition, number, areas: [withAccess(sampleArea({ canary: tried }))] });
}

/** Waits until the statements of earlier pages have ended: a page does not wait for being counted. */
async function pagesEnd(): Promise<void> {
  const { system } = portal.database;
  const statements = [jest.spyOn(system, 'first'), jest.spyOn(system, 'run')];
  const started = () => statements.flatMap(({ mock }) => mock.results.map(({ value }) => value));
  for (let count = -1; count < started().length; ) {
    count = started().length;
    await Promise.allSettled(started());
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const statement of statements) statement.mockClear();
}

beforeEach(async () => {
  await pagesEnd();
  await portal.superuser.system.run(sql`truncate page_visits, page_reports, release_reports, rate_counters`);
  publishCanary('anonymous');
});

const numbers = Array.from({ length: 200 }, (_, index) => String(index).padStart(22, 'v'));
const inCanary = numbers.filter((one) => isInCanary(one, 'a', 50));
const outside = numbers.filter((one) => !isInCanary(one, 'a', 50));

interface Visitor {
  visitor?: string | undefined;
  address?: string;
  cookies?: string;
}

/** Opens a page and returns its token. */
async function openPage({ visitor = inCanary[0], address = '192.0.2.1', cookies = '' }: Visitor = {}) {
  const headers = { cookie: `portal_visitor=${visitor}; ${cookies}`, 'x-forwarded-for': address };
  const response = await portal.app.inject({ url: '/a/list', headers });
  return pageTokenIn(response.headers['server-timing']);
}

const loaded = {
  area: 'a',
  version: '0.3.0',
  source: 'canary',
  composition: 4,
  outcome: { result: 'loaded' },
};
const failed = { ...loaded, outcome: { result: 'failed', stage: 'entry', reference: null } };
const report = (token: string, ...reports: object[]) =>
  portal.visitor().post('/portal/reports', { token, reports });

async function health(silence = 60): Promise<ReleaseHealth[]> {
  const url = `/ops/release-health?since=2026-01-01T00:00:00Z&silence=${silence}`;
  return (await portal.visitor().get(url, { authorization: `Bearer ${opsToken}` })).body.items;
}
const pagesOf = async (source: string, silence?: number, area = 'a') =>
  (await health(silence)).find((one) => one.source === source && one.area === area)?.pages;

/** Waits until this many pages of an area, or of the `host`, are counted: a page does not wait for it. */
async function counted(count: number, area = 'a'): Promise<void> {
  for (;;) {
    const row = await portal.database.system.one<{ count: number }>(
      sql`select count(*)::int as count from page_visits where area = ${area}`,
    );
    if (row.count === count) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const makeOlder = (seconds: number) =>
  portal.database.system.run(sql`update page_visits set served = served - make_interval(secs => ${seconds})`);

test('counts a page as waiting, then as loaded', async () => {
  const token = await openPage();
  await counted(1);
  expect(await pagesOf('canary')).toEqual({ loaded: 0, failed: 0, silent: 0, waiting: 1, load_ms: null });
  await makeOlder(2);
  await report(token, loaded);
  expect(await pagesOf('canary')).toMatchObject({ loaded: 1, waiting: 0, load_ms: expect.any(Number) });
  expect((await pagesOf('canary'))?.load_ms).toBeGreaterThanOrEqual(2000);
});

test('counts a page as silent when it reports nothing, or too late', async () => {
  await openPage();
  const late = await openPage({ address: '192.0.2.2' });
  await counted(2);
  await makeOlder(61);
  await report(late, loaded);
  expect(await pagesOf('canary')).toMatchObject({ loaded: 0, silent: 2, waiting: 0 });
  expect(await pagesOf('canary', 120)).toMatchObject({ loaded: 1, waiting: 1 });
});

test('counts a page that failed as failed, even if it loads later', async () => {
  const token = await openPage();
  await counted(1);
  await report(token, failed);
  await report(token, loaded);
  expect(await pagesOf('canary')).toMatchObject({ loaded: 0, failed: 1 });
});

const incident = (change: object = {}) => ({
  ...loaded,
  outcome: {
    result: 'incident',
    kind: 'error',
    attribution: 'code',
    detail: 'Error: a',
    amount: null,
    ...change,
  },
});

test.each([
  ['an unhandled error in the code of its release', {}, 1],
  ['an unhandled rejection in the code of its release', { kind: 'rejection' }, 1],
  ['an error of unknown origin', { attribution: 'unknown' }, 0],
  ['a long task', { kind: 'long-task' }, 0],
  ['growth of the memory', { kind: 'memory', attribution: 'screen' }, 0],
  ['a violation of the policy', { kind: 'policy' }, 0],
])('%s: %j fails the page %d times', async (_what, change, times) => {
  const token = await openPage();
  await counted(1);
  await report(token, loaded, incident(change));
  expect(await pagesOf('canary')).toMatchObject({ loaded: 1 - times, failed: times });
});

test('does not take a fallback release for the canary', async () => {
  const token = await openPage();
  await counted(1);
  await report(token, { ...loaded, version: '0.2.0', source: 'active' });
  expect(await pagesOf('canary')).toMatchObject({ loaded: 0, waiting: 1 });
});

test('counts pages of the active release while a canary runs', async () => {
  const token = await openPage({ visitor: outside[0] });
  await counted(1);
  await report(token, { ...loaded, version: '0.2.0', source: 'active' });
  expect(await pagesOf('active')).toMatchObject({ loaded: 1 });
});

test.each([
  ['without a token', async () => ''],
  ['with a forged token', async () => `${(await openPage()).split('.')[0]}.${'A'.repeat(43)}`],
  ['of a release that the page was not served with', () => openPage({ visitor: outside[0] })],
])('ignores a report %s, and does not reveal it', async (_what, tokenFrom) => {
  expect((await report(await tokenFrom(), failed)).status).toBe(204);
  expect((await health()).reduce((sum, one) => sum + one.failed + one.pages.failed, 0)).toBe(0);
});

test('counts an outcome of a page once, in whatever number of simultaneous requests', async () => {
  const token = await openPage();
  await Promise.all(Array.from({ length: 20 }, () => report(token, loaded, loaded)));
  expect(await health()).toEqual([expect.objectContaining({ source: 'canary', loaded: 1 })]);
});

test('counts three pages of one address a day, simultaneous requests included', async () => {
  await Promise.all(inCanary.slice(0, 20).map((visitor) => openPage({ visitor })));
  await openPage();
  await openPage({ address: '192.0.2.2' });
  // Of simultaneous pages, some lose the race for the next number: these pages make up the rest.
  for (let times = 0; times < 3; times += 1) await openPage();
  await counted(4);
});

test('counts three pages of one IPv6 /48 a day', async () => {
  const from = (network: string, index: number) =>
    openPage({ address: `2001:db8:${network}:${index.toString(16)}::1` });
  for (let index = 0; index < 3; index += 1) {
    await from('7', index);
    await counted(index + 1);
  }
  await from('7', 3);
  await from('8', 0);
  await counted(4);
  await from('7', 4);
  await openPage({ address: '192.0.2.1' });
  await counted(5);
});

test('counts pages of browsers that log in regularly by account, behind an address that counts no more', async () => {
  for (let index = 0; index < 3; index += 1) {
    await openPage();
    await counted(index + 1);
  }
  for (const before of [3, 6]) {
    const cookies = `device=${(await portal.customer()).cookies['device']}`;
    for (let index = 0; index < 3; index += 1) {
      await openPage({ cookies });
      await counted(before + index + 1);
    }
    await openPage({ cookies });
  }
  await openPage({ cookies: `device=${'A'.repeat(43)}` });
  await openPage({ address: '192.0.2.2' });
  await counted(10);
});

test('accepts the reports of a counted page after others have used up the limit of its address', async () => {
  const token = await openPage();
  for (let index = 1; index < 3; index += 1) {
    await counted(index);
    await openPage();
  }
  await counted(3);
  const notCounted = await openPage();
  await report(notCounted, loaded);
  await portal.database.system.run(sql`
    update rate_counters set count = 1000000 where key like 'release-reports:address:%'`);
  expect((await report(notCounted, loaded)).status).toBe(429);
  expect((await report(token, loaded)).status).toBe(204);
  expect(await pagesOf('canary')).toMatchObject({ loaded: 1 });
});

test("counts the page of a customers' area for customers only, by account", async () => {
  publishCanary('session');
  await openPage();
  await openPage({ cookies: `sid=${'A'.repeat(43)}` });
  const customer = await portal.customer();
  const cookies = Object.entries(customer.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  for (const [index, address] of ['192.0.2.1', '192.0.2.2', '192.0.2.3'].entries()) {
    await openPage({ address, cookies });
    // Of simultaneous pages, one takes the number.
    await counted(index + 1);
  }
  await openPage({ address: '192.0.2.4', cookies });
  await new Promise((resolve) => setTimeout(resolve, 100));
  await counted(3);
});

describe('a canary of the host', () => {
  beforeEach(() => {
    number += 1;
    const release = { ...sampleComposition.host, version: '0.2.0', base: '/host/0.2.0/' };
    release.manifest = folder.release('host/0.2.0/', sampleHostFiles);
    const { area, ...live } = sampleArea({ canary: null });
    const areas = [{ ...live, area: { ...area, access: 'anonymous' } }];
    folder.publish({ ...sampleComposition, number, areas, canary_host: { release, percent: 50 } });
  });
  const triedHost = numbers.find((one) => isInCanary(one, 'host', 50));
  const ofHost = { ...loaded, area: 'host', version: '0.2.0' };
  const ofArea = { ...loaded, version: '0.2.0', source: 'active' };

  const pagesOfHost = () => pagesOf('canary', 60, 'host');

  test('counts a page that reports its start as loaded', async () => {
    const token = await openPage({ visitor: triedHost });
    await counted(1, 'host');
    await report(token, ofArea);
    expect(await pagesOfHost()).toMatchObject({ loaded: 0, waiting: 1 });
    await report(token, ofHost);
    expect(await pagesOfHost()).toMatchObject({ loaded: 1, waiting: 0 });
  });

  test('counts a page on which an area fails as failed', async () => {
    const token = await openPage({ visitor: triedHost });
    await counted(1, 'host');
    await report(token, ofHost, { ...ofArea, outcome: failed.outcome });
    expect(await pagesOfHost()).toMatchObject({ loaded: 0, failed: 1 });
  });

  test('is counted beside the canary of the area that the page shows', async () => {
    const canary = sampleCanary(50);
    const area = { ...canary.area, access: 'anonymous' };
    const release = { ...sampleComposition.host, version: '0.2.0', base: '/host/0.2.0/' };
    release.manifest = folder.release('host/0.2.0/', sampleHostFiles);
    const areas = [{ ...sampleArea({ canary: { ...canary, area } }), area }];
    number += 1;
    folder.publish({ ...sampleComposition, number, areas, canary_host: { release, percent: 50 } });
    const both = numbers.find((one) => isInCanary(one, 'host', 50) && isInCanary(one, 'a', 50));
    const token = await openPage({ visitor: both });
    await counted(1, 'host');
    await counted(1);
    await report(token, ofHost, failed);
    const pages = (await health()).filter(({ source }) => source === 'canary');
    expect(pages.map((one) => [one.area, one.pages.failed])).toEqual([
      ['a', 1],
      ['host', 1],
    ]);
  });
});

test('stores neither addresses nor accounts', async () => {
  await openPage({ address: '192.0.2.77' });
  await counted(1);
  const rows = await portal.database.system.query(sql`select page_visits::text as row from page_visits`);
  expect(JSON.stringify(rows)).not.toContain('192.0.2.77');
});
