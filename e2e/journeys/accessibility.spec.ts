import type { Page } from '@playwright/test';
import { authorizationScreens, expectScreen, screens, sidebars } from '@portal/testbed/fixtures/screens';
import { authorizationSteps, openStep } from '../fixtures/authorization-views.ts';
import { findViolations } from '../fixtures/page-checks.ts';
import { asNobody, expect, test } from '../fixtures/portal-test.ts';

async function expectNoViolation(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} look`, () => {
    test.use({ colorScheme });

    for (const screen of screens) {
      test(`axe finds nothing on ${screen.path}`, async ({ page }) => {
        await page.goto(screen.path);
        await expectScreen(page, screen);
        await expectNoViolation(page);
      });
    }

    for (const { id, title } of sidebars) {
      test(`axe finds nothing in the sidebar ${id}`, async ({ page }) => {
        await page.goto(`/welcome?sidebar=${id}`);
        const dialog = page.getByRole('dialog', { name: title });
        await expect(dialog).toBeVisible();
        await expect(dialog.getByText('Loading')).toHaveCount(0);
        await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0);
        await expectNoViolation(page);
      });
    }
  });
}

test.describe('without a session', () => {
  test.use(asNobody);

  for (const path of authorizationScreens) {
    test(`axe finds nothing on ${path}`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoViolation(page);
    });
  }

  for (const step of authorizationSteps) {
    test(`axe finds nothing on the later step of ${step.path}`, async ({ page }) => {
      await openStep(page, step);
      await expectNoViolation(page);
    });
  }
});
