import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { portalStart } from '../testing/portal-start.fixtures.ts';
import { watchStart } from './watch-start.ts';

const host = { version: '0.2.0', base: '/host/0.2.0/', scripts: ['main.js'], styles: ['main.css'] };
const reload = jest.fn();
let isOnline: boolean;
let listened: Parameters<typeof globalThis.addEventListener>[];

function start({
  hasFallback = true,
  isCounted = false,
  source = 'active',
}: {
  hasFallback?: boolean;
  isCounted?: boolean;
  source?: 'active' | 'canary';
} = {}) {
  const reportUrl = new URL('/portal/reports', location.origin);
  const watched = watchStart({ host, number: 3, source, hasFallback, isCounted, reportUrl, reload });
  globalThis.portalStart = portalStart(watched);
  listened = jest.mocked(globalThis.addEventListener).mock.calls;
}

/** A script or sheet of the page that the browser cannot load, or that does not match its hash. */
async function fail(file: string) {
  const element = document.createElement('script');
  element.src = host.base + file;
  document.body.append(element);
  element.dispatchEvent(new Event('error'));
  await jest.advanceTimersByTimeAsync(0);
}

function setCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the code under test uses no Cookie Store API either
  document.cookie = cookie;
}

const failure = () => document.getElementById('start-failure');
const message = () =>
  failure()?.hidden
    ? null
    : [...document.querySelectorAll<HTMLElement>('[data-failure]')].find(({ hidden }) => !hidden)?.dataset[
        'failure'
      ];

beforeEach(() => {
  jest.useFakeTimers();
  isOnline = true;
  jest.spyOn(globalThis, 'addEventListener');
  reload.mockClear();
  sessionStorage.clear();
  setCookie('portal_failed_host=; path=/; max-age=0');
  const navigation = { name: '', entryType: 'navigation', startTime: 0, duration: 0, toJSON: () => '' };
  const serverTiming = [{ name: 'page', description: 'page-token', duration: 0, toJSON: () => '' }];
  performance.getEntriesByType = () => [{ ...navigation, serverTiming }];
  document.body.innerHTML =
    '<div id="start-failure" hidden><p data-failure="unreachable"></p><p data-failure="incomplete"></p></div>';
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    return new Response();
  });
});

afterEach(() => {
  // A page watches its start once; the tests share one document.
  for (const args of listened) removeEventListener(...args);
  jest.useRealTimers();
  jest.restoreAllMocks();
  globalThis.portalStart = undefined;
});

test.each(['main.js', 'main.css', '305.late.js'])(
  'reloads with the previous host when %s fails',
  async (file) => {
    start();
    await fail(file);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(document.cookie).toBe('portal_failed_host=0.2.0');
    expect(failure()).not.toBeVisible();
  },
);

test('replaces the damaged copy in the cache of the browser, and reports the file', async () => {
  start();
  await fail('main.js');
  const requests = jest.mocked(fetch).mock.calls.map(([url, init]) => [String(url), init?.cache]);
  expect(requests).toContainEqual([new URL('/host/0.2.0/main.js', location.href).href, 'reload']);
  const sent = jest.mocked(fetch).mock.calls.find(([url]) => String(url).endsWith('/portal/reports'));
  const body = JSON.parse(String(sent?.[1]?.body));
  expect(body.token).toBe('page-token');
  expect(body.reports).toMatchObject([
    { area: 'host', version: '0.2.0', source: 'active', outcome: { stage: 'entry' } },
  ]);
});

test('does not reload twice: the server has sent the failed host again', async () => {
  setCookie('portal_failed_host=0.2.0; path=/');
  start();
  await fail('main.js');
  expect(reload).not.toHaveBeenCalled();
  expect(message()).toBe('incomplete');
});

describe('without a previous host', () => {
  test('reloads once when a file is there at the second request, and then shows a message', async () => {
    start({ hasFallback: false });
    await fail('main.js');
    expect(reload).toHaveBeenCalledTimes(1);
    expect(failure()).not.toBeVisible();
    await fail('main.js');
    expect(reload).toHaveBeenCalledTimes(1);
    expect(message()).toBe('incomplete');
  });

  test('may reload again once a start has succeeded or the customer has retried', async () => {
    sessionStorage.setItem('portal.reloaded-start', host.version);
    start({ hasFallback: false });
    globalThis.portalStart?.succeed();
    expect(sessionStorage).toHaveLength(0);
    for (const reloads of [1, 1, 2]) {
      await fail('main.css');
      expect(reload).toHaveBeenCalledTimes(reloads);
    }
  });

  test('does not reload when the browser stores nothing: it would reload forever', async () => {
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    start({ hasFallback: false });
    await fail('main.js');
    expect(reload).not.toHaveBeenCalled();
    expect(message()).toBe('incomplete');
  });

  test.each([
    ['the file is missing', '/host/0.2.0/main.js', 'incomplete'],
    ['the portal does not respond', '/', 'unreachable'],
  ])('shows a message when %s', async (_case, gone, expected) => {
    start({ hasFallback: false });
    jest.mocked(fetch).mockImplementation(async (address) => {
      if (new URL(String(address), location.href).pathname.startsWith(gone)) throw new TypeError('lost');
      return new Response();
    });
    await fail('main.js');
    expect(message()).toBe(expected);
    expect(reload).not.toHaveBeenCalled();
  });
});

