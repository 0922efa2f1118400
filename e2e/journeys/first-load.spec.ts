import type { Page, Request } from '@playwright/test';
import { describeGrowthOf } from '@portal/federation-build/analyze/module-growth';
import { readPortalFacts } from '@portal/federation-build/workspace/workspace-packages';
import { asNobody, expect, test } from '../fixtures/portal-test.ts';

const { first_loads: budgets } = readPortalFacts().size_budgets;
const isOpen = (path: string) => path === '/login';

test.describe('in an account', () => {
  for (const path of Object.keys(budgets).filter((one) => !isOpen(one))) testFirstLoad(path);
});

test.describe('without a session', () => {
  test.use(asNobody);
  for (const path of Object.keys(budgets).filter(isOpen)) testFirstLoad(path);
});

function testFirstLoad(path: string): void {
  test(`the first load of ${path} keeps to its budget, and loads nothing twice`, async ({ page }) => {
    const loaded = await loadedFiles(page, path);
    const sizes = (suffix: string) => loaded.filter(({ name }) => name.endsWith(suffix));
    const { requests, html, scripts, styles } = budgets[path] ?? {};
    const addresses = loaded.map(({ name }) => name);
    expect(addresses.filter((name, index) => addresses.indexOf(name) < index)).toEqual([]);
    expect(loaded.length, `requests of ${path}: ${listed(loaded)}`).toBeLessThanOrEqual(requests ?? 0);
    for (const [suffix, budget = 0] of [
      ['.js', scripts],
      ['.css', styles],
      [path, html],
    ] as const) {
      const files = sizes(suffix);
      const said = `bytes of ${path}: ${listed(files)}`;
      const grown = suffix === '.js' && total(files) > budget ? describeGrowthOf(packagesOf(files)) : [];
      expect(total(files), [said, ...grown].join('\n')).toBeLessThanOrEqual(budget);
    }
  });
}

for (const path of [
  '/finances/payments',
  '/messaging/history',
  '/profile',
  '/voicing/cdr',
  '/voicing/report',
]) {
  test(`${path} asks for the texts of its first screen before its code is there`, async ({ page }) => {
    const texts: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/locales/')) texts.push(new URL(request.url()).pathname);
    });
    const code = Promise.withResolvers<void>();
    await page.route('**/remotes/*/*/page-*.js', async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    const early = texts.length;
    code.resolve();
    await expect(page.locator('#root [data-area-page] h1')).toBeVisible();
    expect(texts.slice(early)).toEqual([]);
  });
}

interface LoadedFile {
  /** Method and address within the portal; without the method for GET. */
  name: string;
  /** Transferred, without headers. */
  bytes: number;
}

/** What a page loads from an empty cache until it rests, largest first. */
async function loadedFiles(page: Page, path: string): Promise<LoadedFile[]> {
  const finished: Request[] = [];
  page.on('requestfinished', (request) => finished.push(request));
  await page.goto(path);
  await expect(page.locator('#root h1').last()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const files = await Promise.all(
    finished.map(async (request) => {
      const { pathname, search } = new URL(request.url());
      const method = request.method() === 'GET' ? '' : `${request.method()} `;
      return { name: method + pathname + search, bytes: (await request.sizes()).responseBodySize };
    }),
  );
  return files.toSorted((a, b) => b.bytes - a.bytes);
}

/** `host` and the areas whose releases the files belong to. */
function packagesOf(files: readonly LoadedFile[]): string[] {
  const folders = files.map(({ name }) => /^\/(?:remotes\/)?([^/]+)/.exec(name)?.[1] ?? '');
  return [...new Set(folders)];
}

function total(files: readonly LoadedFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

function listed(files: readonly LoadedFile[]): string {
  return files.map(({ name, bytes }) => `${name.replace(/^.*\//, '')} ${bytes}`).join(', ');
}
