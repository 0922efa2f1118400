import { beforeEach, expect, jest, test } from '@jest/globals';
import { preloadArea } from './start-requests.ts';

const names = ['entry.js', 'a.js', 'b.js', 'c.js', 'page.css'];
const files = Object.fromEntries(names.map((name) => [name, { size: 1, integrity: `sha384-${name}` }]));
const release = { base: '/remotes/voicing/1/', files };

beforeEach(() => document.head.replaceChildren());

/** Preloads the files over a protocol. Returns the requests that were made, each with the functions that end it. */
function preload(protocol: string) {
  const requests: { url: string; end: (response: Response) => void; fail: (error: unknown) => void }[] = [];
  const navigation = { name: '', entryType: 'navigation', startTime: 0, duration: 0, toJSON: () => '' };
  performance.getEntriesByType = () => [{ ...navigation, nextHopProtocol: protocol }];
  globalThis.fetch = jest.fn<typeof fetch>(
    (url) => new Promise((end, fail) => void requests.push({ url: String(url), end, fail })),
  );
  preloadArea(release, names);
  return requests;
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('leaves connections to the host over HTTP/1.1, also when every file hangs', async () => {
  const requests = preload('http/1.1');
  expect(requests.map(({ url }) => url)).toEqual(
    ['entry.js', 'a.js', 'b.js'].map((name) => release.base + name),
  );
  requests[1]?.end(new Response());
  await settled();
  expect(requests).toHaveLength(4);
  requests[0]?.fail(new DOMException('signal timed out', 'TimeoutError'));
  requests[2]?.end(new Response());
  await settled();
  expect(requests).toHaveLength(4);
  expect(document.querySelectorAll('link')).toHaveLength(0);
});

test('preloads all files at the same time over one connection', () => {
  expect(preload('h2')).toEqual([]);
  const links = [...document.querySelectorAll('link')].map(({ href, integrity }) => [href, integrity]);
  expect(links).toEqual(names.map((name) => [`${location.origin}${release.base}${name}`, `sha384-${name}`]));
});