test('does not reload while the portal does not respond', async () => {
  isOnline = false;
  start();
  await fail('main.js');
  expect(reload).not.toHaveBeenCalled();
  expect(document.cookie).toBe('');
  expect(message()).toBe('unreachable');
});

test('does not discard what was typed: only the next page gets the previous host', async () => {
  start();
  globalThis.portalStart!.hasUnsavedChanges = () => true;
  globalThis.portalStart?.succeed();
  await fail('305.late.js');
  expect(reload).not.toHaveBeenCalled();
  expect(document.cookie).toBe('portal_failed_host=0.2.0');
  expect(failure()).not.toBeVisible();
});

test('does not leave the page for the code that only observes it, and reports the file', async () => {
  start();
  await fail('incidents.0123abcd.js');
  expect(reload).not.toHaveBeenCalled();
  expect(document.cookie).toBe('');
  expect(jest.mocked(fetch).mock.calls.map(([url]) => new URL(String(url)).pathname)).toEqual([
    '/portal/reports',
  ]);
});

test('ignores files that are not of the host', async () => {
  start();
  const image = document.createElement('script');
  image.src = '/remotes/a/0.1.0/page.js';
  document.body.append(image);
  image.dispatchEvent(new Event('error'));
  await jest.advanceTimersByTimeAsync(0);
  expect(reload).not.toHaveBeenCalled();
});

test('a start that takes too long offers a retry, which gets the previous host unless the start succeeds', async () => {
  start();
  await jest.advanceTimersByTimeAsync(30_000);
  expect(message()).toBe('incomplete');
  expect(document.cookie).toBe('portal_failed_host=0.2.0');
  globalThis.portalStart?.succeed();
  expect(message()).toBeNull();
  expect(document.cookie).toBe('');
});

/** The outcomes that the page has reported, with the source of its host. */
const reported = () =>
  jest
    .mocked(fetch)
    .mock.calls.filter(([url]) => String(url).endsWith('/portal/reports'))
    .flatMap(([, init]) => JSON.parse(String(init?.body)).reports)
    .map(({ source, outcome }) => [source, outcome.stage ?? outcome.result]);

test('keeps the mark of a canary that failed while the active host works', async () => {
  setCookie('portal_failed_host=0.3.0; path=/');
  start();
  globalThis.portalStart?.succeed();
  expect(document.cookie).toBe('portal_failed_host=0.3.0');
  await fail('main.js');
  expect(document.cookie).toBe('portal_failed_host=0.3.0~0.2.0');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('reports a counted start once the portal shows a heading of its own', async () => {
  document.body.innerHTML += '<div id="root"><div id="prerendered-screen"><h1>Log in</h1></div></div>';
  start({ isCounted: true, source: 'canary' });
  globalThis.portalStart?.succeed();
  await jest.advanceTimersByTimeAsync(0);
  expect(reported()).toEqual([]);
  document.getElementById('root')!.innerHTML += '<main><h1>Log in</h1></main>';
  await jest.advanceTimersByTimeAsync(0);
  document.getElementById('root')!.innerHTML += '<p></p>';
  await jest.advanceTimersByTimeAsync(0);
  expect(reported()).toEqual([['canary', 'loaded']]);
});

test('reports no start that nobody counts', async () => {
  document.body.innerHTML += '<div id="root"><h1>Log in</h1></div>';
  start();
  globalThis.portalStart?.succeed();
  expect(reported()).toEqual([]);
});

test('reloads with another host when its code throws while it renders', async () => {
  start({ source: 'canary' });
  globalThis.portalStart?.succeed();
  globalThis.portalStart?.failRender();
  await jest.advanceTimersByTimeAsync(0);
  expect(reported()).toEqual([['canary', 'render']]);
  expect(document.cookie).toBe('portal_failed_host=0.2.0');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('remembers the prerendered control that is held down, until it is released', () => {
  document.body.innerHTML =
    '<div id="prerendered"><button type="button"><b>Log in</b></button><p>Text</p></div><button type="button"></button>';
  start();
  const press = (selector: string, type = 'pointerdown') => {
    document.querySelector(selector)?.dispatchEvent(new Event(type, { bubbles: true }));
    return globalThis.portalStart?.held?.textContent;
  };
  expect(press('#prerendered b')).toBe('Log in');
  // A finger that scrolls.
  expect(press('#prerendered b', 'pointercancel')).toBeUndefined();
  expect(press('#prerendered b')).toBe('Log in');
  expect(press('#prerendered p', 'pointerup')).toBeUndefined();
  expect(press('#prerendered p')).toBeUndefined();
  expect(press('body > button')).toBeUndefined();
});
