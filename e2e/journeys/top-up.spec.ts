import type { Locator, Page, Route } from '@playwright/test';
import type { Customer } from '@portal/testbed/fixtures/account';
import { asCustomer, expect, test } from '../fixtures/portal-test.ts';

test.use(asCustomer);

const creation = '**/v1/finances/payments/invoices';
const ready = { name: 'Your pro-forma invoice is ready' };

test.beforeEach(async ({ customer }) => {
  await customer.addService('voicing');
  await customer.completeProfile();
});

async function openTopUp(page: Page): Promise<Locator> {
  await page.goto('/welcome?sidebar=finances/top-up');
  return page.getByRole('dialog', { name: 'Top up' });
}

async function review(sidebar: Locator, amount: string): Promise<void> {
  await sidebar.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await sidebar.getByRole('button', { name: 'Continue' }).click();
}

const createButton = (sidebar: Locator) => sidebar.getByRole('button', { name: 'Create pro-forma invoice' });

/** The server creates the payment, and its response is lost. */
async function loseResponse(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionreset');
}

/** The amounts of the customer's payments, in order. */
async function amountsOf(customer: Customer): Promise<string[]> {
  const { items } = await (await customer.api.get('v1/finances/payments')).json();
  return items.map(({ amount }: { amount: string }) => amount).sort();
}

test('a double click creates one payment', async ({ page, customer }) => {
  const sidebar = await openTopUp(page);
  await review(sidebar, '14');
  await createButton(sidebar).dblclick();
  await expect(sidebar.getByRole('heading', ready)).toBeVisible();
  expect(await amountsOf(customer)).toEqual(['14.00']);
});

test('a lost response creates one payment, after another amount, a reload and in a second tab', async ({
  page,
  context,
  customer,
  faults,
}) => {
  faults.expect(/ERR_CONNECTION_RESET/);
  const sidebar = await openTopUp(page);
  await test.step('loses the response to 14', async () => {
    await context.route(creation, loseResponse);
    await review(sidebar, '14');
    await createButton(sidebar).click();
    await expect(sidebar.getByText('We do not know whether this top-up was created')).toBeVisible();
    await context.unroute(creation, loseResponse);
  });

  await test.step('asks before the sidebar closes', async () => {
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Leave the top-up?' });
    await expect(question).toContainText('Look into Payments');
    await question.getByRole('button', { name: 'Stay' }).click();
  });

  await test.step('creates 15 instead', async () => {
    await sidebar.getByRole('button', { name: 'Change' }).click();
    await expect(sidebar.getByText('whether your top-up of €14.00 was created')).toBeVisible();
    await review(sidebar, '15');
    await createButton(sidebar).click();
    await expect(sidebar.getByRole('heading', ready)).toBeVisible();
  });

  await test.step('repeats 14 in a second tab', async () => {
    const second = await openTopUp(await context.newPage());
    await expect(second.getByRole('heading', { name: 'Check your top-up' })).toBeVisible();
    await createButton(second).click();
    await expect(second.getByRole('heading', ready)).toBeVisible();
    await second.page().close();
  });
  expect(await amountsOf(customer)).toEqual(['14.00', '15.00']);
});

test('an equal top-up is created only after a question, also when the browser has forgotten the first', async ({
  page,
  customer,
  faults,
}) => {
  faults.expect(/409/);
  const sidebar = await openTopUp(page);
  await review(sidebar, '14');
  await createButton(sidebar).click();
  await expect(sidebar.getByRole('heading', ready)).toBeVisible();
  const { items } = await (await customer.api.get('v1/finances/payments')).json();
  const { number } = items[0];

  await page.evaluate(() => localStorage.clear());
  await openTopUp(page);
  await review(sidebar, '14');
  await createButton(sidebar).click();
  await expect(sidebar.getByText('You already have a top-up of €14.00')).toContainText(number);
  expect(await amountsOf(customer)).toEqual(['14.00']);
  await page.keyboard.press('Enter');
  await expect(sidebar.getByRole('heading', ready)).toBeVisible();
  await expect(sidebar.getByText(number, { exact: true })).toBeVisible();

  await sidebar.getByRole('button', { name: 'Another top-up' }).click();
  await review(sidebar, '14');
  await createButton(sidebar).click();
  await sidebar.getByRole('button', { name: 'Create another one' }).click();
  await expect(sidebar.getByRole('heading', ready)).toBeVisible();
  expect(await amountsOf(customer)).toEqual(['14.00', '14.00']);
});

test('a reload while the payment is being created creates one payment', async ({ page, customer }) => {
  const sidebar = await openTopUp(page);
  await review(sidebar, '14');
  const created = Promise.withResolvers<void>();
  const hang = async (route: Route) => {
    await route.fetch();
    created.resolve();
  };
  await page.route(creation, hang);
  await createButton(sidebar).click();
  await created.promise;
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await page.unroute(creation, hang);
  await expect(sidebar.getByText('We do not know whether this top-up was created')).toBeVisible();
  await createButton(sidebar).click();
  await expect(sidebar.getByRole('heading', ready)).toBeVisible();
  expect(await amountsOf(customer)).toEqual(['14.00']);
});

test('a reload before the review keeps the amount', async ({ page, customer: _customer }) => {
  const sidebar = await openTopUp(page);
  const amount = sidebar.getByRole('textbox', { name: 'Amount' });
  await amount.fill('31.50');
  await page.waitForFunction(() => history.state?.topUp?.amount === '31.50');
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(amount).toHaveValue('31.50');
});
