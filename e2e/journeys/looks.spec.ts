import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { asNobody, expect, test } from '../fixtures/portal-test.ts';
import { authorizationScreens, authorizationSteps, openStep, sidebars } from '../fixtures/screens.ts';

/** WCAG 2.2, levels A and AA. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
// A colour on its way to another is none that anybody reads.
const reducedMotion = 'reduce';
const looks = {
  dark: { colorScheme: 'dark', contextOptions: { reducedMotion } },
  'forced colors': { contextOptions: { forcedColors: 'active', reducedMotion } },
  'forced colors, dark': { colorScheme: 'dark', contextOptions: { forcedColors: 'active', reducedMotion } },
} as const;

async function expectNoViolation(page: Page, where: string): Promise<void> {
  const axe = new AxeBuilder({ page }).withTags(tags);
  const isForced = await page.evaluate(() => matchMedia('(forced-colors: active)').matches);
  // There the customer's own palette colours every text, unless a style refuses; axe compares the colours of ours.
  if (isForced) axe.disableRules('color-contrast');
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect([...found, ...(isForced ? await page.evaluate(ownColours) : [])], where).toEqual([]);
}

/** Texts that keep their own colours where the customer's are asked for. Runs in the page. */
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

      test('axe finds nothing on any authorization screen, nor on what it refuses', async ({ page }) => {
        for (const path of authorizationScreens) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expectNoViolation(page, path);
          const submit = page.getByRole('main').locator('button[type=submit]');
          if ((await submit.count()) === 0 || (await submit.first().isDisabled())) continue;
          await submit.first().click();
          await expect(page.getByRole('main').locator('[aria-invalid=true]').first()).toBeVisible();
          await expectNoViolation(page, `${path}, refused`);
        }
        for (const step of authorizationSteps) {
          await openStep(page, step);
          await expectNoViolation(page, `${step.path}, a later step`);
        }
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
