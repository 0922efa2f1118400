import type { Locator, Page } from '@playwright/test';
import type { Credentials } from '@portal/testbed/fixtures/account';
import { logIn, logOut, welcomeHeading } from '@portal/testbed/fixtures/screens';
import { TOTP } from 'otpauth';
import { asNobody, expect, test } from '../fixtures/portal-test.ts';

test.use(asNobody);

async function openSecurity(page: Page): Promise<Locator> {
  await page.goto('/profile');
  await page.getByRole('main').getByRole('link', { name: 'Log-in and security' }).click();
  const sidebar = page.getByRole('dialog', { name: 'Log-in and security' });
  await expect(sidebar).toBeVisible();
  return sidebar;
}

/** Logs out and logs in again with the password. */
async function comeBack(page: Page, credentials: Credentials, query = ''): Promise<void> {
  await logOut(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await page.goto(`/login${query}`);
  await logIn(page, credentials);
}

async function enterCode(page: Page, label: string, code: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Second step' })).toBeVisible();
  await expect(page.getByLabel(label)).toBeFocused();
  await page.getByLabel(label).fill(code);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Turns on two-step verification. Returns the secret and the recovery codes. */
async function turnOn(page: Page, { password }: Credentials): Promise<{ secret: string; codes: string[] }> {
  const sidebar = await openSecurity(page);
  await sidebar.getByRole('button', { name: 'Turn on' }).click();
  await sidebar.getByRole('textbox', { name: 'Current password' }).fill(password);
  await sidebar.getByRole('button', { name: 'Continue' }).click();
  await expect(sidebar.getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = ((await sidebar.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await sidebar.getByRole('textbox', { name: 'Code from the app' }).fill(codeOf(secret));
  await sidebar.getByRole('button', { name: 'Turn on' }).click();
  const list = sidebar.getByRole('list', { name: 'Recovery codes' });
  await expect(list).toBeVisible();
  const codes = await list.getByRole('listitem').allTextContents();
  await sidebar.getByRole('button', { name: 'I have kept them' }).click();
  await expect(sidebar.getByText(`${codes.length} recovery codes are left`)).toBeVisible();
  return { secret, codes };
}

/** The next code, which the server already accepts; a code works only once. */
function codeOf(secret: string, secondsAhead = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + secondsAhead * 1000 });
}

test('a customer uses two-step verification with the app and a recovery code, and turns it off', async ({
  page,
  customer,
}) => {
  const { credentials } = customer;
  await page.goto('/login');
  await logIn(page, credentials);
  await expect(welcomeHeading(page)).toBeVisible();
  const { secret, codes } = await turnOn(page, credentials);

  await test.step('a wrong code shows an error on its field, the right one opens the requested page', async () => {
    await page.getByRole('button', { name: 'Close' }).click();
    await comeBack(page, credentials, '?return_to=%2Fvoicing%2Fcdr');
    await enterCode(page, 'Code', '12345');
    await expect(page.getByText('The code is incorrect')).toBeVisible();
    await enterCode(page, 'Code', codeOf(secret, 30));
    await expect(page.getByRole('heading', { level: 1, name: 'Voicing history' })).toBeVisible();
  });

  await test.step('a recovery code works for one login', async () => {
    await comeBack(page, credentials);
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await enterCode(page, 'Recovery code', (codes[0] ?? '').toLowerCase());
    await expect(welcomeHeading(page)).toBeVisible();
    const sidebar = await openSecurity(page);
    await expect(sidebar.getByText(`${codes.length - 1} recovery codes are left`)).toBeVisible();
  });

  await test.step('after turning it off, the password alone is enough', async () => {
    const sidebar = page.getByRole('dialog', { name: 'Log-in and security' });
    await sidebar.getByRole('button', { name: 'Turn off' }).click();
    await sidebar.getByRole('textbox', { name: 'Current password' }).fill(credentials.password);
    await sidebar.getByRole('button', { name: 'Turn off' }).click();
    await expect(sidebar.getByRole('button', { name: 'Turn on' })).toBeVisible();
    await sidebar.getByRole('button', { name: 'Close' }).click();
    await comeBack(page, credentials);
    await expect(welcomeHeading(page)).toBeVisible();
  });
});

test('a customer lists the sessions and ends one', async ({ page, customer }) => {
  await page.goto('/login');
  await logIn(page, customer.credentials);
  await expect(welcomeHeading(page)).toBeVisible();
  const sidebar = await openSecurity(page);
  const sessions = sidebar.getByRole('group', { name: 'Where you are logged in' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: 'This device' })).toHaveCount(1);
  await sessions.getByRole('button', { name: /^End the session/ }).click();
  const question = page.getByRole('alertdialog', { name: 'End this session?' });
  await question.getByRole('button', { name: 'End' }).click();
  await expect(sidebar.getByText('You are logged in nowhere else.')).toBeVisible();
  const verified = await customer.api.post('v1/accounts/access:verify', { data: {} });
  expect(verified.status(), 'the session that was ended').toBe(401);
});
