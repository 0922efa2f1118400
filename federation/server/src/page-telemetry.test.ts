import { createSecretKey } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { isInCanary } from '@portal/federation-contract/portal-visit';
import type { FastifyInstance } from 'fastify';
import type { ServedPage } from './page-telemetry.ts';
import { readPageToken } from './page-token.ts';
import {
  createPortalFolder,
  type PortalFolder,
  pageTokenIn,
  sampleArea,
  sampleCanary,
  sampleComposition,
  sampleRelease,
  startPages,
} from './testing/portal-folder.fixtures.ts';

const key = createSecretKey(Buffer.alloc(32, 1));
let folder: PortalFolder;
let app: FastifyInstance;
let counted: ServedPage[];

beforeEach(async () => {
  folder = createPortalFolder();
  counted = [];
  app = await startPages(folder, { key, count: async (_request, page) => void counted.push(page) });
});
afterEach(async () => {
  await app.close();
  folder.remove();
});

const publishCanary = () =>
  folder.publish({
    ...sampleComposition,
    areas: [sampleArea({ canary: sampleCanary(50), previous: sampleRelease('0.1.9') })],
  });

/** The cookie of a visitor who is in the canary of the area `a`, or is not. */
function cookiesOf(isIn: boolean) {
  const numbers = Array.from({ length: 100 }, (_, index) => String(index).padStart(22, 'v'));
  return { portal_visitor: numbers.find((one) => isInCanary(one, 'a', 50) === isIn) ?? '' };
}

const tokenIn = ({ headers }: { headers: OutgoingHttpHeaders }) =>
  readPageToken(pageTokenIn(headers['server-timing']), key);

test.each([
  [true, 'canary', '0.3.0'],
  [false, 'active', '0.2.0'],
])('counts a page with its release and cohort (in the canary: %s)', async (isIn, source, version) => {
  publishCanary();
  const page = await app.inject({ url: '/a/list', cookies: cookiesOf(isIn) });
  expect(counted).toEqual([{ visit: tokenIn(page)?.visit, unit: 'a', access: 'session', version, source }]);
});

test('binds the token to the releases that the page may run', async () => {
  publishCanary();
  const releases = async (isIn: boolean) =>
    tokenIn(await app.inject({ url: '/', cookies: cookiesOf(isIn) }))?.releases;
  const known = [
    { area: 'host', version: '0.1.0', source: 'active' },
    { area: 'a', version: '0.2.0', source: 'active' },
    { area: 'a', version: '0.1.9', source: 'previous' },
  ];
  expect(await releases(false)).toEqual(known);
  expect(await releases(true)).toEqual([
    known[0],
    { area: 'a', version: '0.3.0', source: 'canary' },
    ...known.slice(1),
  ]);
});

test('gives each page a token of its own', async () => {
  const [first, second] = [await app.inject('/a'), await app.inject('/a')].map(tokenIn);
  expect(first?.visit).toMatch(/^[\w-]{22}$/);
  expect(second?.visit).not.toBe(first?.visit);
});

test.each([
  ['the page of another unit', { url: '/about' }],
  ['an address without a page', { url: '/a/none' }],
  ['a HEAD request', { url: '/a/list', method: 'HEAD' as const }],
  ['a prefetched page', { url: '/a/list', headers: { 'sec-purpose': 'prefetch' } }],
  ['a page that an older browser prefetches', { url: '/a/list', headers: { purpose: 'prefetch' } }],
  ['an image of another site', { url: '/a/list', headers: { 'sec-fetch-dest': 'image' } }],
  ['a frame of another site', { url: '/a/list', headers: { 'sec-fetch-dest': 'iframe' } }],
])('does not count %s', async (_what, request) => {
  publishCanary();
  await app.inject({ ...request, cookies: cookiesOf(true) });
  expect(counted).toEqual([]);
});

test('counts a page that a browser says it navigates to', async () => {
  publishCanary();
  const headers = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };
  await app.inject({ url: '/a/list', headers, cookies: cookiesOf(true) });
  expect(counted).toHaveLength(1);
});

test('does not count a page that may run local releases', async () => {
  publishCanary();
  await app.inject({ url: '/a/list', cookies: { ...cookiesOf(true), portal_overrides: '1' } });
  expect(counted).toEqual([]);
});

test('counts no page while the area has no canary', async () => {
  await app.inject('/a/list');
  expect(counted).toEqual([]);
});

test('serves a page that cannot be counted', async () => {
  await app.close();
  app = await startPages(folder, { key, count: () => Promise.reject(new Error('database')) });
  publishCanary();
  expect((await app.inject({ url: '/a/list', cookies: cookiesOf(true) })).statusCode).toBe(200);
});
