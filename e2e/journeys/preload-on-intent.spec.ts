import { navigation, welcomeHeading } from '@portal/testbed/fixtures/screens';
import { expect, test } from '../fixtures/portal-test.ts';

test('the files of a page are fetched when its link is hovered', async ({ page }) => {
  const files: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/\/remotes\/voicing\/.*page-cdr/.test(pathname)) files.push(pathname);
  });
  await page.goto('/welcome');
  await expect(welcomeHeading(page)).toBeVisible();
  expect(files).toEqual([]);
  const link = navigation(page).locator('a[href="/voicing/cdr"]');
  // The link in the HTML is there before the one that preloads.
  await expect(page.locator('#prerendered, #prerendered-screen')).toHaveCount(0);
  await link.hover();
  await expect.poll(() => files.some((file) => file.endsWith('.js'))).toBe(true);
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Voicing history' })).toBeVisible();
});
