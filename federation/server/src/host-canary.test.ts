import { createHash, createSecretKey } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { isInCanary, type PortalVisit } from '@portal/federation-contract/portal-visit';
import type { FastifyInstance } from 'fastify';
import type { ServedPage } from './page-telemetry.ts';
import { type AllowedRelease, readPageToken } from './page-token.ts';
import {
  createPortalFolder,
  type PortalFolder,
  pageTokenIn,
  sampleArea,
  sampleCanary,
  sampleComposition,
  sampleHostFiles,
  sampleTemplate,
  startPages,
} from './testing/portal-folder.fixtures.ts';

const key = createSecretKey(Buffer.alloc(32, 1));
let folder: PortalFolder;
let app: FastifyInstance;
let counted: ServedPage[];

const active = { ...sampleComposition.host, version: '0.2.0', base: '/host/0.2.0/' };
const triedScript = 'startCanary()';
const triedFiles = {
  'index.html': `${sampleTemplate.replace('start()', triedScript)}{{failure}}`,
  'locales/de/common.json': '{"owner":"canary host"}',
  'prerendered/failure.en.html': '<p>failure of the canary</p>',
};

/** Makes a canary of the host live beside a previous one, for half of the visitors. */
function publishHosts(changes: object = {}): void {
  const release = { ...active, version: '0.3.0', base: '/host/0.3.0/' };
  const manifest = folder.release('host/0.3.0/', triedFiles);
  folder.release('host/0.2.0/', sampleHostFiles);
  const canary = { release: { ...release, manifest }, percent: 50 };
  const hosts = { host: active, previous_host: sampleComposition.host, canary_host: canary };
  folder.publish({ ...sampleComposition, ...hosts, ...changes });
}

const numbers = Array.from({ length: 100 }, (_, index) => String(index).padStart(22, 'v'));
/** A visitor who is in the canary of the host, or is not; likewise for the area `a` when that matters. */
const visitorOf = (isIn: boolean, isInArea?: boolean) => ({
  portal_visitor:
    numbers.find(
      (one) =>
        isInCanary(one, 'host', 50) === isIn &&
        (isInArea === undefined || isInCanary(one, 'a', 50) === isInArea),
    ) ?? '',
});

