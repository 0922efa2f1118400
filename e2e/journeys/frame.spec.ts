import type { Page } from '@playwright/test';
import { expectScreen, logIn, navigation, screenAt } from '@portal/testbed/fixtures/screens';
import { faults } from '../fixtures/live-releases.ts';
import { asCustomer, asNobody, expect, test } from '../fixtures/portal-test.ts';

const history = screenAt('/voicing/cdr');
const code = '**/host/*/frame.*.js';
const requestCode = '**/host/*/http-client.*.js';
const sheet = '**/host/*/frame.*.css';

// The browser reports the faults of these tests.
test.beforeEach(({ faults: browser }) => browser.expect(/./));

test.describe('for a customer', () => {
  test.use(asCustomer);

  for (const [name, fault] of Object.entries(faults)) {
    test(`the frame's code fails with ${name}: the address is unchanged, and a retry loads the frame`, async ({
      page,
    }) => {
      await page.route(code, fault);
      await expectContained(page);
    });
  }

  for (const [name, fault] of Object.entries(faults)) {
    test(`the code that sends requests fails with ${name}: the address is unchanged, and a retry loads it`, async ({
      page,
    }) => {
      await page.route(requestCode, fault);
      await expectContained(page, 'The portal cannot reach its server');
    });
  }

  test('a frame that fails again shows the error again', async ({ page }) => {
    await page.route(code, faults['a 500']);
    await page.goto('/voicing/cdr?limit=50');
    await expectFailure(page);
    const isReloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Try again' }).click();
    await isReloaded;
    await expectFailure(page);
    await page.unrouteAll();
    await expectRecovery(page);
  });
});

test.describe('for a visitor', () => {
  test.use(asNobody);

  test('a login whose code fails says so, and can be sent again', async ({ page, customer }) => {
    await page.route(requestCode, faults['a 404']);
    await page.goto('/login?return_to=%2Fvoicing%2Fcdr%3Flimit%3D50');
    await logIn(page, customer.credentials);
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Log in' }).click();
    await expectScreen(page, history);
  });

  // The browser ignores a style sheet that is HTML without an error: the frame is displayed without styles.
  for (const [file, name] of [
    [code, 'a 404'],
    [sheet, 'a 404'],
    [sheet, 'no response'],
  ] as const) {
    test(`login works without the frame, and a retry after it loads the frame: ${file} has ${name}`, async ({
      page,
      customer,
    }) => {
      await page.route(file, faults[name]);
      await page.goto('/login?return_to=%2Fvoicing%2Fcdr%3Flimit%3D50');
      await logIn(page, customer.credentials);
      await expectFailure(page);
      await page.unrouteAll();
      await expectRecovery(page);
    });
  }
});

async function expectContained(page: Page, heading?: string): Promise<void> {
  await page.goto('/voicing/cdr?limit=50', { waitUntil: 'commit' });
  await expectFailure(page, heading);
  await page.unrouteAll();
  await expectRecovery(page);
}

async function expectFailure(page: Page, heading = 'The portal could not be loaded'): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page).toHaveURL(/\/voicing\/cdr\?limit=50$/);
}

async function expectRecovery(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectScreen(page, history);
  await expect(navigation(page)).toBeVisible();
  await expect(page, 'the wanted page, as it was wanted').toHaveURL(/\/voicing\/cdr\?limit=50$/);
}
