import zlib, { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, jest, test } from '@jest/globals';
import {
  createPortalFolder,
  sampleComposition,
  sampleTemplate,
} from '@portal/federation-server/testing/portal-folder.fixtures';
import { testPortal } from '../testing/test-portal.ts';
import { sharedEncodings } from './compress-responses.ts';

const folder = createPortalFolder();
const template = `${sampleTemplate}${'<p>A long page</p>'.repeat(200)}`;
const manifest = folder.release('host/0.1.0/', { 'index.html': template });
folder.publish({ ...sampleComposition, host: { ...sampleComposition.host, manifest } });
folder.write('host/0.1.0/main.js.br', 'compressed when it was built');
folder.write('host/0.1.0/main.js', 'x'.repeat(5000));
afterAll(() => folder.remove());

const portal = testPortal({
  PORTAL_DIR: folder.path,
  COMPOSITION_PUBLIC_KEY: folder.config.signature_public_key,
});

const ask = (url: string, encodings?: string) =>
  portal.app.inject({ url, headers: encodings === undefined ? {} : { 'accept-encoding': encodings } });

test.each([
  ['br', 'gzip, deflate, br, zstd'],
  ['br', 'gzip;q=1.0, br;q=0.5'],
  ['gzip', 'GZIP'],
  ['gzip', 'gzip, br;q=0'],
])('sends a page as %s to a browser that accepts %s', async (encoding, accepted) => {
  const plain = await ask('/a/list');
  const response = await ask('/a/list', accepted);
  expect(response.headers).toMatchObject({
    'content-encoding': encoding,
    'content-length': String(response.rawPayload.length),
    vary: 'cookie, accept-encoding',
  });
  const unpack = encoding === 'br' ? brotliDecompressSync : gunzipSync;
  expect(unpack(response.rawPayload).toString()).toBe(plain.body);
  expect(response.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
});

test.each([undefined, '', 'identity', 'zstd', 'br;q=0, gzip;q=0.0'])(
  'sends a page uncompressed for accept-encoding %j, with a vary header',
  async (accepted) => {
    const { headers } = await ask('/a/list', accepted);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers['vary']).toBe('cookie, accept-encoding');
  },
);

test.each(['/openapi.json', '/composition.json'])('compresses JSON: %s', async (url) => {
  const response = await ask(url, 'br');
  expect(response.headers['content-encoding']).toBe('br');
  expect(JSON.parse(brotliDecompressSync(response.rawPayload).toString())).toEqual((await ask(url)).json());
});

test('compresses a text that is the same for everyone once, also when it is requested several times at the same time', async () => {
  const compress = jest.spyOn(zlib, 'gzip');
  for (const [index, url] of ['/composition.json', '/a/list?language=fr'].entries()) {
    const responses = await Promise.all([1, 2, 3].map(() => ask(url, 'gzip')));
    expect(compress).toHaveBeenCalledTimes(index + 1);
    const plain = (await ask(url)).body;
    for (const { rawPayload } of responses) expect(gunzipSync(rawPayload).toString()).toBe(plain);
  }
  compress.mockRestore();
});

test('stores no pages in safe mode, of which there is one for every set of areas', async () => {
  const compress = jest.spyOn(zlib, 'gzip');
  for (const count of [1, 2]) {
    const url = '/a/list?without=a&language=et';
    const { headers, rawPayload } = await ask(url, 'br, gzip');
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'content-encoding': 'gzip' });
    expect(gunzipSync(rawPayload).toString()).toBe((await ask(url)).body);
    // Brotli, and the level of pages that are compressed once, would let one visitor occupy all threads.
    expect(compress).toHaveBeenCalledTimes(count);
    expect(compress).toHaveBeenLastCalledWith(expect.any(String), { level: 1 }, expect.any(Function));
  }
  compress.mockRestore();
});

test('stores the texts that were used last', async () => {
  const compress = jest.spyOn(zlib, 'gzip');
  const encode = sharedEncodings(2);
  for (const text of ['often', 'once', 'often', 'twice', 'often']) await encode('gzip', text, () => text);
  expect(compress.mock.calls.map(([text]) => text)).toEqual(['often', 'once', 'twice']);
  compress.mockRestore();
});

test('does not compress a short response', async () => {
  expect((await ask('/healthz', 'br')).headers).not.toHaveProperty('content-encoding');
});

test('does not compress an account’s own responses, whose length could reveal secrets', async () => {
  const customer = await portal.customer({ address: 'x'.repeat(250), company: 'y'.repeat(100) });
  const { headers } = await customer.get('/v1/accounts/profile', { 'accept-encoding': 'br' });
  expect(Number(headers['content-length'])).toBeGreaterThan(1024);
  expect(headers).not.toHaveProperty('content-encoding');
});

test('sends the precompressed file of a release', async () => {
  const { headers, body } = await ask('/host/0.1.0/main.js', 'br');
  expect(body).toBe('compressed when it was built');
  expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
});

test('returns the body’s length for HEAD', async () => {
  const headers = { 'accept-encoding': 'br' };
  const whole = await portal.app.inject({ url: '/openapi.json', headers });
  const head = await portal.app.inject({ method: 'HEAD', url: '/openapi.json', headers });
  expect(head.headers['content-length']).toBe(whole.headers['content-length']);
  expect(head.rawPayload).toHaveLength(0);
});
