import { createHash } from 'node:crypto';
import { brotliCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { createPortalFolder, type PortalFolder, startPages } from './testing/portal-folder.fixtures.ts';

const lines = Array.from({ length: 400 }, (_, index) => `export const value${index} = "${index * 7919}";`);
const before = lines.join('\n');
const after = lines.with(200, 'export const value200 = "changed";').join('\n');
const changed = '/remotes/a/0.3.0/list.bbbbbbbb.js';

let folder: PortalFolder;
let app: FastifyInstance;
beforeEach(async () => {
  folder = createPortalFolder();
  folder.write('remotes/a/0.2.0/list.aaaaaaaa.js', before);
  folder.write('remotes/a/0.2.0/report.aaaaaaaa.js', before);
  folder.write(changed, after);
  app = await startPages(folder);
});
afterEach(async () => {
  await app.close();
  folder.remove();
});

const sha256 = (content: string) => createHash('sha256').update(content).digest();
const available = (content: string) => `:${sha256(content).toString('base64')}:`;

function get(url: string, dictionary?: string, encodings = 'gzip, br, zstd, dcb, dcz') {
  const named = dictionary === undefined ? {} : { 'available-dictionary': dictionary };
  return app.inject({ url, headers: { 'accept-encoding': encodings, ...named } });
}

test('sends what differs from the release that the browser has', async () => {
  const whole = await get(changed);
  expect(whole.body).toBe(after);
  const { headers, rawPayload } = await get(changed, available(before));
  expect(headers).toMatchObject({
    'content-encoding': 'dcz',
    'content-type': whole.headers['content-type'],
    'cache-control': whole.headers['cache-control'],
    'use-as-dictionary': 'match="/remotes/a/*/list.*.js"',
    vary: 'accept-encoding, available-dictionary',
  });
  expect(rawPayload.length).toBeLessThan(200);
  // RFC 9842, section 5: a frame of Zstandard that is skipped and holds the hash of the dictionary.
  expect(rawPayload.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000');
  expect(rawPayload.subarray(8, 40)).toEqual(sha256(before));
  const frame = rawPayload.subarray(40);
  expect(zstdDecompressSync(frame, { dictionary: Buffer.from(before) }).toString()).toBe(after);
});

test('offers each file for its other releases, and sends it whole without a dictionary', async () => {
  const { body, headers } = await get(changed);
  expect(body).toBe(after);
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers).toMatchObject({
    'use-as-dictionary': 'match="/remotes/a/*/list.*.js"',
    vary: 'accept-encoding, available-dictionary',
  });
  const texts = await get('/remotes/a/0.3.0/locales/de/aList.json');
  expect(texts.headers['use-as-dictionary']).toBe('match="/remotes/a/*/locales/de/aList.json"');
});

describe('sends the whole file', () => {
  test.each([
    ['to a browser without the encoding', available(before), 'gzip, br, zstd'],
    ['for a dictionary that no release has', available('something else'), undefined],
    ['for a dictionary that is no hash', ':AAAA:', undefined],
    ["for another file's dictionary", available('{"owner":"a 0.3.0"}'), undefined],
  ])('%s', async (_name, dictionary, encodings) => {
    const { body, headers } = await get(changed, dictionary, encodings);
    expect(body).toBe(after);
    expect(headers['content-encoding']).toBeUndefined();
  });

  test('if its compressed copy is smaller than the difference', async () => {
    folder.write('remotes/a/0.3.0/other.bbbbbbbb.js', 'short');
    folder.write('remotes/a/0.2.0/other.aaaaaaaa.js', 'something that shares nothing');
    const { body } = await get(
      '/remotes/a/0.3.0/other.bbbbbbbb.js',
      available('something that shares nothing'),
    );
    expect(body).toBe('short');
  });

  test('brotli, when it is smaller', async () => {
    folder.write('remotes/a/0.2.0/page.aaaaaaaa.js', 'x'.repeat(10));
    folder.write('remotes/a/0.3.0/page.bbbbbbbb.js', 'y'.repeat(5_000));
    folder.write('remotes/a/0.3.0/page.bbbbbbbb.js.br', brotliCompressSync('y'.repeat(5_000)) as never);
    const { headers } = await get('/remotes/a/0.3.0/page.bbbbbbbb.js', available('x'.repeat(10)));
    expect(headers['content-encoding']).toBe('br');
  });
});

test('computes at most sixty differences in a minute, and sends those that it has', async () => {
  const encodingOf = async (dictionary: string) =>
    (await get(changed, available(dictionary))).headers['content-encoding'];
  expect(await encodingOf(before)).toBe('dcz');
  // Each is looked for: it might be that of a release which was published a moment ago.
  for (let index = 0; index < 60; index += 1) await encodingOf(`unknown ${index}`);
  expect(await encodingOf(after)).toBeUndefined();
  expect(await encodingOf(before)).toBe('dcz');
});

test('finds a release that is published while the server runs, after a while', async () => {
  expect((await get(changed, available(after))).headers['content-encoding']).toBe('dcz');
  folder.write('remotes/a/0.4.0/list.cccccccc.js', `${after}\nexport {};`);
  const next = await get('/remotes/a/0.4.0/list.cccccccc.js', available(after));
  expect(next.headers['content-encoding']).toBe('dcz');
});

test.each([
  '/remotes/a/0.3.0/release.json',
  '/remotes/a/0.9.0/list.bbbbbbbb.js',
  '/remotes/a/..%2f0.3.0/list.bbbbbbbb.js',
])('offers nothing for %s', async (url) => {
  const { headers } = await get(url, available(before));
  expect(headers['use-as-dictionary']).toBeUndefined();
  expect(headers['content-encoding']).not.toBe('dcz');
});
