import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

/** The events by which a browser with the Navigation API distinguishes code and customer. */
type Leaving = { userInitiated: boolean; destination: { sameDocument: boolean } };
const byCode: Leaving = { userInitiated: false, destination: { sameDocument: false } };
const byLink: Leaving = { userInitiated: true, destination: { sameDocument: false } };
const withinPage: Leaving = { userInitiated: false, destination: { sameDocument: true } };

let navigation: EventTarget;

beforeEach(() => {
  jest.useFakeTimers();
  sessionStorage.clear();
});

afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'navigation');
});

/** Starts one page that runs the release, then leaves it as the event says, or by the browser's own button. */
async function startPage(leaving?: Leaving, version = 'finances 1'): Promise<void> {
  jest.resetModules();
  const { countStart } = await import('./restart-loop.ts');
  countStart(version);
  if (leaving !== undefined) navigation.dispatchEvent(Object.assign(new Event('navigate'), leaving));
}

function provideNavigation(): void {
  navigation = new EventTarget();
  Object.assign(globalThis, { navigation });
}

async function startPages(count: number, leaving?: Leaving, version?: string): Promise<void> {
  for (let page = 0; page < count; page += 1) {
    if ('navigation' in globalThis) provideNavigation();
    await startPage(leaving, version);
  }
}

const loop = { name: 'RestartLoopError' };

test('stops code that reloads its page forever', async () => {
  provideNavigation();
  await startPages(8, byCode);
  await expect(startPage()).rejects.toMatchObject(loop);
});

test('begins to count again after it has stopped a loop', async () => {
  provideNavigation();
  await startPages(8, byCode);
  await expect(startPage()).rejects.toMatchObject(loop);
  await startPages(8, byCode);
});

test('lets the customer reload as often as they like', async () => {
  provideNavigation();
  await startPages(30);
  await startPages(30, byLink);
});

test('takes no change of the address within the page for its end', async () => {
  provideNavigation();
  await startPages(30, withinPage);
});

test('counts each release and each address on its own', async () => {
  provideNavigation();
  await startPages(8, byCode);
  await startPages(8, byCode, 'voicing 1');
  history.replaceState(null, '', '/elsewhere');
  await startPages(8, byCode, 'voicing 1');
});

test('forgets pages that lived longer than a loop', async () => {
  provideNavigation();
  for (let page = 0; page < 20; page += 1) {
    await startPages(1, byCode);
    jest.advanceTimersByTime(6_000);
  }
});

test('counts every page where the browser does not distinguish who left it', async () => {
  await startPages(8);
  await expect(startPage()).rejects.toMatchObject(loop);
});
