import type { Page } from '@playwright/test';
import { authorizationScreens, expectScreen, screens, sidebars } from '@portal/testbed/fixtures/screens';
import { viewsOfScreen } from '../fixtures/authorization-views.ts';
import { findViolations } from '../fixtures/page-checks.ts';
import { asNobody, expect, test } from '../fixtures/portal-test.ts';

const usualLooks = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
} as const;
const allLooks = {
  ...usualLooks,
  'forced colors': { colorScheme: 'light', forcedColors: 'active' },
  'forced colors, dark': { colorScheme: 'dark', forcedColors: 'active' },
} as const;

// Colours in transition would be measured wrongly.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Runs axe on the loaded page, and checks its colours again in each other look. */
async function expectNoViolation(
  page: Page,
  where: string,
  looks: Partial<typeof allLooks> = usualLooks,
): Promise<void> {
  for (const [look, media] of Object.entries(looks)) {
    await page.emulateMedia(media);
    await page.evaluate(untilStill);
    expect(await findFaults(page, media), `${where}, ${look}`).toEqual([]);
  }
}

/** Waits for transitions that have begun, however slow the machine is; a loader turns for ever. Runs in the page. */
async function untilStill(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

function findFaults(page: Page, media: (typeof allLooks)[keyof typeof allLooks]): Promise<string[]> {
  // In forced colours the customer's palette applies to every text, and axe would compare our colours.
  if (media.forcedColors === 'active') return page.evaluate(ownColours);
  return findViolations(page, media === allLooks.light ? 'all' : 'colours');
}

/** Texts that opt out of forced colours. Runs in the page. */
function ownColours(): string[] {
  return [...document.querySelectorAll('body *')]
    .filter((element) => [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE))
    .filter((element) => getComputedStyle(element).getPropertyValue('forced-color-adjust') === 'none')
    .map((element) => `keeps its colours: ${element.textContent}`);
}

for (const screen of screens) {
  test(`axe finds nothing on ${screen.path}`, async ({ page }) => {
    await page.goto(screen.path);
    await expectScreen(page, screen);
    await expectNoViolation(page, screen.path, screen.area === 'profile' ? allLooks : usualLooks);
  });
}

for (const { id, title } of sidebars) {
  test(`axe finds nothing in the sidebar ${id}`, async ({ page }) => {
    await page.goto(`/welcome?sidebar=${id}`);
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByText('Loading')).toHaveCount(0);
    await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0);
    await expectNoViolation(page, id, id.startsWith('profile/') ? allLooks : usualLooks);
  });
}

test.describe('without a session', () => {
  test.use(asNobody);

  for (const path of authorizationScreens) {
    test(`axe finds nothing on ${path}, with and without errors`, async ({ page }) => {
      for await (const view of viewsOfScreen(page, path)) await expectNoViolation(page, view, allLooks);
    });
  }
});

test('the columns of a history are chosen with the keyboard alone, each in view while it has the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1200, height: 500 });
  await page.goto('/voicing/cdr');
  await page.getByRole('button', { name: 'Columns' }).click();
  const sidebar = page.getByRole('dialog', { name: 'Columns' });
  await expect(sidebar.getByRole('checkbox', { name: 'Time' })).toBeVisible();
  for (const column of await sidebar.getByRole('checkbox').all()) {
    for (let presses = 0; !(await column.evaluate((box) => box === document.activeElement)); presses += 1) {
      expect(presses).toBeLessThan(5);
      await page.keyboard.press('Tab');
    }
    const isCovered = await column.evaluate((box) => {
      const { left, top, width, height } = box.getBoundingClientRect();
      const shown = document.elementFromPoint(left + width / 2, top + height / 2);
      return box.closest('li')?.contains(shown) !== true;
    });
    expect(isCovered, await column.evaluate((box) => box.closest('li')?.textContent ?? '')).toBe(false);
  }
});
