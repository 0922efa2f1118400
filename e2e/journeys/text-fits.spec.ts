import type { Page } from '@playwright/test';
import { asNobody, expect, test } from '../fixtures/portal-test.ts';
import { authorizationScreens, authorizationSteps, openStep, sidebars } from '../fixtures/screens.ts';
import { expectTextToFit } from '../fixtures/text-fit.ts';

// A sidebar that is sliding in stands beyond the window for a while.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** German and Russian are the long ones. */
const languages = ['de', 'ru'] as const;
const widths = [320, 1280] as const;

async function expectFit(page: Page, where: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 720 });
    await expectTextToFit(page, `${where} at ${width} pixels`);
  }
}

for (const language of languages) {
  test.describe(`in ${language}`, () => {
    test.describe('without a session', () => {
      test.use(asNobody);

      test('the texts of every authorization screen fit, their refusals too', async ({ page }) => {
        for (const path of authorizationScreens) {
          await page.goto(`${path}?language=${language}`);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.locator('html')).toHaveAttribute('lang', language);
          await expectFit(page, path);
          const submit = page.getByRole('main').locator('button[type=submit]');
          if ((await submit.count()) === 0 || (await submit.first().isDisabled())) continue;
          await submit.first().click();
          await expect(page.getByRole('main').locator('[aria-invalid=true]').first()).toBeVisible();
          await expectFit(page, `${path}, refused`);
        }
        for (const step of authorizationSteps) {
          await openStep(page, step, `?language=${language}`);
          await expectFit(page, `${step.path}, a later step`);
        }
      });
    });

    test('the texts of the profile and of every sidebar fit', async ({ page }) => {
      // The profile's language would win: it is answered in this one.
      await page.route('**/v1/accounts/profile', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: { ...(await answer.json()), language } });
      });
      await page.goto('/profile');
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      await expectFit(page, '/profile');
      for (const { id } of sidebars) {
        await page.goto(`/profile?sidebar=${id}`);
        const dialog = page.getByRole('dialog');
        await expect(dialog.getByRole('heading').first()).toBeVisible();
        await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0);
        await expectFit(page, id);
      }
    });
  });
}
