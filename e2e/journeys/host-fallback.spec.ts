import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page, Route } from '@playwright/test';
import { demo, signIn } from '@portal/testbed/fixtures/account';
import { navigation, welcomeHeading } from '@portal/testbed/fixtures/screens';
import { type StagedPortal, startStagedPortal } from '@portal/testbed/runner/portal-server';
import { faults } from '../fixtures/live-releases.ts';
import { asNobody, expect, test } from '../fixtures/portal-test.ts';

const root = path.resolve(import.meta.dirname, '../..');
const areas = ['auth', 'finances', 'messaging', 'profile', 'voicing'];
const formerVersion = '0.0.9-00000000';

// The browser reports the faults of these tests.
test.beforeEach(({ faults: browser }) => browser.expect(/./));
test.use(asNobody);

const altered = async (route: Route) => {
  const response = await route.fetch();
  await route.fulfill({ response, body: `${await response.text()}\n` });
};
const logIn = (page: Page) => page.getByRole('heading', { level: 1, name: 'Log in' });

test.describe('with a previous host', () => {
  // In one worker, which starts the portal once.
  test.describe.configure({ mode: 'default' });

  let folder: string;
  let staged: StagedPortal;

  test.beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'portal-former-host-'));
    cpSync(path.join(root, 'host/dist'), folder, { recursive: true });
    const release = JSON.parse(readFileSync(path.join(folder, 'release.json'), 'utf8'));
    writeFileSync(path.join(folder, 'release.json'), JSON.stringify({ ...release, version: formerVersion }));
    staged = await startStagedPortal({
      host: path.join(root, 'host/dist'),
      previousHost: folder,
      areas: areas.map((area) => ({ active: path.join(root, `remote-${area}/dist`) })),
    });
  });
  test.afterAll(async () => {
    await staged[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  /** Fails a file of the active host. Returns the pages that were loaded. */
  async function failFile(
    page: Page,
    name: string,
    fault: (route: Route) => Promise<void>,
  ): Promise<string[]> {
    const { base } = staged.portal.live().host;
    await page.route(`${staged.url}${base}${name}`, fault);
    const pages: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) pages.push(request.url());
    });
    return pages;
  }

  for (const [name, fault] of [
    ['is missing', faults['a 404']],
    ['is lost on the way', faults['a lost connection']],
    ['is not the released one', altered],
  ] as const)
    test(`the login page works when a script of the host ${name}`, async ({ page }) => {
      const pages = await failFile(page, 'main.*.js', fault);
      await page.goto(`${staged.url}/login?language=en`);
      await expect(logIn(page)).toBeVisible();
      await expect(page.locator(`script[src*="/host/${formerVersion}/"]`).first()).toBeAttached();
      await page.getByRole('button', { name: 'Language' }).click();
      await expect(page.getByRole('menuitemradio', { name: 'Deutsch' })).toBeVisible();
      await expect(page.locator('#start-failure')).toBeHidden();
      expect(pages).toHaveLength(2);
    });

  test('the pages of the account work when the code of their frame is not the released one', async ({
    page,
    context,
  }) => {
    const { cookies } = await signIn(demo, staged.url);
    await context.addCookies(cookies);
    await failFile(page, 'frame.*.js', altered);
    await page.goto(`${staged.url}/welcome?language=en`);
    // The HTML of both hosts has the same frame.
    await expect(page.locator(`script[src*="/host/${formerVersion}/"]`).first()).toBeAttached();
    await expect(page.locator('#prerendered')).toHaveCount(0);
    await expect(welcomeHeading(page)).toBeVisible();
    await expect(navigation(page)).toBeVisible();
  });
});

test.describe('without a previous host', () => {
  test('a file that is not the released one is not reported as a lost connection', async ({ page }) => {
    await page.route('**/host/*/main.*.js', altered);
    await page.goto('/login?language=en');
    const title = page.getByRole('heading', { level: 1, name: 'The portal could not be loaded' });
    await expect(title).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(logIn(page)).toBeVisible();
    await expect(title).toBeHidden();
  });

  test('a page whose texts are missing in English too says in its language what to do', async ({ page }) => {
    await page.route('**/locales/**', faults['a 404']);
    await page.goto('/finances/statement?language=de');
    const title = page.getByRole('heading', { level: 1, name: 'Das Portal konnte nicht geladen werden' });
    await expect(title).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible();
    await expect(title).toBeHidden();
  });

  test('a lost connection is reported as one', async ({ page }) => {
    await page.route(/\/host\/[^/]+\/main\..*\.js|\/composition\.json/, faults['a lost connection']);
    await page.goto('/login?language=en');
    await expect(
      page.getByRole('heading', { level: 1, name: 'The portal cannot reach its server' }),
    ).toBeVisible();
  });
});
