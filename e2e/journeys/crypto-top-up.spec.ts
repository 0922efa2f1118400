import type { BrowserContext, Page } from '@playwright/test';
import { expectScreen, screenAt } from '@portal/testbed/fixtures/screens';
import { Keyboard } from '../fixtures/keyboard.ts';
import { expectTextToFit, findViolations } from '../fixtures/page-checks.ts';
import { asCustomer, expect, test } from '../fixtures/portal-test.ts';

test.use({ ...asCustomer, viewport: { width: 390, height: 844 } });

/** The page that decides what happens to crypto payments of a portal without a provider. */
async function openSandbox(context: BrowserContext, paymentId: string) {
  const page = await context.newPage();
  await page.goto('/dev/crypto');
  const payment = page.getByRole('article', { name: paymentId });
  return {
    press: (button: string) => payment.getByRole('button', { name: button, exact: true }).click(),
  };
}

const sidebarOf = (page: Page) => page.getByRole('dialog', { name: 'Top up balance' });

test('a customer tops up by crypto in two parts with the keyboard on a phone, and resumes between them', async ({
  page,
  context,
  customer,
}) => {
  await customer.completeProfile();
  const { service_id } = await customer.addService('voicing');
  const keyboard = new Keyboard(page);
  const sidebar = sidebarOf(page);
  const title = (name: string) => sidebar.getByRole('heading', { name, level: 3 });
  await page.goto('/finances/payments');
  await expectScreen(page, screenAt('/finances/payments'));

  await test.step('creates the payment', async () => {
    await keyboard.press(page.getByRole('main').getByRole('button', { name: 'Top up' }).first());
    await keyboard.write(sidebar.getByLabel('Amount', { exact: true }), '50');
    await keyboard.reach(sidebar.getByRole('radio', { name: 'Bank transfer' }));
    await keyboard.key('ArrowDown');
    await keyboard.reach(sidebar.getByRole('radio', { name: 'USDT' }));
    await keyboard.press(sidebar.getByRole('button', { name: 'Continue' }));
    await keyboard.press(sidebar.getByRole('button', { name: 'Create crypto payment' }));
    await expect(title('Waiting for your transfer')).toBeFocused();
    await expect(sidebar.getByRole('img', { name: /QR code/ })).toBeVisible();
    await expect(sidebar.getByRole('timer')).toHaveText(/^(19|20):\d\d left$/);
    await keyboard.reach(sidebar.getByRole('button', { name: 'Copy: Address' }));
    await expectTextToFit(page, 'the crypto payment');
    expect(await findViolations(page), 'accessibility of the crypto payment').toEqual([]);
  });
  const paymentId = new URL(page.url()).searchParams.get('sidebar.payment_id') ?? '';
  const sandbox = await openSandbox(context, paymentId);

  await test.step('sends a part, and sees what is missing', async () => {
    await sandbox.press('Detect 40 %');
    await page.bringToFront();
    await expect(title('A part is still missing')).toBeVisible();
    await keyboard.key('Escape');
    await expect(sidebar).toBeHidden();
  });

  await test.step('finds the payment in the list, and the same address after a reload', async () => {
    const resume = page.getByRole('button', { name: /^How to pay CR-/ });
    await keyboard.press(resume);
    const missing = sidebar.getByText(/has arrived\. Send .* more to the same address/);
    await expect(missing).toBeVisible();
    await page.reload();
    await expect(missing).toBeVisible();
    expect(new URL(page.url()).searchParams.get('sidebar.payment_id')).toBe(paymentId);
  });

  await test.step('sends the rest, which is confirmed and credited', async () => {
    await sandbox.press('Detect the rest');
    await page.bringToFront();
    await expect(title('Your transfer is being confirmed')).toBeVisible();
    await sandbox.press('7 confirmations');
    await page.bringToFront();
    await expect(sidebar.getByText('7 of 19')).toBeVisible();
    await sandbox.press('Confirm and settle');
    await page.bringToFront();
    await expect(title('Your payment has arrived')).toBeVisible();
  });

  const { items } = await (await customer.api.get('v1/finances/payments')).json();
  expect(items).toMatchObject([{ payment_id: paymentId, status: 'paid', status_reason: null }]);
  const { balance } = await (await customer.api.get(`v1/services/${service_id}/balance`)).json();
  expect(balance).toBe('50.0000');
});
