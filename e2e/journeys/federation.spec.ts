import type { Page, Response } from '@playwright/test';
import { areaIds } from '@portal/testbed/fixtures/area-proofs';
import { expectScreen, navigation, openScreen, screens } from '@portal/testbed/fixtures/screens';
import { readComposition, releaseOf } from '../fixtures/live-releases.ts';
import { asNobody, expect, test } from '../fixtures/portal-test.ts';

// Text that occurs in one file of a library only: a second copy of the library contains it too.
const libraries = {
  React: 'react.transitional.element',
  'React DOM': 'react.portal',
  router: 'useNavigate() may be used only',
  i18next: 'initializedLanguageOnce',
  'API client': 'KyError',
  'query cache': 'No QueryClient set',
};

test('every area loads its own release and shares the libraries of the host', async ({ page }) => {
  const composition = await readComposition();
  const scripts = new Map<string, Promise<string>>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script' || !response.ok()) return;
    const { pathname } = new URL(response.url());
    if (!scripts.has(pathname)) scripts.set(pathname, response.text());
  });
  const origin = new URL(process.env['E2E_URL'] ?? '').origin;
  const strangers: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) strangers.push(request.url());
  });

  await watchShareScopes(
    page,
    composition.areas.map(({ active }) => active.unique_name),
  );
  await page.goto('/welcome');
  for (const screen of screens) await openScreen(page, screen);
  // An additional area is in the navigation too.
  const reached = composition.areas.filter(({ area }) => area.navigation.length > 0);
  for (const { area } of reached.filter(({ area }) => !isKnown(area.id))) {
    const link = navigation(page)
      .locator(`a[href="${area.base_path}"], a[href^="${area.base_path}/"]`)
      .first();
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expectScreen(page, { heading: /./ });
  }

  const paths = [...scripts.keys()];
  for (const {
    area,
    active: { base, entry },
  } of reached) {
    expect(base).toMatch(new RegExp(`^/remotes/${area.id}/[^/]+/$`));
    expect(paths, `the entry of ${area.id}`).toContain(base + entry);
    expect(paths.filter((path) => path.startsWith(base)).length, `scripts of ${area.id}`).toBeGreaterThan(1);
  }
  const bases = [composition.host, ...composition.areas.map(({ active }) => active)].map(({ base }) => base);
  expect(paths.filter((path) => !bases.some((base) => path.startsWith(base)))).toEqual([]);
  expect(strangers, 'requests to other origins').toEqual([]);

  for (const [library, marker] of Object.entries(libraries)) {
    const texts = await Promise.all([...scripts].map(async ([path, text]) => ({ path, text: await text })));
    const owners = texts.filter(({ text }) => text.includes(marker)).map(({ path }) => path);
    expect(owners, `scripts that hold ${library}`).toEqual([expect.stringContaining(composition.host.base)]);
  }
  expect(await sharedVersions(page)).toEqual([]);
});

type ShareScope = Record<string, Record<string, object>>;

declare global {
  /** The share scope that each container was given. */
  var givenScopes: ShareScope[] | undefined;
}

/** Stores the share scopes that the containers with these globals are given. */
function watchShareScopes(page: Page, containers: readonly string[]): Promise<unknown> {
  return page.addInitScript((names) => {
    const given: ShareScope[] = [];
    globalThis.givenScopes = given;
    for (const name of names) {
      let container: { init: (scope: ShareScope, ...more: unknown[]) => unknown } | undefined;
      Object.defineProperty(globalThis, name, {
        get: () => container,
        set: (value: typeof container) => {
          container = value && {
            ...value,
            init: (scope, ...more) => {
              given.push(scope);
              return value.init(scope, ...more);
            },
          };
        },
      });
    }
  }, containers);
}

/** The shared packages with more than one version in the share scope, or what else is wrong with it. */
function sharedVersions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const [scope = {}, ...others] = globalThis.givenScopes ?? [];
    if (!('react' in scope)) return ['the share scope holds no React'];
    if (others.some((other) => other !== scope)) return ['there is more than one share scope'];
    return Object.entries(scope)
      .filter(([, versions]) => Object.keys(versions).length !== 1)
      .map(([name, versions]) => `${name}: ${Object.keys(versions).join(', ')}`);
  });
}

for (const { path } of screens) {
  test(`nothing is fetched twice on a first load of ${path}`, async ({ page }) => {
    await expectEachOnce(page, path);
  });
}

test.describe('for a visitor', () => {
  test.use(asNobody);

  test('nothing is fetched twice on a first load of /login', async ({ page }) => {
    await expectEachOnce(page, '/login');
  });
});

async function expectEachOnce(page: Page, path: string): Promise<void> {
  const fetched: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The HTML and the page both name the icons; the second request is served from the cache. A report is never the same.
    if (request.resourceType() === 'image' || pathname === '/portal/reports') return;
    fetched.push(`${request.method()} ${request.url()}`);
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const twice = fetched.filter((one, index) => fetched.indexOf(one) !== index);
  expect(twice).toEqual([]);
}

test('releases are cached permanently, pages and the composition are revalidated', async ({ request }) => {
  const composition = await readComposition();
  const finances = releaseOf(composition, 'finances');
  const { host } = composition;
  const files = [
    finances.base + finances.entry,
    ...host.scripts.map((file) => host.base + file),
    `${finances.base}locales/en/financesPayments.json`,
  ];
  for (const file of files) {
    const { 'cache-control': cacheControl } = (await request.get(file)).headers();
    expect(cacheControl, file).toBe('public, max-age=31536000, immutable');
  }
  // A page holds a token of its own.
  for (const path of ['/', '/login', '/voicing/cdr']) {
    expect((await request.get(path)).headers()['cache-control'], path).toBe('private, no-cache');
  }
  expect((await request.get('/composition.json')).headers()['cache-control']).toBe('no-cache');
});

test('a missing file returns 404 and never a page', async ({ request }) => {
  const { host, areas } = await readComposition();
  const missing = [
    `${host.base}main.000000000000.js`,
    ...areas.map(({ active: { base } }) => `${base}page-main.000000000000.js`),
    '/remotes/finances/9.9.9/remote-entry.js',
    '/remotes/nobody/',
    '/locales/en/nothing.json',
    '/locales/xx/common.json',
    '/favicon.ico',
    '/v1/nothing',
  ];
  for (const path of missing) {
    const response: Pick<Response, 'status' | 'headers'> = await request.get(path);
    expect(response.status(), path).toBe(404);
    expect(response.headers()['content-type'], path).not.toContain('html');
  }
});

test('composition.json names the five areas, among others', async () => {
  const { areas } = await readComposition();
  expect(areas.map(({ area }) => area.id)).toEqual(expect.arrayContaining([...areaIds]));
});

function isKnown(id: string): boolean {
  return areaIds.some((known) => known === id);
}
