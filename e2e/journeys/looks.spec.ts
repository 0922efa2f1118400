import type { Page } from '@playwright/test';
import { sidebars } from '@portal/testbed/fixtures/screens';
import { authorizationViews } from '../fixtures/authorization-views.ts';
import { findViolations } from '../fixtures/page-checks.ts';
import { asNobody, expect, test } from '../fixtures/portal-test.ts';

// Colours in transition would be measured wrongly.
const reducedMotion = 'reduce';
const looks = {
  dark: { colorScheme: 'dark', contextOptions: { reducedMotion } },
  'forced colors': { contextOptions: { forcedColors: 'active', reducedMotion } },
  'forced colors, dark': { colorScheme: 'dark', contextOptions: { forcedColors: 'active', reducedMotion } },
} as const;

async function expectNoViolation(page: Page, where: string): Promise<void> {
  const isForced = await page.evaluate(() => matchMedia('(forced-colors: active)').matches);
  // In forced colours the customer's palette applies to every text, and axe would compare our colours.
  const found = await findViolations(page, isForced ? ['color-contrast'] : []);
  expect([...found, ...(isForced ? await page.evaluate(ownColours) : [])], where).toEqual([]);
}

/** Texts that opt out of forced colours. Runs in the page. */
function ownColours(): string[] {
  return [...document.querySelectorAll('body *')]
    .filter((element) => [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE))
    .filter((element) => getComputedStyle(element).getPropertyValue('forced-color-adjust') === 'none')
    .map((element) => `keeps its colours: ${element.textContent}`);
}

for (const [look, options] of Object.entries(looks)) {
  test.describe(`with ${look}`, () => {
    test.use(options);

    test.describe('without a session', () => {
      test.use(asNobody);

      test('axe finds nothing on any authorization screen, with and without errors', async ({ page }) => {
        for await (const view of authorizationViews(page)) await expectNoViolation(page, view);
      });
    });

    test('axe finds nothing in the profile and its sidebars', async ({ page }) => {
      await page.goto('/profile');
      await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      await expectNoViolation(page, '/profile');
      for (const { id, title } of sidebars.filter((sidebar) => sidebar.id.startsWith('profile/'))) {
        await page.goto(`/profile?sidebar=${id}`);
        const dialog = page.getByRole('dialog', { name: title });
        await expect(dialog).toBeVisible();
        await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0);
        await expectNoViolation(page, id);
      }
    });
  });
}
