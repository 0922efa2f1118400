import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { Composition } from '@portal/federation-contract/composition';
import type { PortalVisit } from '@portal/federation-contract/portal-visit';
import { useUnsavedChanges } from '@portal/shared/area';
import { renderPage, server } from '@portal/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { choosePageReleases, pageRelease } from '../composition/page-releases.ts';
import { federationSettings } from '../federation-settings.ts';
import { setAreaState } from '../loading/release-telemetry.ts';
import { overrideReleases } from '../overrides/start-overrides.ts';
import { composition, configurePage } from '../testing/page.fixtures.ts';
import { configureSigningKey, type Sign } from '../testing/signed-composition.fixtures.ts';
import { UpdateOffer } from './notices.tsx';
import { findUpdate } from './use-update.ts';

let sign: Sign;
let reads = 0;

const reload = jest.fn();
const minute = 60_000;

beforeAll(async () => {
  sign = await configureSigningKey();
});

beforeEach(() => {
  // Responses change the screen outside of act: each test waits for what they change.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  reads = 0;
  reload.mockClear();
  choosePageReleases(composition, { canary: [], without: [] });
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const [finances] = composition.areas;
if (finances === undefined) throw new Error('the composition has no area');
const next = { ...finances.active, version: '0.2.0-ffff0000', base: '/remotes/finances/0.2.0-ffff0000/' };

function later(change: Partial<Composition> = {}): Composition {
  return { ...composition, number: composition.number + 1, ...change };
}

const released = later({ areas: [{ ...finances, active: next, previous: finances.active }] });

async function goLive(live: Composition | object): Promise<void> {
  const response = 'payload' in live ? live : await sign(live as Composition);
  server.use(
    http.get('*/composition.json', () => {
      reads += 1;
      return Response.json(response);
    }),
  );
}

test.each<[string, Composition, number | null]>([
  ['another release of an area', released, 8],
  ['another host', later({ host: { ...composition.host, version: '0.2.0' } }), 8],
  [
    'an area more',
    later({ areas: [finances, { ...finances, area: { ...finances.area, id: 'lottery' } }] }),
    8,
  ],
  ['an area less', later({ areas: [] }), 8],
  ['the very same releases', later(), null],
  [
    'a new candidate for other visitors',
    later({ areas: [{ ...finances, canary: { area: finances.area, release: next, percent: 10 } }] }),
    null,
  ],
  ['another release in an older composition', { ...released, number: 6 }, null],
])('%s: %#', async (_what, live, number) => {
  await goLive(live);
  await expect(findUpdate()).resolves.toBe(number);
});

test('the release that this page has fallen back to is no update', async () => {
  setAreaState('finances', { state: 'loaded', version: next.version, source: 'previous' });
  await goLive(released);
  await expect(findUpdate()).resolves.toBeNull();
  setAreaState('finances', { state: 'loaded', version: finances.active.version, source: 'active' });
});

test('the previous host, which this browser uses because it could not load the active one, is no update', async () => {
  const visit: PortalVisit = { canary: [], without: [], host: 'previous' };
  const live = later({
    host: { ...composition.host, version: '0.2.0' },
    previous_host: composition.host,
  });
  choosePageReleases(live, visit);
  configurePage({ ...federationSettings(), visit });
  await goLive({ ...live, number: live.number + 1 });
  await expect(findUpdate()).resolves.toBeNull();
  configurePage({ ...federationSettings(), visit: { canary: [], without: [] } });
});

const newerHost = { ...composition.host, version: '0.2.0' };
const tried = { canary_host: { release: newerHost, percent: 10 } };

test.each<[string, Partial<Composition>, PortalVisit['host'], number | null]>([
  ['a canary of the host for other visitors is no update', tried, undefined, null],
  ['the canary of the host that this page runs is no update', tried, 'canary', null],
  ['its promotion is no update', { host: newerHost, previous_host: composition.host }, 'canary', null],
  ['its end is an update', {}, 'canary', 20],
])('%s', async (_what, change, host, number) => {
  const visit: PortalVisit = { canary: [], without: [], ...(host && { host }) };
  choosePageReleases(later(tried), visit);
  configurePage({ ...federationSettings(), visit });
  await goLive({ ...composition, number: 20, ...change });
  await expect(findUpdate()).resolves.toBe(number);
  configurePage({ ...federationSettings(), visit: { canary: [], without: [] } });
});

test('a release of an overridden area is no update', async () => {
  overrideReleases([{ area: finances.area, release: { ...next, base: 'http://localhost:4203/' } }]);
  await goLive(released);
  await expect(findUpdate()).resolves.toBeNull();
});

test('rejects a composition with a wrong signature', async () => {
  await goLive({ ...(await sign(composition)), payload: JSON.stringify(released) });
  await expect(findUpdate()).rejects.toThrow('signature');
});

function withdrawing(version: string, number: number): Composition {
  return { ...released, number, withdrawn: { areas: [], versions: { finances: [version] } } };
}

test('a page forgets a fallback that is withdrawn', async () => {
  const own = {
    ...composition,
    areas: [{ ...finances, previous: { ...finances.active, version: '0.0.9' } }],
  };
  choosePageReleases(own, { canary: [], without: [] });
  expect(pageRelease('finances')?.fallback?.version).toBe('0.0.9');
  await goLive(withdrawing('0.0.8', 30));
  await findUpdate();
  expect(pageRelease('finances')?.fallback?.version).toBe('0.0.9');
  await goLive(withdrawing('0.0.9', 31));
  await findUpdate();
  expect(pageRelease('finances')?.fallback).toBeNull();
});

function Form() {
  useUnsavedChanges(true);
  return null;
}

let clock = Date.now();
/** The timers that are not faked: only the clock and the interval of the checks are. */
const realTimers = [
  'performance',
  'queueMicrotask',
  'nextTick',
  'setTimeout',
  'clearTimeout',
  'setImmediate',
  'clearImmediate',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'requestIdleCallback',
  'cancelIdleCallback',
] as const;

/** Renders the offer some minutes after the latest check. */
function renderOffer({ minutes = 6, content = null }: { minutes?: number; content?: React.ReactNode } = {}) {
  clock += minutes * minute;
  jest.useFakeTimers({ now: clock, doNotFake: [...realTimers] });
  renderPage(
    <>
      <UpdateOffer reload={reload} />
      {content}
    </>,
  );
  return userEvent.setup();
}

function wait(milliseconds: number): void {
  clock += milliseconds;
  jest.advanceTimersByTime(milliseconds);
}

function comeBack(): void {
  window.dispatchEvent(new Event('focus'));
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Waits in real time: `waitFor` uses intervals, which are faked. */
async function expectReads(count: number): Promise<void> {
  for (let round = 0; reads < count && round < 100; round += 1) {
    await new Promise<void>((resolve) => setTimeout(resolve, 20));
  }
  expect(reads).toBe(count);
}

test('announces the offer politely, without taking the focus, and reloads by keyboard', async () => {
  await goLive({ ...released, number: 20 });
  const user = renderOffer();
  const button = await screen.findByRole('button', { name: 'Reload' });
  const region = button.closest('[aria-live]');
  expect(region).toHaveAttribute('aria-live', 'polite');
  expect(region).toHaveTextContent('A new version of the portal is available.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.body).toHaveFocus();
  await user.tab();
  expect(button).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a dismissed offer stays away until there is a newer version', async () => {
  await goLive({ ...released, number: 21 });
  const user = renderOffer();
  // The offer of the test before is still shown: wait for this test's own.
  await expectReads(1);
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  await goLive({ ...released, number: 21 });
  wait(25_000);
  await expectReads(2);
  expect(screen.queryByRole('button')).toBeNull();
  await goLive({ ...released, number: 22 });
  wait(25_000);
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeVisible();
});

test('removes the offer when the new version is rolled back', async () => {
  await goLive({ ...composition, number: 23 });
  renderOffer();
  // The offer of the test before is still shown.
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
});

test('asks first when a form has unsaved changes', async () => {
  await goLive({ ...released, number: 24 });
  const user = renderOffer({ content: <Form /> });
  await user.click(await screen.findByRole('button', { name: 'Reload' }));
  const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await user.click(within(question).getByRole('button', { name: 'Stay' }));
  expect(reload).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('checks within 30 seconds, and at most once in five when the customer comes back', async () => {
  await goLive(later());
  renderOffer();
  await expectReads(1);
  comeBack();
  wait(5_001);
  comeBack();
  await expectReads(2);
  comeBack();
  wait(15_000);
  await expectReads(2);
  wait(10_000);
  await expectReads(3);
});

test('does not verify a composition again that has not changed', async () => {
  const signed = await sign(released);
  const verify = jest.spyOn(crypto.subtle, 'verify');
  server.use(http.get('*/composition.json', () => Response.json(signed, { headers: { etag: 'W/"1"' } })));
  await expect(findUpdate()).resolves.toBe(8);
  await expect(findUpdate()).resolves.toBe(8);
  expect(verify).toHaveBeenCalledTimes(1);
});

test.each<[string, () => void]>([
  ['is hidden', () => jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')],
  ['is offline', () => jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)],
])('a page that %s checks once that is over', async (_state, enter) => {
  await goLive(later());
  enter();
  renderOffer();
  wait(11 * minute);
  comeBack();
  jest.restoreAllMocks();
  comeBack();
  await expectReads(1);
});

test('a failed check shows nothing and is repeated', async () => {
  server.use(
    http.get('*/composition.json', () => {
      reads += 1;
      return Response.error();
    }),
  );
  renderOffer();
  await expectReads(1);
  expect(screen.queryByRole('button')).toBeNull();
  await goLive({ ...released, number: 40 });
  wait(6 * minute);
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeVisible();
});

test('a page that runs a withdrawn version is reloaded without asking', async () => {
  await goLive(withdrawing(finances!.active.version, 50));
  renderOffer({ content: <Form /> });
  await expectReads(1);
  for (let round = 0; reload.mock.calls.length === 0 && round < 100; round += 1)
    await new Promise<void>((resolve) => setTimeout(resolve, 20));
  expect(reload).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
