import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from '@jest/globals';
import {
  createPortalFolder,
  sampleComposition,
  sampleTemplate,
} from '@portal/federation-server/testing/portal-folder.fixtures';
import { testPortal } from '../testing/test-portal.ts';

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
])('a page travels as %s to a browser that takes %s', async (encoding, accepted) => {
  const plain = await ask('/a/list');
  const answer = await ask('/a/list', accepted);
  expect(answer.headers).toMatchObject({
    'content-encoding': encoding,
    'content-length': String(answer.rawPayload.length),
    vary: 'cookie, accept-encoding',
  });
  const unpack = encoding === 'br' ? brotliDecompressSync : gunzipSync;
  expect(unpack(answer.rawPayload).toString()).toBe(plain.body);
  expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
});

test.each([undefined, '', 'identity', 'zstd', 'br;q=0, gzip;q=0.0'])(
  'it travels as it is to one that takes %j, and a cache learns that there are others',
  async (accepted) => {
    const { headers } = await ask('/a/list', accepted);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers['vary']).toBe('cookie, accept-encoding');
  },
);

test.each(['/openapi.json', '/composition.json'])('so does JSON: %s', async (url) => {
  const answer = await ask(url, 'br');
  expect(answer.headers['content-encoding']).toBe('br');
  expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString())).toEqual((await ask(url)).json());
});

test('a short answer is left as it is', async () => {
  expect((await ask('/healthz', 'br')).headers).not.toHaveProperty('content-encoding');
});

test('an account’s own answers are not compressed: what is in them could be guessed from their length', async () => {
  const customer = await portal.customer({ address: 'x'.repeat(250), company: 'y'.repeat(100) });
  const { headers } = await customer.get('/v1/accounts/profile', { 'accept-encoding': 'br' });
  expect(Number(headers['content-length'])).toBeGreaterThan(1024);
  expect(headers).not.toHaveProperty('content-encoding');
});

test('a file of a release is sent as it was compressed when it was built', async () => {
  const { headers, body } = await ask('/host/0.1.0/main.js', 'br');
  expect(body).toBe('compressed when it was built');
  expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
});

test('the head of an answer states the length that its body would have', async () => {
  const headers = { 'accept-encoding': 'br' };
  const whole = await portal.app.inject({ url: '/a/list', headers });
  const head = await portal.app.inject({ method: 'HEAD', url: '/a/list', headers });
  expect(head.headers['content-length']).toBe(whole.headers['content-length']);
  expect(head.rawPayload).toHaveLength(0);
});