const hostsIn = (html: string) => [...new Set(html.match(/(?<=src=")\/host\/[^/]+/g))];
const visitIn = (html: string): PortalVisit =>
  JSON.parse(/id="portal-visit">([^<]*)/.exec(html)?.[1] ?? 'null');
const allowedIn = (headers: OutgoingHttpHeaders): readonly AllowedRelease[] =>
  readPageToken(pageTokenIn(headers['server-timing']), key)?.releases ?? [];

beforeEach(async () => {
  folder = createPortalFolder();
  counted = [];
  app = await startPages(folder, { key, count: async (_request, page) => void counted.push(page) });
});
afterEach(async () => {
  await app.close();
  folder.remove();
});

test('brings its document, scripts, prerendered HTML and texts to its visitors', async () => {
  publishHosts();
  const cookies = visitorOf(true);
  const { body, headers } = await app.inject({ url: '/a', cookies });
  expect(hostsIn(body)).toEqual(['/host/0.3.0']);
  expect(body).toContain(triedScript);
  expect(body).toContain('failure of the canary');
  const hash = createHash('sha256').update(triedScript).digest('base64');
  expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`);
  expect(visitIn(body)).toEqual({ canary: [], without: [], host: 'canary' });
  expect(allowedIn(headers)).toContainEqual({ area: 'host', version: '0.3.0', source: 'canary' });
  const texts = await app.inject({ url: '/locales/de/common.json', cookies });
  expect(texts.json()).toEqual({ owner: 'canary host' });
});

test('leaves all other visitors with the active host', async () => {
  publishHosts();
  const { body, headers } = await app.inject({ url: '/a', cookies: visitorOf(false) });
  expect(hostsIn(body)).toEqual(['/host/0.2.0']);
  expect(visitIn(body)).toEqual({ canary: [], without: [] });
  expect(allowedIn(headers)).toContainEqual({ area: 'host', version: '0.2.0', source: 'active' });
});

test('gives a new browser a number and stays with it', async () => {
  publishHosts();
  const { cookies, body } = await app.inject('/a');
  const visitor = cookies.find(({ name }) => name === 'portal_visitor')?.value ?? '';
  expect(visitIn(body).host).toBe(isInCanary(visitor, 'host', 50) ? 'canary' : undefined);
});

test.each([
  ['the canary', '0.3.0', true, '/host/0.2.0', undefined],
  ['the canary and the active host', '0.3.0~0.2.0', true, '/host/0.1.0', 'previous'],
  ['the active host, outside of the canary', '0.2.0', false, '/host/0.1.0', 'previous'],
  ['the active host, in the canary', '0.2.0', true, '/host/0.3.0', 'canary'],
  ['another version', '0.0.1', true, '/host/0.3.0', 'canary'],
])('a browser that could not load %s', async (_what, failed, isIn, base, source) => {
  publishHosts();
  const cookies = { ...visitorOf(isIn), portal_failed_host: failed };
  const { body } = await app.inject({ url: '/a', cookies });
  expect(hostsIn(body)).toEqual([base]);
  expect(visitIn(body).host).toBe(source);
});

test('over https, the cookies have the prefix that binds them to this host', async () => {
  publishHosts();
  const secure = await startPages(folder, undefined, { isSecure: true });
  try {
    const [cookie] = (await secure.inject('/a')).cookies;
    expect(cookie).toMatchObject({ name: '__Host-portal_visitor', path: '/', secure: true, httpOnly: true });
    expect(cookie).not.toHaveProperty('domain');
    const { portal_visitor: visitor } = visitorOf(true);
    const hostsOf = async (cookies: Record<string, string>) =>
      hostsIn((await secure.inject({ url: '/a', cookies })).body);
    const own = { '__Host-portal_visitor': visitor };
    expect(await hostsOf(own)).toEqual(['/host/0.3.0']);
    expect(await hostsOf({ ...own, '__Host-portal_failed_host': '0.3.0' })).toEqual(['/host/0.2.0']);
    // Written by the script of an earlier host.
    expect(await hostsOf({ ...own, portal_failed_host: '0.3.0' })).toEqual(['/host/0.2.0']);
    const { cookies } = await secure.inject({ url: '/a', cookies: { portal_visitor: visitor } });
    expect(cookies).toMatchObject([{ name: '__Host-portal_visitor' }]);
  } finally {
    await secure.close();
  }
});

test('serves the active host when the HTML of the canary was altered', async () => {
  publishHosts();
  folder.write('host/0.3.0/index.html', '<script>evil()</script>');
  const { body } = await app.inject({ url: '/a', cookies: visitorOf(true) });
  expect(hostsIn(body)).toEqual(['/host/0.2.0']);
  expect(visitIn(body)).toEqual({ canary: [], without: [] });
});

test.each([
  [true, '0.3.0', 'canary'],
  [false, '0.2.0', 'active'],
])('counts pages by host and cohort (in the canary: %s)', async (isIn, version, source) => {
  publishHosts();
  await app.inject({ url: '/a/list', cookies: visitorOf(isIn) });
  await app.inject({ url: '/about', cookies: visitorOf(isIn) });
  expect(counted).toMatchObject([
    { unit: 'host', version, source, access: 'session' },
    { unit: 'host', version, source, access: 'session' },
  ]);
});

test('counts a page for its host and for its area when both have a canary', async () => {
  publishHosts({ areas: [sampleArea({ canary: sampleCanary(50) })] });
  await app.inject({ url: '/a/list', cookies: visitorOf(true, false) });
  expect(counted).toMatchObject([
    { unit: 'host', version: '0.3.0', source: 'canary' },
    { unit: 'a', version: '0.2.0', source: 'active' },
  ]);
  expect(new Set(counted.map(({ visit }) => visit)).size).toBe(1);
});

test('does not count the previous host', async () => {
  publishHosts();
  await app.inject({ url: '/a/list', cookies: { ...visitorOf(false), portal_failed_host: '0.2.0' } });
  expect(counted).toEqual([]);
});
