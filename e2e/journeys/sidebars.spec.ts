import type { Locator, Page } from '@playwright/test';
import { expectScreen, navigation, screenAt } from '@portal/testbed/fixtures/screens';
import { asCustomer, expect, test } from '../fixtures/portal-test.ts';

const payments = screenAt('/finances/payments');

test.use(asCustomer);

/** Opens the alerts with the button of the page. */
async function openAlerts(page: Page): Promise<{ opener: Locator; sidebar: Locator }> {
  await page.goto(payments.path);
  await expectScreen(page, payments);
  const opener = page.getByRole('main').getByRole('button', { name: 'Alerts' });
  await opener.click();
  const sidebar = page.getByRole('dialog', { name: 'Low-balance alerts' });
  await expect(sidebar).toBeVisible();
  return { opener, sidebar };
}

test('Esc closes a sidebar and returns the focus', async ({ page }) => {
  const { opener, sidebar } = await openAlerts(page);
  await page.keyboard.press('Escape');
  await expect(sidebar).toBeHidden();
  await expect(opener).toBeFocused();
});

test('the close button closes a sidebar', async ({ page }) => {
  const { sidebar } = await openAlerts(page);
  await sidebar.getByRole('button', { name: 'Close' }).click();
  await expect(sidebar).toBeHidden();
});

test('a press outside closes a sidebar', async ({ page }) => {
  const { sidebar } = await openAlerts(page);
  await page.mouse.click(40, 700);
  await expect(sidebar).toBeHidden();
});

test('a right click closes a sidebar, except on elements with a context menu of their own', async ({
  page,
}) => {
  await page.goto('/welcome?sidebar=profile/support');
  const sidebar = page.getByRole('dialog', { name: 'Support' });
  await expect(sidebar.getByRole('textbox').first()).toBeVisible();
  await sidebar.getByRole('textbox').first().click({ button: 'right' });
  await expect(sidebar).toBeVisible();
  const text = sidebar.getByText('Tell us what you need');
  await text.selectText();
  await text.click({ button: 'right' });
  await expect(sidebar, 'selected text is there to be copied').toBeVisible();
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await sidebar.getByRole('heading', { name: 'Support' }).click({ button: 'right' });
  await expect(sidebar).toBeHidden();
});

test('the Back button closes a sidebar and stays on the page', async ({ page }) => {
  const { sidebar } = await openAlerts(page);
  await page.goBack();
  await expect(sidebar).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${payments.path}$`));
});

test('a sidebar with typed text asks before it closes', async ({ page }) => {
  await page.goto('/welcome?sidebar=profile/support');
  const sidebar = page.getByRole('dialog', { name: 'Support' });
  await sidebar.getByRole('textbox').first().fill('Calls fail');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  await expect(sidebar.getByRole('textbox').first()).toHaveValue('Calls fail');
});

test('the keyboard can skip the frame and use the navigation', async ({ page }) => {
  await page.goto('/welcome');
  await expect(navigation(page)).toBeVisible();
  // A link in the HTML that the page has not taken over yet loads a document, which has no focus to move.
  await expect(page.locator('#prerendered, #prerendered-screen')).toHaveCount(0);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await navigation(page).getByRole('link', { name: 'Profile' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});
