import type { BrowserContext } from '@playwright/test';
import { asNobody, expect, test } from '../fixtures/portal-test.ts';

const altered = 'PAY TO IBAN EE38 2200';

test.use(asNobody);

/** Replaces every German text of host and areas. Returns the reports that pages send. */
async function alterGermanTexts(context: BrowserContext): Promise<string[]> {
  const reports: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/portal/reports')) reports.push(request.postData() ?? '');
  });
  await context.route('**/locales/de/*.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replaceAll(/"[^"]*"(?=[,}])/g, `"${altered}"`),
    });
  });
  return reports;
}

test('a first page shows English instead of texts that were altered', async ({ page, context }) => {
  const reports = await alterGermanTexts(context);
  await page.goto('/login?language=de');
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Language' })).toBeVisible();
  await expect(page.getByText('IBAN')).toHaveCount(0);
  await expect.poll(() => reports.join()).toContain('"stage":"texts"');
});

test('a change of language shows English instead of texts that were altered', async ({ page, context }) => {
  await page.goto('/login?language=fr');
  await expect(page.getByRole('heading', { level: 1, name: 'Se connecter' })).toBeVisible();
  await alterGermanTexts(context);
  await page.getByRole('button', { name: 'Langue' }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await expect(page.getByText('IBAN')).toHaveCount(0);
});

test('a change of language verifies the texts of the new language', async ({ page }) => {
  await page.goto('/login?language=fr');
  await expect(page.getByRole('heading', { level: 1, name: 'Se connecter' })).toBeVisible();
  await page.getByRole('button', { name: 'Langue' }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible();
});
