import type { Page } from '@playwright/test';
import { screens, showProfileIn, sidebars } from '@portal/testbed/fixtures/screens';
import { authorizationViews } from '../fixtures/authorization-views.ts';
import { expectTextToFit } from '../fixtures/page-checks.ts';
import { asNobody, expect, test } from '../fixtures/portal-test.ts';

// A sidebar that slides in is outside the window for a moment.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** German and Russian have the longest texts. */
const languages = ['de', 'ru'] as const;

/** The smallest phones, which is also WCAG's reflow criterion (1280 pixels at 400 %), the usual ones, and a desktop. */
const widths = [320, 360, 1280] as const;

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

      test('the texts of every authorization screen fit, with and without errors', async ({ page }) => {
        for await (const view of authorizationViews(page, language)) await expectFit(page, view);
      });
    });

    test('the texts of every screen fit', async ({ page }) => {
      await showProfileIn(page, language);
      for (const { path } of screens) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
        await expectFit(page, path);
      }
    });

    test('the texts of every sidebar fit', async ({ page }) => {
      await showProfileIn(page, language);
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

test('the buttons of a row do not cover its title on the smallest phones', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 720 });
  await page.goto('/finances/payments');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const covered = await page.getByRole('row').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const title = row.querySelector('td[data-primary]');
      if (title === null) return [];
      const text = document.createRange();
      text.selectNodeContents(title);
      const { right, bottom, top } = text.getBoundingClientRect();
      const isCovered = [...row.querySelectorAll('td:last-child button')].some((button) => {
        const box = button.getBoundingClientRect();
        return box.left < right && box.top < bottom && box.bottom > top;
      });
      return isCovered ? [title.textContent] : [];
    }),
  );
  expect(covered).toEqual([]);
});

test('a page is no wider than a phone, also with letters that are larger by half', async ({
  browser,
  page,
  baseURL,
}) => {
  const type = browser.browserType();
  const options = test.info().project.use.launchOptions;
  const args = [...(options?.args ?? []), '--blink-settings=defaultFontSize=24'];
  await using large = await type.launch({ ...options, args });
  const storageState = await page.context().storageState();
  const phone = await large.newPage({ storageState, viewport: { width: 390, height: 844 } });
  await phone.goto(`${baseURL}/welcome`);
  await expect(phone.locator('header').getByRole('button', { name: /Balance/ })).toBeVisible();
  const { scale, width } = await phone.evaluate(() => ({
    scale: getComputedStyle(document.documentElement).fontSize,
    width: document.documentElement.scrollWidth,
  }));
  expect(scale).toBe('24px');
  expect(width).toBe(390);
});

test('an amount in the header is shown as a whole or not at all', async ({ page }) => {
  await page.goto('/welcome');
  const chip = page.locator('header').getByRole('button', { name: /Balance/ });
  await expect(chip).toBeVisible();
  for (const amount of ['−€1,274.06', '€12,345.67', '−€1,234,567.89'])
    for (const width of [320, 390, 412, 481, 520, 600, 768]) {
      await page.setViewportSize({ width, height: 720 });
      const seen = await chip.evaluate(shownPixels, amount);
      expect(seen.length).toBeGreaterThan(0);
      const cut = seen.filter(({ shown, whole }) => shown > 1 && shown < whole - 1);
      expect(cut, `${amount} at ${width} pixels`).toEqual([]);
    }
});

/** How many pixels of its width each amount in a button shows when it is this one. Runs in the page. */
function shownPixels(button: Element, amount: string): { shown: number; whole: number }[] {
  const amounts = [...button.querySelectorAll('span')].filter(
    ({ children, textContent }) => children.length === 0 && /\d[.,]\d\d$/.test(textContent),
  );
  return amounts.map((element) => {
    element.textContent = amount;
    const box = element.getBoundingClientRect();
    let { left, right, top, bottom } = box;
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      if (getComputedStyle(around).overflow !== 'hidden') continue;
      const edge = around.getBoundingClientRect();
      left = Math.max(left, edge.left);
      right = Math.min(right, edge.right);
      top = Math.max(top, edge.top);
      bottom = Math.min(bottom, edge.bottom);
    }
    return { shown: bottom - top > 1 ? right - left : 0, whole: box.width };
  });
}
