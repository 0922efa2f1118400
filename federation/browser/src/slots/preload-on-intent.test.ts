import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { choosePageReleases } from '../composition/page-releases.ts';
import { composition } from '../testing/page.fixtures.ts';
import { preloadInIdleTime, preloadOnIntent } from './preload-on-intent.ts';

const base = '/remotes/finances/0.1.0-abcd1234/';
const integrity = `sha384-${'A'.repeat(64)}`;
const file = { size: 1, integrity };
const files = { 'remote-entry.js': file, 'page.js': file, 'page.css': file };
let end: () => void;
let requests: string[];

beforeEach(() => {
  jest.useFakeTimers();
  requests = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    requests.push(String(url));
    return new Response();
  });
  const areas = composition.areas.map((one) => ({
    ...one,
    area: {
      ...one.area,
      pages: one.area.pages.map((page) => ({ ...page, namespaces: ['financesPayments'] })),
    },
    active: { ...one.active, manifest: integrity, files, pages: { payments: ['page.js', 'page.css'] } },
  }));
  choosePageReleases({ ...composition, areas }, { canary: [], without: [] });
  document.documentElement.lang = 'de';
  document.body.innerHTML =
    '<a href="/finances/payments"><b>Payments</b></a><a href="/welcome">W</a><a href="https://example.com/finances/payments">E</a>';
  end = preloadOnIntent();
});
afterEach(() => {
  end();
  jest.useRealTimers();
  jest.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'connection');
});

function send(event: string, selector = 'b'): void {
  document.querySelector(selector)?.dispatchEvent(new Event(event, { bubbles: true }));
}
const wanted = ['remote-entry.js', 'page.js', 'page.css', 'locales/de/financesPayments.json'].map(
  (name) => base + name,
);

test.each(['focusin', 'touchstart'])('fetches the files and texts of the page once on %s', (event) => {
  send(event);
  send(event);
  expect(requests).toEqual(wanted);
  expect(jest.mocked(fetch).mock.calls[0]?.[1]).toMatchObject({ integrity, credentials: 'same-origin' });
});

test('fetches nothing while the pointer only crosses the link', () => {
  send('pointerover');
  jest.advanceTimersByTime(50);
  send('pointerover', '[href="/welcome"]');
  jest.advanceTimersByTime(1_000);
  expect(requests).toEqual([]);
  send('pointerover');
  jest.advanceTimersByTime(100);
  expect(requests).toEqual(wanted);
});

test('fetches nothing for a visitor who saves data', () => {
  connectedBy({ saveData: true });
  send('focusin');
  expect(requests).toEqual([]);
});

function connectedBy(connection: object): void {
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
}

/** A navigation of two links; lets the idle time of each pass. */
async function preloadNavigation(): Promise<void> {
  document.body.innerHTML = `<nav><a href="/welcome">W</a><a href="/finances/payments">P</a></nav>`;
  const preloading = preloadInIdleTime();
  await jest.runAllTimersAsync();
  await preloading;
}

test('fetches the pages of the navigation in idle time, each file once', async () => {
  await preloadNavigation();
  expect(requests).toEqual(wanted);
});

test.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
  'fetches nothing in idle time over a connection with %p',
  async (connection) => {
    connectedBy(connection);
    await preloadNavigation();
    expect(requests).toEqual([]);
  },
);

test('goes on with the next page after a failure, over a fast connection', async () => {
  connectedBy({ saveData: false, effectiveType: '4g' });
  jest.mocked(fetch).mockImplementation(async (url) => {
    requests.push(String(url));
    throw new TypeError('Failed to fetch');
  });
  await preloadNavigation();
  expect(requests).toEqual(wanted);
});

test('fetches nothing for another origin, and nothing after its end', () => {
  send('focusin', '[href^="https"]');
  end();
  send('focusin');
  expect(requests).toEqual([]);
});
