import { receiveMail } from '@portal/testbed/fixtures/account';
import { expectScreen } from '@portal/testbed/fixtures/screens';
import { makeExportsDue } from '../fixtures/operator-database.ts';
import { expectTextToFit, findViolations } from '../fixtures/page-checks.ts';
import { asCustomer, expect, test } from '../fixtures/portal-test.ts';

test.use({ ...asCustomer, viewport: { width: 390, height: 844 } });

test('a customer lets the portal export calls each month, gets the first file by mail, and ends it', async ({
  page,
  customer,
}) => {
  await customer.addService('voicing');
  await page.goto('/voicing/cdr?result=busy');
  await expectScreen(page, { heading: 'Voicing history' });
  await page.getByRole('button', { name: 'Export regularly' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Export regularly' });
  await form.getByRole('button', { name: /^When/ }).click();
  await page.getByRole('option', { name: 'Monthly: on the first' }).click();
  await expectTextToFit(page, 'the form of a regular export');
  expect(await findViolations(page), 'accessibility of the form').toEqual([]);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Saved\. The first file is made on 01\//)).toBeVisible();

  await makeExportsDue(customer.credentials.email);
  // A job looks for due exports each minute.
  await receiveMail(customer.api, customer.credentials.email, /export is ready/, 120);

  await page.getByRole('button', { name: 'Exports', exact: true }).click();
  const list = page.getByRole('dialog', { name: 'Exports' });
  await expect(list.getByRole('link', { name: /^Download: Calls, .*, CSV$/ }).first()).toBeVisible();
  const regular = list.getByRole('region', { name: 'Regular exports' });
  await expect(regular.getByText('Calls, CSV, Monthly: on the first')).toBeVisible();
  await expectTextToFit(page, 'the list with a regular export');
  expect(await findViolations(page), 'accessibility of the list').toEqual([]);
  await regular.getByRole('button', { name: /^Delete/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete the regular export?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(regular).toBeHidden();
  await expect(list.getByRole('link', { name: /^Download: Calls/ }).first()).toBeVisible();
});
