import type { Page } from '@playwright/test';
import {
  authorizationScreens,
  endSession,
  expectScreen,
  logIn,
  screenAt,
  screens,
  sidebars,
} from '@portal/testbed/fixtures/screens';
import { viewsOfScreen } from '../fixtures/authorization-views.ts';
import { findViolations } from '../fixtures/page-checks.ts';
import { asCustomer, asNobody, expect, test } from '../fixtures/portal-test.ts';

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

const windows = { 'a phone': { width: 360, height: 740 }, 'a desktop': { width: 1280, height: 860 } };

for (const [device, viewport] of Object.entries(windows)) {
  test.describe(`a session that ends on ${device}`, () => {
    test.use({ ...asCustomer, viewport });

    test('leads to a login page that axe accepts, and that takes the focus', async ({ page, faults }) => {
      faults.expect(/401/);
      await page.goto('/finances/payments');
      await expectScreen(page, screenAt('/finances/payments'));
      await endSession(page);
      await page.getByRole('searchbox').fill('invoice');
      await expect(page.getByText('Your session has ended. Log in again to continue.')).toBeVisible();
      await expect(page.getByRole('main')).toBeFocused();
      await expectNoViolation(page, 'session ended');
    });

    test('covers unsaved changes with a dialog that axe accepts, by the keyboard alone', async ({
      page,
      context,
      customer,
      faults,
    }) => {
      faults.expect(/401/);
      await page.goto('/profile');
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kept');
      await endSession(page);
      const save = page.getByRole('button', { name: 'Save changes' });
      await save.press('Enter');
      const dialog = page.getByRole('alertdialog', { name: 'Your session has ended' });
      await expect(dialog).toBeFocused();
      await expectNoViolation(page, 'pause');
      await page.keyboard.press('Escape');
      for (const name of ['Log in again', 'Leave without saving', 'Log in again']) {
        await page.keyboard.press('Tab');
        await expect(dialog.getByRole('button', { name })).toBeFocused();
      }
      const opened = context.waitForEvent('page');
      await page.keyboard.press('Enter');
      await logIn(await opened, customer.credentials);
      await expect(dialog).toBeHidden();
      await expect(page.getByText('You are logged in again.')).toBeVisible();
      await expect(save).toBeFocused();
      expect(await save.evaluate(isUncovered)).toBe(true);
      await expectNoViolation(page, 'resumed');
    });
  });
}

/** Whether nothing lies over the middle of an element. Runs in the page. */
function isUncovered(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

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
