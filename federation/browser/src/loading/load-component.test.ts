import '../testing/page.fixtures.ts';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { LiveRelease } from '@portal/federation-contract/composition';

const loadExposed = jest.fn<(name: string) => Promise<unknown>>();
const registered: string[] = [];
let loadComponent: typeof import('./load-component.ts').loadComponent;
let areaLoads: typeof import('./area-load.ts');
let reports: typeof import('./release-telemetry.ts');

/** A page whose only area has a previous release. Each test loads its own modules, as each page does. */
beforeEach(async () => {
  jest.resetModules();
  jest.useFakeTimers();
  sessionStorage.clear();
  loadExposed.mockReset();
  registered.length = 0;
  await startPage();
});

async function startPage(): Promise<void> {
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  jest.doMock('./containers.ts', () => ({
    loadExposed: ({ name, address }: { name: string; address: string }) => {
      registered.push(address.replace(location.origin, ''));
      return loadExposed(name);
    },
  }));
  const { composition } = await import('../testing/page.fixtures.ts');
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
  ({ loadComponent } = await import('./load-component.ts'));
  areaLoads = await import('./area-load.ts');
  reports = await import('./release-telemetry.ts');
}

const Page = () => null;
const works = { area: { pages: { payments: () => Promise.resolve({ default: Page }) } } };
const hangs = new Promise(() => undefined);

async function load(milliseconds = 20_000) {
  const component = loadComponent('finances', 'pages', 'payments').then(
    () => 'loaded',
    (error: Error) => error.name,
  );
  await jest.advanceTimersByTimeAsync(milliseconds);
  return [await component, areaLoads.areaLoad('finances').source];
}

test('retries once, under another address, before it falls back', async () => {
  loadExposed.mockRejectedValueOnce(new Error('500')).mockResolvedValue(works);
  expect(await load()).toEqual(['loaded', 'active']);
  const entry = '/remotes/finances/0.1.0-abcd1234/remote-entry.js';
  expect(registered).toEqual([entry, `${entry}?attempt=1`]);
});

test('retries each component once: an earlier fault of another file does not count', async () => {
  const invoices = jest.fn<() => Promise<object>>();
  invoices.mockRejectedValueOnce(new Error('Loading chunk failed')).mockResolvedValue({ default: Page });
  loadExposed
    .mockRejectedValueOnce(new Error('500'))
    .mockResolvedValue({ area: { pages: { ...works.area.pages, invoices } } });
  expect(await load()).toEqual(['loaded', 'active']);
  areaLoads.markShown('finances');
  const second = loadComponent('finances', 'pages', 'invoices');
  await jest.advanceTimersByTimeAsync(1_000);
  await expect(second).resolves.toEqual({ default: Page });
  expect(areaLoads.areaLoad('finances').source).toBe('active');
});

test('falls back to the previous release when the entry fails twice', async () => {
  loadExposed.mockImplementation((name) =>
    name.startsWith('finances_0_0_9') ? Promise.resolve(works) : Promise.reject(new Error('500')),
  );
  expect(await load()).toEqual(['loaded', 'previous']);
  expect(registered.at(-1)).toBe('/remotes/finances/0.0.9/remote-entry.js');
});

test('does not retry an entry that timed out', async () => {
  loadExposed.mockImplementation(async (name) => (name.startsWith('finances_0_0_9') ? works : hangs));
  const component = loadComponent('finances', 'pages', 'payments');
  await jest.advanceTimersByTimeAsync(5_100);
  await expect(component).resolves.toEqual({ default: Page });
});

test("falls back to the previous release when the page's chunk fails twice", async () => {
  const broken = { area: { pages: { payments: () => Promise.reject(new Error('Loading chunk failed')) } } };
  loadExposed.mockImplementation(async (name) => (name.startsWith('finances_0_0_9') ? works : broken));
  expect(await load()).toEqual(['loaded', 'previous']);
});

test('does not fall back after a component of the area was shown', async () => {
  loadExposed.mockResolvedValueOnce(works);
  expect(await load()).toEqual(['loaded', 'active']);
  areaLoads.markShown('finances');
  const component = loadComponent('finances', 'pages', 'unknown').catch((error: Error) => error.name);
  await jest.advanceTimersByTimeAsync(20_000);
  expect(await component).toBe('AreaLoadError');
  expect(areaLoads.areaLoad('finances').source).toBe('active');
});

