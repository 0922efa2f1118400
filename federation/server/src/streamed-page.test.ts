import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { type FirstResponse, StreamedPage } from './streamed-page.ts';
import {
  createPortalFolder,
  type PortalFolder,
  sampleArea,
  sampleComposition,
  sampleTemplate,
  startPages,
} from './testing/portal-folder.fixtures.ts';

const template = sampleTemplate
  .replace('<html ', '<html data-responses="{{has-responses}}" ')
  .replace('</html>', '{{responses}}<hr></html>');

const response = (changes: Partial<FirstResponse> = {}): FirstResponse => ({
  method: 'GET',
  address: 'v1/list?a=1&b="2"',
  date: 'Sun, 29 Nov 2026 08:00:00 GMT',
  body: '{"name":"</script><!-- Ann"}',
  isSecret: false,
  ...changes,
});

let folder: PortalFolder;
let app: FastifyInstance;
let asked: unknown[];

beforeEach(async () => {
  asked = [];
  folder = createPortalFolder();
  app = await startPages(folder, undefined, {
    firstResponses: (request, requests) => {
      asked.push([request.url, requests]);
      return streamOf([response()]);
    },
  });
});
afterEach(async () => {
  await app.close();
  folder.remove();
});

async function* streamOf(responses: FirstResponse[]) {
  yield* responses;
}

function publish(html: string): void {
  const manifest = folder.release('host/0.1.0/', {
    'index.html': html,
    'prerendered/account.en.html': '<nav></nav><main>{{screen}}</main>',
    'prerendered/page.html': '<h1>{{title}}</h1>',
    'prerendered/icons.html': '<i data-icon="dot"><svg></svg></i>',
  });
  folder.publish({
    ...sampleComposition,
    host: { ...sampleComposition.host, manifest },
    areas: [sampleArea({ area: { ...sampleArea().area, access: 'session' } })],
  });
}

const open = (url: string, cookies: Record<string, string> = { sid: 'any' }) => app.inject({ url, cookies });

test('a page of the account ends with the responses of the API, and nobody stores it', async () => {
  publish(template);
  const { body, headers, statusCode } = await open('/a/list');
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-accel-buffering': 'no' });
  expect(body).toContain('<html data-responses="true" ');
  expect(body.slice(body.indexOf('<script type="application/json" data-response'))).toBe(
    '<script type="application/json" data-response="GET v1/list?a=1&amp;b=&quot;2&quot;" data-date="Sun, 29 Nov 2026 08:00:00 GMT">' +
      '{"name":"\\u003c/script>\\u003c!-- Ann"}</script>\n<hr></html>',
  );
});

test.each([
  ['a visitor without a session', '/a/list', {}],
  ['a page that is not of the account', '/about', { sid: 'any' }],
])('there are none for %s', async (_case, url, cookies) => {
  publish(template);
  const { body, headers } = await open(url, cookies);
  expect(asked).toEqual([]);
  expect(body).toContain('<html data-responses="false" ');
  expect(body).toMatch(/<hr><\/html>$/);
  expect(headers['cache-control']).toBe('private, no-cache');
});

test('there are none for a host from before them', async () => {
  publish(sampleTemplate);
  const { headers } = await open('/a/list');
  expect(asked).toEqual([]);
  expect(headers['cache-control']).toBe('private, no-cache');
});

test('what is shown does not wait for the responses', async () => {
  const slow = Promise.withResolvers<void>();
  async function* late() {
    await slow.promise;
    yield response();
  }
  const page = new StreamedPage({ key: undefined, start: () => '<p>shown</p>', end: () => '' }, late());
  const chunks = page[Symbol.asyncIterator]();
  expect(String((await chunks.next()).value)).toBe('<p>shown</p>');
  slow.resolve();
  expect(String((await chunks.next()).value)).toContain('data-response');
});

test('nothing more is read when the visitor leaves', async () => {
  const ended = Promise.withResolvers<string>();
  async function* unread() {
    try {
      for (;;) yield response();
    } finally {
      ended.resolve('ended');
    }
  }
  const page = new StreamedPage({ key: undefined, start: () => '<p>shown</p>', end: () => '' }, unread());
  const chunks = page[Symbol.asyncIterator]();
  await chunks.next();
  await chunks.next();
  page.destroy();
  expect(await ended.promise).toBe('ended');
});
