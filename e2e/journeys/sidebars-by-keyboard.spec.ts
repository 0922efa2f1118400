import type { Locator, Page } from '@playwright/test';
import { newEmail } from '@portal/testbed/fixtures/registration';
import { expectScreen, screenAt, welcomeHeading } from '@portal/testbed/fixtures/screens';
import { TOTP } from 'otpauth';
import { Keyboard } from '../fixtures/keyboard.ts';
import { asCustomer, expect, test } from '../fixtures/portal-test.ts';

test.use(asCustomer);

/** Opens a sidebar from a control of the page; the focus moves into it. */
async function open(page: Page, opener: Locator, title: string): Promise<Locator> {
  await new Keyboard(page).press(opener);
  const sidebar = page.getByRole('dialog', { name: title });
  await expect(sidebar).toBeVisible();
  await expectFocusIn(sidebar);
  return sidebar;
}

/** The sidebar has the focus, also after its content has changed. */
async function expectFocusIn(sidebar: Locator): Promise<void> {
  await expect.poll(() => sidebar.evaluate((element) => element.contains(document.activeElement))).toBe(true);
}

/** Esc closes the sidebar and returns the focus. */
async function close(page: Page, sidebar: Locator, opener: Locator): Promise<void> {
  await expectFocusIn(sidebar);
  await page.keyboard.press('Escape');
  await expect(sidebar).toBeHidden();
  await expect(opener).toBeFocused();
}

test.describe('from the profile, with the keyboard alone', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/profile');
    await expectScreen(page, screenAt('/profile'));
  });

  test('a customer changes the e-mail address', async ({ page, customer }) => {
    const keyboard = new Keyboard(page);
    const opener = page.getByRole('main').getByRole('link', { name: 'Change e-mail' });
    const sidebar = await open(page, opener, 'Change e-mail');
    await keyboard.write(sidebar.getByLabel('New e-mail'), newEmail());
    await keyboard.write(sidebar.getByLabel('Current password'), customer.credentials.password);
    await keyboard.key('Enter');
    await expect(sidebar.getByText('Check the inbox of the new address')).toBeVisible();
    await close(page, sidebar, opener);
  });

  test('a customer changes the password', async ({ page, customer }) => {
    const keyboard = new Keyboard(page);
    const opener = page.getByRole('main').getByRole('button', { name: 'Change password' });
    const sidebar = await open(page, opener, 'Change password');
    await keyboard.write(sidebar.getByLabel('Current password'), customer.credentials.password);
    await keyboard.write(sidebar.getByLabel('New password', { exact: true }), 'Vilnius-2027?');
    await keyboard.write(sidebar.getByLabel('Repeat the new password'), 'Vilnius-2027?');
    await keyboard.key('Enter');
    await expect(sidebar.getByText('Your password is changed')).toBeVisible();
    await close(page, sidebar, opener);
  });

  test('a customer sends a support request', async ({ page }) => {
    const keyboard = new Keyboard(page);
    const opener = page.getByRole('main').getByRole('button', { name: 'Contact support' });
    const sidebar = await open(page, opener, 'Support');
    await keyboard.write(sidebar.getByLabel('Subject'), 'Calls fail');
    await keyboard.write(sidebar.getByRole('textbox', { name: 'Message' }), 'Since 08:00');
    await keyboard.press(sidebar.getByRole('button', { name: 'Do not send: Language' }), 'Space');
    await keyboard.press(sidebar.getByRole('button', { name: 'Send', exact: true }));
    await expect(sidebar.getByText(/Your request has the number \d+/)).toBeVisible();
    await close(page, sidebar, opener);
  });

  test('a customer follows the quick start to the missing field', async ({ page }) => {
    const keyboard = new Keyboard(page);
    const opener = page.getByRole('main').getByRole('button', { name: 'Continue the set-up' });
    const sidebar = await open(page, opener, 'Quick start');
    const step = sidebar.getByRole('listitem').filter({ hasText: 'Tax number' });
    await keyboard.press(step.getByRole('link', { name: 'Enter' }));
    await expect(page.getByLabel('Tax number')).toBeFocused();
  });

  test('a customer turns on two-step verification and uses it at the next login', async ({
    page,
    customer,
  }) => {
    const { email, password } = customer.credentials;
    const keyboard = new Keyboard(page);
    const opener = page.getByRole('main').getByRole('link', { name: 'Log-in and security' });
    const sidebar = await open(page, opener, 'Log-in and security');
    await keyboard.press(sidebar.getByRole('button', { name: 'Turn on' }));
    await keyboard.write(sidebar.getByLabel('Current password'), password);
    await keyboard.key('Enter');
    await expect(sidebar.getByRole('img', { name: /QR code/ })).toBeVisible();
    const secret = ((await sidebar.locator('code').textContent()) ?? '').replaceAll(' ', '');
    const totp = new TOTP({ secret });
    await keyboard.write(sidebar.getByLabel('Code from the app'), totp.generate());
    await keyboard.key('Enter');
    await keyboard.press(sidebar.getByRole('button', { name: 'I have kept them' }));
    await expect(sidebar.getByText(/recovery codes are left/)).toBeVisible();
    await close(page, sidebar, opener);

    await page.goto('/login');
    await keyboard.write(page.getByLabel('E-mail'), email);
    await keyboard.write(page.getByRole('textbox', { name: 'Password' }), password);
    await keyboard.key('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Second step' })).toBeVisible();
    // A code works once; the next one is already valid.
    await keyboard.write(
      page.getByLabel('Code', { exact: true }),
      totp.generate({ timestamp: Date.now() + 30_000 }),
    );
    await keyboard.key('Enter');
    await expect(welcomeHeading(page)).toBeVisible();
  });
});

test.describe('from the finances, with the keyboard alone', () => {
  test('a customer sets a low-balance alert', async ({ page, customer }) => {
    await customer.addService('voicing');
    await page.goto('/finances/payments');
    await expectScreen(page, screenAt('/finances/payments'));
    const keyboard = new Keyboard(page);
    const opener = page.getByRole('main').getByRole('button', { name: 'Alerts' });
    const sidebar = await open(page, opener, 'Low-balance alerts');
    await keyboard.press(sidebar.getByRole('checkbox', { name: 'Warn me when the balance is low' }), 'Space');
    await keyboard.write(sidebar.getByLabel('Limit'), '15');
    await keyboard.key('Enter');
    await expect(page.getByText('The alert of Voicing is saved.')).toBeVisible();
    await close(page, sidebar, opener);
  });

  test('a customer tops up by bank transfer', async ({ page, customer }) => {
    await customer.completeProfile();
    await customer.addService('voicing');
    await page.goto('/finances/payments');
    await expectScreen(page, screenAt('/finances/payments'));
    const keyboard = new Keyboard(page);
    const opener = page.getByRole('main').getByRole('button', { name: 'Top up' }).first();
    const sidebar = await open(page, opener, 'Top up balance');
    await keyboard.write(sidebar.getByLabel('Amount', { exact: true }), '50');
    await keyboard.press(sidebar.getByRole('button', { name: 'Continue' }));
    await keyboard.press(sidebar.getByRole('button', { name: 'Create pro-forma invoice' }));
    await expect(sidebar.getByText('Your pro-forma invoice is ready')).toBeVisible();
    // The button that had the focus is gone; the result gets it a moment later.
    await expect(page.locator('[role=dialog]:focus, [role=dialog] :focus')).toBeVisible();
    await keyboard.key('Escape');
    await expect(sidebar).toBeHidden();
  });
});