test('reports simultaneous failures of two components as one', async () => {
  loadExposed.mockRejectedValueOnce(new Error('500')).mockResolvedValue(works);
  const both = Promise.all([load(), load()]);
  expect(await both).toEqual([
    ['loaded', 'active'],
    ['loaded', 'active'],
  ]);
  const [, request] = jest.mocked(globalThis.fetch).mock.calls[0] ?? [];
  expect(JSON.parse(String(request?.body)).reports).toHaveLength(1);
});

test('reports each failure with the reference that the customer is shown', async () => {
  loadExposed.mockRejectedValue(new Error('500'));
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

describe('a release that reloads its page', () => {
  /** A page that lives for some milliseconds. */
  async function nextPage(milliseconds: number) {
    jest.resetModules();
    await startPage();
    return load(milliseconds);
  }
  beforeEach(() => {
    loadExposed.mockResolvedValue(works);
  });

  test('is replaced by the previous one after eight pages, and runs again when the customer retries', async () => {
    for (const _ of Array(8)) expect(await nextPage(1_000)).toEqual(['loaded', 'active']);
    expect(await nextPage(1_000)).toEqual(['loaded', 'previous']);
    expect(registered.at(-1)).toContain('/0.0.9/');
    expect(await nextPage(1_000)).toEqual(['loaded', 'active']);
  });

  test('is not suspected when its pages live longer', async () => {
    for (const _ of Array(12)) expect(await nextPage(7_000)).toEqual(['loaded', 'active']);
    expect(sessionStorage).toHaveLength(0);
  });
});

describe('with a second copy of the releases', () => {
  const entry = '/remotes/finances/0.1.0-abcd1234/remote-entry.js';
  const second = 'https://files.example/portal';

  beforeEach(async () => {
    const { composition, configurePage } = await import('../testing/page.fixtures.ts');
    const { choosePageReleases } = await import('../composition/page-releases.ts');
    configurePage({ alternateFiles: second });
    const manifest = `sha384-${'A'.repeat(64)}`;
    const areas = composition.areas.map((area) => ({
      ...area,
      active: { ...area.active, manifest },
      previous: { ...area.active, version: '0.0.9', base: '/remotes/finances/0.0.9/', unique_name: 'older' },
    }));
    choosePageReleases({ ...composition, areas }, { canary: [], without: [] });
  });
  const isSecond = () => registered.at(-1)?.startsWith(second) === true;

  test('loads the same version from there after a retry', async () => {
    loadExposed.mockImplementation(() =>
      isSecond() ? Promise.resolve(works) : Promise.reject(new Error('503')),
    );
    expect(await load()).toEqual(['loaded', 'active']);
    expect(registered).toEqual([entry, `${entry}?attempt=1`, `${second}${entry}?attempt=2`]);
    expect(areaLoads.localeUrl('en', 'financesPayments')).toBe(
      `${second}/remotes/finances/0.1.0-abcd1234/locales/en/financesPayments.json?attempt=2`,
    );
  });

  test('does not retry a time-out before', async () => {
    loadExposed.mockImplementation(async () => (isSecond() ? works : hangs));
    expect(await load()).toEqual(['loaded', 'active']);
    expect(registered).toEqual([entry, `${second}${entry}?attempt=1`]);
  });

  test('loads a chunk that hangs with a new runtime from there, also when the area is shown already', async () => {
    loadExposed.mockImplementation(async () =>
      isSecond() ? works : { area: { pages: { payments: () => hangs } } },
    );
    areaLoads.markShown('finances');
    expect(await load()).toEqual(['loaded', 'active']);
    expect(registered).toEqual([entry, `${second}${entry}?attempt=1`]);
  });

  test('falls back to the previous release when both copies fail', async () => {
    loadExposed.mockImplementation((name) =>
      name.startsWith('older') ? Promise.resolve(works) : Promise.reject(new Error('503')),
    );
    expect(await load()).toEqual(['loaded', 'previous']);
    expect(registered.at(-1)).toBe('/remotes/finances/0.0.9/remote-entry.js');
  });
});
