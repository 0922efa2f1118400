import { beforeEach, expect, jest, test } from '@jest/globals';
import { preloadArea, requestTexts, texts } from './start-requests.ts';

const names = ['entry.js', 'a.js', 'b.js', 'c.js', 'page.css'];
const files = Object.fromEntries(names.map((name) => [name, { size: 1, integrity: `sha384-${name}` }]));
const release = { base: '/remotes/voicing/1/', files };

beforeEach(() => document.head.replaceChildren());

/** Preloads the files over a protocol. Returns a function that lists the preloads. */
function preload(protocol: string): () => HTMLLinkElement[] {
  const navigation = { name: '', entryType: 'navigation', startTime: 0, duration: 0, toJSON: () => '' };
  performance.getEntriesByType = () => [{ ...navigation, nextHopProtocol: protocol }];
  preloadArea(release, names);
  return () => [...document.querySelectorAll('link')];
}

test('leaves connections to the host over HTTP/1.1, also when every file hangs', () => {
  const preloads = preload('http/1.1');
  expect(preloads().map(({ href }) => href)).toEqual(addressesOf(['entry.js', 'a.js', 'b.js']));
  preloads()[1]?.dispatchEvent(new Event('load'));
  expect(preloads()).toHaveLength(4);
  preloads()[0]?.dispatchEvent(new Event('error'));
  expect(preloads()).toHaveLength(4);
  for (const index of [2, 3]) preloads()[index]?.dispatchEvent(new Event('load'));
  expect(preloads().map(({ href }) => href)).toEqual(addressesOf(names));
});

test('preloads all files at the same time over one connection', () => {
  const preloads = preload('h2')();
  expect(preloads.map(({ href }) => href)).toEqual(addressesOf(names));
  expect(preloads.map(({ integrity }) => integrity)).toEqual(names.map((name) => `sha384-${name}`));
});

function addressesOf(files: readonly string[]): string[] {
  return files.map((name) => location.origin + release.base + name);
}

test('texts that have arrived wait for scripts that take longer than a request may', async () => {
  const limit = new AbortController();
  jest.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (_url, { signal } = {}) => {
    const response = new Response('{"save":"Speichern"}');
    const readBody = response.arrayBuffer.bind(response);
    return Object.assign(response, {
      arrayBuffer: async () => {
        signal?.throwIfAborted();
        return readBody();
      },
    });
  });
  requestTexts('/host/1/', 'de', ['common']);
  const early = await [...texts.values()][0];
  await new Promise((resolve) => setTimeout(resolve));
  limit.abort();
  expect(JSON.parse(new TextDecoder().decode(await early?.arrayBuffer()))).toEqual({ save: 'Speichern' });
});
