import type { Page } from '@playwright/test';
import { Customer, signIn } from '@portal/testbed/fixtures/account';
import { expectScreen, rows } from '@portal/testbed/fixtures/screens';
import { givenManyCalls } from '../fixtures/operator-database.ts';
import { expectTextToFit, findViolations } from '../fixtures/page-checks.ts';
import { asCustomer, expect, test } from '../fixtures/portal-test.ts';

test.use(asCustomer);

test('a customer finds one call among 120,000 by half a number, and opens it in a second browser by its address', async ({
  page,
  browser,
  customer,
}) => {
  const { service_id } = await customer.addService('voicing');
  await givenManyCalls(service_id, 120_000);
  const number = '+4915110562247';

  await test.step('finds the call of seven months ago', async () => {
    await page.goto('/voicing/cdr');
    await expectScreen(page, { heading: 'Voicing history' });
    const box = page.getByRole('searchbox', { name: 'Search calls by number' });
    await box.fill('56');
    await expect(page.getByText('Enter at least 3 digits of each number.')).toBeVisible();
    await box.fill('562247');
    await expect(page.getByText('1 call', { exact: true })).toBeVisible();
    await expect(page.getByText('All stored calls are searched.')).toBeVisible();
    await expect(rows(page)).toContainText([number]);
    await expectTextToFit(page, 'the search');
    expect(await findViolations(page), 'accessibility of the search').toEqual([]);
  });

  await test.step('goes back to the list, and forward to the search', async () => {
    await page.goBack();
    await expect(page.getByRole('searchbox')).toHaveValue('');
    await expect(rows(page)).toHaveCount(25);
    await page.goForward();
    await expect(page.getByText('1 call', { exact: true })).toBeVisible();
  });

  const address = await test.step('opens the call', async () => {
    await rows(page)
      .first()
      .getByRole('button', { name: /^Open the call/ })
      .click();
    await expectCall(page, number);
    return new URL(page.url());
  });
  expect(address.searchParams.get('row')).toBe('cdr_many80321');
  expect(address.searchParams.get('start_date')).toMatch(/^\d{4}-\d\d-\d\d$/);

  await test.step('opens the address in a second browser, also without the search', async () => {
    const context = await browser.newContext({ storageState: await signIn(customer.credentials) });
    const second = await context.newPage();
    await second.goto(address.href);
    await expectCall(second, number);
    await expect(rows(second)).toHaveCount(1);
    // A list of the last 24 hours does not have the call.
    await second.goto(new URL('/voicing/cdr?row=cdr_many80321', address).href);
    await expectCall(second, number);
    await context.close();
  });

  await test.step('another account does not find the call', async () => {
    const other = await Customer.register();
    await other.addService('voicing');
    const context = await browser.newContext({ storageState: await other.signedIn() });
    const foreign = await context.newPage();
    await foreign.goto(address.href);
    await expect(foreign.getByRole('dialog')).toContainText('This call cannot be found');
    await context.close();
    await other.close();
  });
});

async function expectCall(page: Page, number: string): Promise<void> {
  const details = page.getByRole('dialog', { name: 'Call details' });
  await expect(details).toContainText(number);
  await expect(details).toContainText('200');
}
