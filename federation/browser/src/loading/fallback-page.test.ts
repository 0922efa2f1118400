import '../testing/page.fixtures.ts';
import { beforeEach, expect, jest, test } from '@jest/globals';
import type { LiveRelease } from '@portal/federation-contract/composition';
import { composition } from '../testing/page.fixtures.ts';

let releases: typeof import('../composition/page-releases.ts');
let fallback: typeof import('./fallback-page.ts');

const reload = jest.fn();
const visit = { canary: [], without: [] };
const [only] = composition.areas;
if (only === undefined) throw new Error('the fixture has an area');
const { active } = only;
const previous: LiveRelease = { ...active, version: '0.0.9', unique_name: 'finances_0_0_9' };
const live = { ...composition, areas: [{ ...only, previous }] };
const next = {
  ...composition,
  areas: [{ ...only, active: { ...active, version: '0.2.0' }, previous: active }],
};

/** A page that shows the area. Each test loads its own modules, as each page does. */
beforeEach(async () => {
  sessionStorage.clear();
  reload.mockReset();
  jest.resetModules();
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{}'));
  releases = await import('../composition/page-releases.ts');
  releases.choosePageReleases(live, visit);
  fallback = await import('./fallback-page.ts');
  const { markShown } = await import('./area-load.ts');
  markShown('finances');
});

const chosen = (of = live) =>
  releases.releasesFor(of, visit).map(({ release, source }) => [release.version, source]);

test('the next page of the tab uses the previous release', async () => {
  expect(await fallback.reloadOnFallback('finances', reload)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(chosen()).toEqual([['0.0.9', 'previous']]);
});

test('a version that is deployed later is used', async () => {
  await fallback.reloadOnFallback('finances', reload);
  expect(chosen(next)).toEqual([['0.2.0', 'active']]);
});

test('a canary that fails falls back to the active release', async () => {
  const canary = { area: only.area, release: { ...active, version: '0.3.0' }, percent: 50 };
  const tried = { ...live, areas: [{ ...only, previous, canary }] };
  releases.choosePageReleases(tried, { ...visit, canary: ['finances'] });
  await fallback.reloadOnFallback('finances', reload);
  const [choice] = releases.releasesFor(tried, { ...visit, canary: ['finances'] });
  expect(choice).toMatchObject({ release: active, source: 'active', fallback: previous });
});

test('reloads once for a version', async () => {
  await fallback.reloadOnFallback('finances', reload);
  expect(await fallback.reloadOnFallback('finances', reload)).toBe(false);
});

test('does not reload a page with unsaved changes', async () => {
  const { useUnsavedChanges } = await import('@portal/shared/area');
  const { createElement } = await import('react');
  const { createRoot } = await import('react-dom/client');
  const { flushSync } = await import('react-dom');
  const Form = () => {
    useUnsavedChanges(true);
    return null;
  };
  flushSync(() => createRoot(document.createElement('div')).render(createElement(Form)));
  expect(await fallback.reloadOnFallback('finances', reload)).toBe(false);
});

test('does not reload when the portal does not respond', async () => {
  jest.mocked(globalThis.fetch).mockRejectedValue(new TypeError('offline'));
  expect(await fallback.reloadOnFallback('finances', reload)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  expect(chosen()).toEqual([['0.1.0-abcd1234', 'active']]);
});

test('does not reload when the browser stores nothing: it would reload forever', async () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(await fallback.reloadOnFallback('finances', reload)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
