import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import {
  createPortalFolder,
  type PortalFolder,
  sampleArea,
  sampleComposition,
  sampleFiles,
  sampleRelease,
  startPages,
} from './testing/portal-folder.fixtures.ts';

let folder: PortalFolder;
let app: FastifyInstance;

beforeEach(async () => {
  folder = createPortalFolder();
  app = await startPages(folder);
});
afterEach(async () => {
  await app.close();
  folder.remove();
});

const list = { path: 'v1/list', query: { limit: '25' } };
const plate = { path: 'v1/sums' };

/** Publishes the area `a` with a page and a plate that request something. */
function publish(
  requests: object = { pages: { list: [list] }, plates: { sums: [plate] } },
  more: object = {},
) {
  const files = { ...sampleFiles('0.2.0'), 'first-requests.a.json': JSON.stringify(requests) };
  const manifest = folder.release('remotes/a/0.2.0/', files);
  const live = sampleArea({ active: { ...sampleRelease('0.2.0'), manifest } });
  const area = { ...live.area, plates: [{ id: 'sums', order: 1, size: 'half' }] };
  folder.publish({ ...sampleComposition, areas: [{ ...live, area }], ...more });
}

async function requestsOf(url: string): Promise<unknown> {
  const { body } = await app.inject(url);
  return JSON.parse(/id="portal-requests">(.*?)<\/script>/.exec(body)?.[1] ?? 'null');
}

const declared = (request: object) => ({ query: {}, address: [], ...request });

test.each(['/a/list', '/a/list/', '/list', '/a', '/a/list?limit=50'])(
  'states the first requests of the page at %s',
  async (url) => {
    publish();
    expect(await requestsOf(url)).toEqual([declared(list)]);
  },
);

test('states those of all plates for the page that shows the plates', async () => {
  publish();
  expect(await requestsOf('/welcome')).toEqual([declared(plate)]);
});

test.each(['/about', '/nowhere'])('states none for %s', async (url) => {
  publish();
  expect(await requestsOf(url)).toEqual([]);
});

test.each([
  ['is withdrawn', '/a/list', { withdrawn: { areas: ['a'], versions: {} } }],
  ['safe mode excludes', '/a/list?without=a', {}],
])('states none of an area that %s', async (_case, url, more) => {
  publish(undefined, more);
  expect(await requestsOf(url)).toEqual([]);
});

test('states none of a release that has none, or whose file is malformed', async () => {
  expect(await requestsOf('/a/list')).toEqual([]);
  publish({ pages: { list: [{ path: 'https://evil.example/' }] } });
  const { statusCode } = await app.inject('/a/list');
  expect(statusCode).toBe(200);
  expect(await requestsOf('/a/list')).toEqual([]);
});
