import '../testing/portal-document.fixtures.ts';
import { beforeEach, expect, jest, test } from '@jest/globals';
import type { LiveRelease } from '@portal/federation-contract/composition';
import { composition } from '../testing/portal-document.fixtures.ts';

let run: typeof import('./area-run.ts');
let releases: typeof import('../composition/page-releases.ts');
let step: typeof import('./step-back.ts');

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

/** A page that shows the area; each test has modules of its own, as a page has. */
beforeEach(async () => {
  sessionStorage.clear();
  reload.mockReset();
  jest.resetModules();
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{}'));
  releases = await import('../composition/page-releases.ts');
  releases.choosePageReleases(live, visit);
  run = await import('./area-run.ts');
  step = await import('./step-back.ts');
  run.markShown('finances');
});

const chosen = (of = live) =>
  releases.releasesFor(of, visit).map(({ release, source }) => [release.version, source]);

test('the next page of the tab runs on the previous release, and says so', async () => {
  expect(await step.stepBack('finances', reload)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(chosen()).toEqual([['0.0.9', 'previous']]);
});

test('a version that is deployed later is run again', async () => {
  await step.stepBack('finances', reload);
  expect(chosen(next)).toEqual([['0.2.0', 'active']]);
});

test('a canary that fails leads to the active release', async () => {
  const canary = { area: only.area, release: { ...active, version: '0.3.0' }, percent: 50 };
  const tried = { ...live, areas: [{ ...only, previous, canary }] };
  releases.choosePageReleases(tried, { ...visit, canary: ['finances'] });
  await step.stepBack('finances', reload);
  const [choice] = releases.releasesFor(tried, { ...visit, canary: ['finances'] });
  expect(choice).toMatchObject({ release: active, source: 'active', fallback: previous });
});

test('is done once for a version: the fallback of the fallback is the retry', async () => {
  await step.stepBack('finances', reload);
  expect(await step.stepBack('finances', reload)).toBe(false);
});

test('gives up nothing that has been typed', async () => {
  renderHook(() => useUnsavedChanges(true));
  expect(await step.stepBack('finances', reload)).toBe(false);
});

test('stays in the page when the portal does not answer', async () => {
  jest.mocked(globalThis.fetch).mockRejectedValue(new TypeError('offline'));
  expect(await step.stepBack('finances', reload)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  expect(chosen()).toEqual([['0.1.0-abcd1234', 'active']]);
});

test('stays in the page where the browser keeps nothing: it would go in a circle', async () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(await step.stepBack('finances', reload)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
