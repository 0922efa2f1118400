import '../testing/portal-document.fixtures.ts';
import { beforeEach, expect, jest, test } from '@jest/globals';
import type { LiveRelease } from '@portal/federation-contract/composition';

const loadRemote = jest.fn<(id: string) => Promise<unknown>>();
const registered: string[] = [];
let loadPart: typeof import('./load-part.ts').loadPart;
let run: typeof import('./area-run.ts');
let reports: typeof import('./release-reports.ts');

/** A page whose only area has a previous release; each test has modules of its own, as a page has. */
beforeEach(async () => {
  jest.resetModules();
  jest.useFakeTimers();
  loadRemote.mockReset();
  registered.length = 0;
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  jest.doMock('@module-federation/enhanced/runtime', () => ({
    loadRemote,
    registerRemotes: ([{ entry }]: [{ entry: string }]) =>
      registered.push(new URL(entry).pathname + new URL(entry).search),
  }));
  const { composition } = await import('../testing/portal-document.fixtures.ts');
  const { choosePageReleases } = await import('../composition/page-releases.ts');
  const [only] = composition.areas;
  if (only === undefined) throw new Error('the fixture has an area');
  const previous: LiveRelease = {
    ...only.active,
    version: '0.0.9',
    base: '/remotes/finances/0.0.9/',
    unique_name: 'finances_0_0_9',
  };
  choosePageReleases({ ...composition, areas: [{ ...only, previous }] }, { canary: [], without: [] });
  ({ loadPart } = await import('./load-part.ts'));
  run = await import('./area-run.ts');
  reports = await import('./release-reports.ts');
});

const Page = () => null;
const works = { area: { pages: { payments: () => Promise.resolve({ default: Page }) } } };
const hangs = new Promise(() => undefined);

async function load() {
  const part = loadPart('finances', 'pages', 'payments').then(
    () => 'loaded',
    (error: Error) => error.name,
  );
  await jest.advanceTimersByTimeAsync(20_000);
  return [await part, run.areaRun('finances').source];
}

test('asks once more, under another address, before it changes the release', async () => {
  loadRemote.mockRejectedValueOnce(new Error('500')).mockResolvedValue(works);
  expect(await load()).toEqual(['loaded', 'active']);
  const entry = '/remotes/finances/0.1.0-abcd1234/remote-entry.js';
  expect(registered).toEqual([entry, `${entry}?attempt=1`]);
});

test('changes to the previous release when the entry fails twice', async () => {
  loadRemote.mockImplementation((id) =>
    id.startsWith('finances_0_0_9') ? Promise.resolve(works) : Promise.reject(new Error('500')),
  );
  expect(await load()).toEqual(['loaded', 'previous']);
  expect(registered.at(-1)).toBe('/remotes/finances/0.0.9/remote-entry.js');
});

test('does not wait twice for what hangs', async () => {
  loadRemote.mockImplementation(async (id) => (id.startsWith('finances_0_0_9') ? works : hangs));
  const part = loadPart('finances', 'pages', 'payments');
  await jest.advanceTimersByTimeAsync(5_100);
  await expect(part).resolves.toEqual({ default: Page });
});

test("changes to the previous release when the page's chunk fails twice", async () => {
  const broken = { area: { pages: { payments: () => Promise.reject(new Error('Loading chunk failed')) } } };
  loadRemote.mockImplementation(async (id) => (id.startsWith('finances_0_0_9') ? works : broken));
  expect(await load()).toEqual(['loaded', 'previous']);
});

test('never brings a second version into a page that shows the first', async () => {
  loadRemote.mockResolvedValueOnce(works);
  expect(await load()).toEqual(['loaded', 'active']);
  run.markShown('finances');
  const part = loadPart('finances', 'pages', 'unknown').catch((error: Error) => error.name);
  await jest.advanceTimersByTimeAsync(20_000);
  expect(await part).toBe('AreaLoadError');
  expect(run.areaRun('finances').source).toBe('active');
});

test('takes what fails in two parts at once for one failure', async () => {
  loadRemote.mockRejectedValueOnce(new Error('500')).mockResolvedValue(works);
  const both = Promise.all([load(), load()]);
  expect(await both).toEqual([
    ['loaded', 'active'],
    ['loaded', 'active'],
  ]);
  const [, request] = jest.mocked(globalThis.fetch).mock.calls[0] ?? [];
  expect(JSON.parse(String(request?.body)).reports).toHaveLength(1);
});

test('tells the server of each failure, with what the customer is shown', async () => {
  loadRemote.mockRejectedValue(new Error('500'));
  expect(await load()).toEqual(['AreaLoadError', 'previous']);
  const [, request] = jest.mocked(globalThis.fetch).mock.calls.at(-1) ?? [];
  const sent = JSON.parse(String(request?.body)).reports;
  expect(sent.at(-1)).toMatchObject({
    area: 'finances',
    version: '0.0.9',
    source: 'previous',
    composition: 7,
    outcome: { result: 'failed', stage: 'entry', reference: reports.failureReference('finances') },
  });
});
