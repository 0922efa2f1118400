import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { readSigningKey } from '@portal/federation-cli/signing-key';
import { rows, welcomeHeading } from '@portal/testbed/fixtures/screens';
import { readComposition, releaseOf } from '../fixtures/live-releases.ts';
import { asNobody, expect, test } from '../fixtures/portal-test.ts';

const aboutHeading = (page: Page) => page.getByRole('heading', { level: 1, name: 'About this page' });
const notices = { safeMode: 'Safe mode', overrides: 'Overrides in this tab' };

/** The cells of an area's row on `/about`. */
function areaRow(page: Page, title: string) {
  return page.getByRole('table', { name: 'Areas' }).getByRole('row').filter({ hasText: title });
}

test.describe('without a session', () => {
  test.use(asNobody);

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the page of versions needs no session and is accessible (${colorScheme})`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      const calls: string[] = [];
      page.on('request', (request) => calls.push(new URL(request.url()).pathname));
      const response = await page.goto('/about?reference=ABCD2345');
      expect(response?.status()).toBe(200);
      await expect(aboutHeading(page)).toBeVisible();
      const { number, areas } = await readComposition();
      await expect(page.getByRole('region', { name: 'This page' })).toContainText(String(number));
      await expect(page.getByText('ABCD2345')).toBeVisible();
      for (const { active } of areas)
        await expect(page.getByText(active.version, { exact: true })).toBeVisible();
      expect(calls.filter((call) => call.startsWith('/v1/'))).toEqual([]);
      expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
    });
  }

  for (const language of ['de', 'ru', 'lt']) {
    test(`the page of versions fits the smallest phones (${language})`, async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(`/about?reference=ABCD2345&without=finances&language=${language}`);
      await expect(page.getByText('ABCD2345')).toBeVisible();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });
  }
});

test('the reference of a failure leads to the releases of the page', async ({ page, faults }) => {
  faults.expect(/remotes\/finances\//, /already registered/, /AreaLoadError/);
  await page.route('**/remotes/finances/**', (route) => route.fulfill({ status: 404 }));
  await page.goto('/finances/payments');
  const reference = page.getByRole('link', { name: /^[A-Z0-9]{8}$/ });
  await expect(reference).toBeVisible();
  const text = await reference.textContent();
  await reference.press('Enter');
  await expect(aboutHeading(page)).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  const card = page.getByRole('region', { name: 'Reference code' });
  await expect(card).toContainText(String(text));
  await expect(card).toContainText('It was shown for Finances.');
  await expect(areaRow(page, 'Finances')).toContainText('Failed');
});

test('safe mode leaves out an area, says so, and can be left', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/finances/payments?without=finances');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Payments: left out in safe mode' }),
  ).toBeVisible();
  const banner = page.getByRole('region', { name: notices.safeMode });
  await expect(banner).toContainText('Finances');
  await page.getByRole('link', { name: 'Rented phone numbers' }).click();
  await expect(rows(page).first()).toBeVisible();
  expect(asked.filter((address) => address.startsWith('/remotes/finances/'))).toEqual([]);
  await page.goBack();
  await banner.getByRole('button', { name: 'Leave safe mode' }).click();
  await expect(rows(page).first()).toBeVisible();
  await expect(banner).toHaveCount(0);
  expect(new URL(page.url()).search).toBe('');
});

test('an override loads an area from a local server in one tab, until that server stops', async ({
  page,
  context,
  faults,
}) => {
  const origin = 'http://localhost:4999/';
  const release = releaseOf(await readComposition(), 'finances');
  let isRunning = true;
  const headers = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
  const served: string[] = [];
  // The local server serves the files of the release.
  await context.route(`${origin}**`, async (route) => {
    if (!isRunning) return route.abort('connectionrefused');
    const file = new URL(route.request().url()).pathname.slice(1);
    served.push(file);
    const response = await page.request.get(release.base + file);
    await route.fulfill({
      status: response.status(),
      headers: { ...response.headers(), ...headers },
      body: await response.body(),
    });
  });
  // The page has requested the live release before it reads the override.
  faults.expect(/preload/, /localhost:4999/);

  await page.goto('/about');
  await page.getByRole('textbox', { name: 'Address of the development server' }).fill(origin);
  await page.keyboard.press('Enter');
  const banner = page.getByRole('region', { name: notices.overrides });
  await expect(banner).toContainText(`Finances comes from ${origin}`);
  await expect(areaRow(page, 'Finances')).toContainText('Override');

  await page.goto('/finances/payments');
  await expect(rows(page).first()).toBeVisible();
  expect(served).toContain(release.entry);
  await expect(banner).toBeVisible();

  const other = await context.newPage();
  await other.goto('/finances/payments');
  await expect(rows(other).first()).toBeVisible();
  await expect(other.getByRole('region', { name: notices.overrides })).toHaveCount(0);
  await other.close();

  isRunning = false;
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: 'Override ended' })).toContainText('Finances');
  await expect(rows(page).first()).toBeVisible();
  isRunning = true;
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('an open page offers a new release, and asks before a form is lost', async ({ page }) => {
  const { E2E_DATA_DIR = '' } = process.env;
  const key = await readSigningKey(path.join(E2E_DATA_DIR, 'keys/composition.pem'));
  const live = await readComposition();
  const areas = live.areas.map(({ active, ...rest }) => ({
    ...rest,
    active: { ...active, version: '9.9.9' },
  }));
  const next = await key.sign(JSON.stringify({ ...live, number: live.number + 1, areas }));
  await page.route('**/composition.json', (route) => route.fulfill({ json: next }));

  await page.clock.install();
  await page.goto('/profile');
  const company = page.getByRole('textbox', { name: 'Company name' });
  await expect(company).toBeVisible();
  // Pending requests would time out.
  await page.waitForLoadState('networkidle');
  await page.clock.fastForward('06:00');
  const offer = page.getByRole('button', { name: 'Reload' });
  await expect(offer).toBeVisible();
  await expect(page.getByText('A new version of the portal is available.')).toBeVisible();

  await company.fill('Tamm & Sons');
  await offer.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  await expect(company).toHaveValue('Tamm & Sons');
  await offer.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(company).not.toHaveValue('Tamm & Sons');

  await page.goto('/welcome');
  await expect(welcomeHeading(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.clock.fastForward('06:00');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(offer).toHaveCount(0);
});
