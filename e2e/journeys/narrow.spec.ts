import type { Page } from '@playwright/test';
import { screens, showProfileIn } from '@portal/testbed/fixtures/screens';
import { authorizationViews } from '../fixtures/authorization-views.ts';
import { asNobody, expect, test } from '../fixtures/portal-test.ts';

/** German and Russian have the longest texts. */
const languages = ['en', 'de', 'ru'] as const;

/** The width of the smallest phones, and of WCAG's reflow criterion: 1280 pixels at 400 %. */
const widths = [320, 360] as const;

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 640 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${page.url()} is wider than ${width} pixels`).toBeLessThanOrEqual(0);
  }
}

for (const language of languages) {
  test.describe(`on the window of a phone in ${language}`, () => {
    test.use({ viewport: { width: widths[0], height: 640 } });

    test('no screen of the account scrolls sideways', async ({ page }) => {
      await showProfileIn(page, language);
      for (const { path } of screens) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
        await expectNoSidewaysScroll(page);
      }
    });

    test.describe('without a session', () => {
      test.use(asNobody);

      test('no authorization screen scrolls sideways', async ({ page }) => {
        for await (const _ of authorizationViews(page, language)) await expectNoSidewaysScroll(page);
      });
    });
  });
}
