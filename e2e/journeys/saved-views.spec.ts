import type { Page } from '@playwright/test';
import { signIn } from '@portal/testbed/fixtures/account';
import { expectScreen, rows } from '@portal/testbed/fixtures/screens';
import { givenManyCalls } from '../fixtures/operator-database.ts';
import { expectTextToFit, findViolations } from '../fixtures/page-checks.ts';
import { asCustomer, expect, test } from '../fixtures/portal-test.ts';

test.use(asCustomer);

test('a customer chooses columns, saves a view and finds both in another browser, on a phone', async ({
  page,
  browser,
  customer,
  faults,
}) => {
  const { service_id } = await customer.addService('voicing');
  await givenManyCalls(service_id, 2000);

  await test.step('chooses columns by keyboard', async () => {
    await page.goto('/voicing/cdr?duration_from=1');
    await expectScreen(page, { heading: 'Voicing history' });
    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Columns' });
    for (const name of ['Direction', 'Destination', 'SIP response'])
      await dialog.getByRole('checkbox', { name }).press('Space');
    await dialog.getByRole('button', { name: 'Move Price up' }).press('Enter');
    await expect(dialog.getByRole('button', { name: 'Move Price up' })).toBeFocused();
    await expectTextToFit(page, 'the columns');
    expect(await findViolations(page), 'accessibility of the columns').toEqual([]);
    await dialog.getByRole('button', { name: 'Apply' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(headers(page)).toHaveText(chosen);
  });

  await test.step('saves a view with them', async () => {
    await page.getByRole('button', { name: 'Last 24 hours' }).click();
    await page.getByRole('option', { name: 'Last 30 days' }).click();
    await expect(page).toHaveURL(/start_date=/);
    const code = page.getByRole('textbox', { name: 'SIP response' });
    await code.fill('20');
    await expect(page.getByText('Codes of three digits, such as 486')).toBeVisible();
    await expectTextToFit(page, 'a wrong SIP response');
    await code.fill('200');
    await expect(page).toHaveURL(/sip_code=200/);
    await page.getByRole('button', { name: 'Saved views' }).click();
    const dialog = page.getByRole('dialog', { name: 'Saved views' });
    await dialog.getByLabel('Name').fill('Answered calls');
    await expect(dialog.getByRole('checkbox', { name: 'Period: Last 30 days' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await expect(dialog.getByRole('link', { name: 'Answered calls' })).toHaveAttribute(
      'aria-current',
      'true',
    );
    await expectTextToFit(page, 'the saved views');
    expect(await findViolations(page), 'accessibility of the saved views').toEqual([]);
    faults.expect(/status of 422/);
    await dialog.getByLabel('Name').fill('ANSWERED CALLS');
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await expect(dialog.getByText('You already have a view with this name.')).toBeVisible();
  });
  const address = new URL(page.url());

  const storageState = await signIn(customer.credentials);
  const context = await browser.newContext({ storageState, viewport: { width: 360, height: 740 } });
  const second = await context.newPage();

  await test.step('finds the columns and the view in another browser', async () => {
    await second.goto(new URL('/voicing/cdr', address).href);
    await expectScreen(second, { heading: 'Voicing history' });
    await expect(headers(second)).toHaveText(chosen);
    await second.getByRole('button', { name: 'Saved views' }).click();
    const dialog = second.getByRole('dialog', { name: 'Saved views' });
    await expectTextToFit(second, 'the saved views on a phone');
    await dialog.getByRole('link', { name: 'Answered calls' }).click();
    await expect(dialog).toBeHidden();
    await expect(rows(second).first()).toContainText('Answered');
    expect(new URL(second.url()).searchParams.get('start_date')).toBe(address.searchParams.get('start_date'));
    await second.getByRole('button', { name: /^Filters/ }).click();
    await expect(second.getByRole('textbox', { name: 'SIP response' })).toHaveValue('200');
    await expectTextToFit(second, 'the filters on a phone');
    await second.goBack();
    await expect(second).toHaveURL(/\/voicing\/cdr$/);
  });

  await test.step('deletes the view', async () => {
    await second.getByRole('button', { name: 'Saved views' }).click();
    const dialog = second.getByRole('dialog', { name: 'Saved views' });
    await dialog.getByRole('button', { name: 'Actions for “Answered calls”' }).click();
    await second.getByRole('menuitem', { name: 'Delete' }).click();
    const question = second.getByRole('alertdialog', { name: 'Delete the view?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByText('You have no saved views yet.')).toBeVisible();
  });
  await context.close();
});

const chosen = ['Time', 'From', 'To', 'Duration', 'Price', 'Result', 'SIP response', 'Actions'];

function headers(page: Page) {
  return page.getByRole('columnheader');
}
