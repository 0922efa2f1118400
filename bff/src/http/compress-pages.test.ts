import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { type FirstResponse, StreamedPage } from '@portal/federation-server/streamed-page';
import { compressPages } from './compress-pages.ts';

const start = '<html><p>Üblich</p>'.repeat(500);
const listed = JSON.stringify({
  items: Array.from({ length: 50 }, (_, id) => ({ id, number: '3725550000' })),
});
const secret = JSON.stringify({ token: 'a'.repeat(2_000) });

const response = (address: string, body: string, isSecret: boolean): FirstResponse => ({
  method: 'GET',
  address,
  date: 'Sun, 29 Nov 2026 08:00:00 GMT',
  body,
  isSecret,
});

async function* streamOf(responses: FirstResponse[]) {
  yield* responses;
}

const page = (...responses: FirstResponse[]) =>
  new StreamedPage({ key: 'page', start: () => start, end: () => '</html>' }, streamOf(responses));

test('joins blocks that were compressed separately to one page', async () => {
  const compress = compressPages();
  const responses = [response('v1/list', listed, false), response('v1/profile', secret, true)];
  // The second time with the stored bytes of the start.
  for (const _time of [1, 2]) {
    const packed = await buffer(await compress(page(...responses)));
    const plain = await buffer(page(...responses));
    expect(gunzipSync(packed).toString()).toBe(plain.toString());
    expect(packed.length).toBeLessThan(secret.length + 1_500);
  }
});

test('the length of a secret is not changed by what it contains, nor by what stands before it', async () => {
  const compress = compressPages();
  const lengthOf = async (...responses: FirstResponse[]) =>
    (await buffer(await compress(page(...responses)))).length;
  const other = JSON.stringify({ token: 'b'.repeat(1_000) + 'c'.repeat(1_000) });
  const guess = response('v1/list', secret, false);
  expect(await lengthOf(response('v1/profile', secret, true))).toBe(
    await lengthOf(response('v1/profile', other, true)),
  );
  expect(await lengthOf(guess, response('v1/profile', secret, true))).toBe(
    await lengthOf(guess, response('v1/profile', other, true)),
  );
});

test('the start of a page arrives before its responses are there', async () => {
  const never = new Promise<void>(() => undefined);
  async function* late(): AsyncGenerator<FirstResponse> {
    await never;
    yield response('v1/list', listed, false);
  }
  const stream = await compressPages()(
    new StreamedPage({ key: undefined, start: () => start, end: () => '' }, late()),
  );
  const { value } = await stream[Symbol.asyncIterator]().next();
  expect(value.length).toBeGreaterThan(20);
});

test('nothing more is read when the visitor leaves', async () => {
  const ended = Promise.withResolvers<string>();
  async function* unread() {
    try {
      for (;;) yield response('v1/list', listed, false);
    } finally {
      ended.resolve('ended');
    }
  }
  const stream = await compressPages()(
    new StreamedPage({ key: undefined, start: () => start, end: () => '' }, unread()),
  );
  const chunks = stream[Symbol.asyncIterator]();
  await chunks.next();
  await chunks.next();
  stream.destroy();
  expect(await ended.promise).toBe('ended');
});
