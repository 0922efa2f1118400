import type { Page } from '@playwright/test';
import { demo } from '@portal/testbed/fixtures/account';
import { lastDays } from '@portal/testbed/fixtures/days';
import {
  chooseLanguage,
  logIn,
  logOut,
  openScreen,
  rows,
  screenAt,
  welcomeHeading,
} from '@portal/testbed/fixtures/screens';
import { asCustomer, asNobody, expect, test } from '../fixtures/portal-test.ts';

test.describe('the demonstration account', () => {
  test.use(asNobody);

  test('a customer logs in, looks at every area and logs out', async ({ page, faults }) => {
    await test.step('logs in', async () => {
      await page.goto('/');
      await expect(page).toHaveURL(/\/login$/);
      await logIn(page, demo);
      await expect(welcomeHeading(page)).toBeVisible();
    });

    await test.step('sees balances and notifications', async () => {
      const balances = page.getByRole('region', { name: 'Balances' });
      for (const service of ['Voicing', 'Messaging']) {
        await expect(balances.getByRole('region', { name: service })).toContainText(/-?€\d/);
      }
      await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
        /balance is (?:low|negative)/,
      );
      await expect(page.getByRole('region', { name: 'Calls today' }).getByRole('listitem')).toHaveCount(5);
      await expect(page.getByRole('region', { name: 'Messages today' }).getByRole('listitem')).toHaveCount(5);
    });

    await test.step('reads payments and opens one', async () => {
      await openScreen(page, screenAt('/finances/payments'));
      await expect(rows(page)).not.toHaveCount(0);
      await openFirstRow(page, /[A-Z]{2}-\d{4}-\d{6}/);
    });

    await test.step('reads monthly VAT invoices and opens one', async () => {
      await openScreen(page, screenAt('/finances/monthly-vat-invoices'));
      const [number = ''] = /\d{4}-\d{2}-\d{5}/.exec((await rows(page).first().textContent()) ?? '') ?? [];
      await page.getByRole('button', { name: `Open invoice ${number}` }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Invoice ${number}`);
      await expect(page.getByRole('main')).toContainText('24%');
      await page.getByRole('button', { name: 'All invoices' }).click();
      await expect(rows(page)).not.toHaveCount(0);
    });

    await test.step('reads messages, one of them in full, and their report', async () => {
      await openScreen(page, screenAt('/messaging/history'));
      await openFirstRow(page, /\+\d{8,}/);
      await openScreen(page, screenAt('/messaging/report'));
      await page.goto(`/messaging/report?${lastDays}`);
      await expect(rows(page)).not.toHaveCount(0);
      await expect(page.getByRole('region', { name: 'Totals of the period' })).toContainText(/\d %|\d%/);
    });

    await test.step('reads calls, one of them in full, their report and the rented numbers', async () => {
      await openScreen(page, screenAt('/voicing/cdr'));
      await openFirstRow(page, /\+\d{8,}/);
      await openScreen(page, screenAt('/voicing/report'));
      await page.goto(`/voicing/report?${lastDays}`);
      await expect(rows(page)).not.toHaveCount(0);
      await openScreen(page, screenAt('/voicing/rented-numbers'));
      await openFirstRow(page, /\+\d{8,}/);
    });

    await test.step('reads the profile', async () => {
      await openScreen(page, screenAt('/profile'));
      await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(demo.email);
      await expect(page.getByRole('textbox', { name: 'Company name' })).not.toBeEmpty();
    });

    await test.step('logs out; the Back button shows nothing of the account', async () => {
      // The address changes before the browser leaves for the logout address; going back must wait for that document.
      const left = page.waitForEvent('load');
      await logOut(page);
      await left;
      await expect(page).toHaveURL(/\/login$/);
      faults.expect(/status of 401/);
      // The login page has replaced the last page of the account; the one before it still has its place in the history.
      await page.evaluate(() => history.go(-2));
      await expect(page).toHaveURL(/\/login\?return_to=%2Fvoicing%2Frented-numbers$/);
      await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
      await expect(page.getByText(demo.email)).toHaveCount(0);
    });
  });
});

test.describe('a new account', () => {
  test.use(asCustomer);

  test('a language chosen in the menu is saved in the account and in the browser', async ({ page }) => {
    await page.goto('/welcome');
    await chooseLanguage(page, 'Deutsch');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Willkommen in Ihrem Konto');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.reload();
    await expect(heading).toHaveText('Willkommen in Ihrem Konto');
    await page.getByRole('link', { name: 'Zahlungen' }).click();
    await expect(heading).toHaveText('Zahlungen');
    await logOut(page, { account: 'Konto', leave: 'Abmelden' });
    await expect(
      page.getByRole('button', { name: 'Anmelden' }),
      'the login page uses the same language',
    ).toBeVisible();
  });
});

/** Opens the details of the first row, which must contain the row's name, and closes them. */
async function openFirstRow(page: Page, name: RegExp): Promise<void> {
  const row = rows(page).first();
  const [shown = ''] = name.exec((await row.textContent()) ?? '') ?? [];
  expect(shown, 'the first row has a name').not.toBe('');
  await row.getByRole('button', { name: /^Open/ }).click();
  const details = page.getByRole('dialog');
  await expect(details).toContainText(shown);
  await details.getByRole('button', { name: 'Close' }).click();
  await expect(details).toHaveCount(0);
}
