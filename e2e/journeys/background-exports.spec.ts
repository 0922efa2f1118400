import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';
import { receiveMail } from '@portal/testbed/fixtures/account';
import { dayBefore } from '@portal/testbed/fixtures/days';
import { readXlsx } from '@portal/testbed/fixtures/read-xlsx';
import { linkOf } from '@portal/testbed/fixtures/registration';
import { expectScreen, logIn } from '@portal/testbed/fixtures/screens';
import { givenManyCalls, whileCallsAreLocked } from '../fixtures/operator-database.ts';
import { expectTextToFit, findViolations } from '../fixtures/page-checks.ts';
import { asCustomer, expect, test } from '../fixtures/portal-test.ts';

test.use({ ...asCustomer, viewport: { width: 390, height: 844 } });

const count = 11_000;

test('a customer exports 11,000 calls in the background, follows the mailed link in another browser, and cancels one export', async ({
  page,
  browser,
  customer,
}) => {
  const { service_id } = await customer.addService('voicing');
  await givenManyCalls(service_id, count);
  // One call every four minutes: in 31 days. Until tomorrow, which it may be already in the zone of the account. With a filter, because
  // there are no sums of these calls.
  const history = `/voicing/cdr?duration_from=1&start_date=${dayBefore(35)}&end_date=${dayBefore(-1)}&order=-price`;

  await test.step('lets the portal make a workbook', async () => {
    await page.goto(history);
    await expectScreen(page, { heading: 'Voicing history' });
    await expect(page.getByText(/More than 10,000 rows: the file is made in the background/)).toBeVisible();
    await page.getByRole('button', { name: 'Export: Excel' }).press('Enter');
    await expect(page.getByText(/^(Waiting|Being made|Ready)$/)).toBeVisible();
    await expectTextToFit(page, 'the history with an export');
    expect(await findViolations(page), 'accessibility of the history with an export').toEqual([]);
    await expect(page.getByText('Ready', { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('11,000 rows')).toBeVisible();
  });

  await test.step('downloads it from the list of exports', async () => {
    await page.getByRole('button', { name: 'Exports', exact: true }).press('Enter');
    const list = page.getByRole('dialog', { name: 'Exports' });
    await expect(list.getByText(/^Calls, .* Excel$/)).toBeVisible();
    await expect(page).toHaveURL(/sidebar=profile\/exports/);
    await expectTextToFit(page, 'the list of exports on a phone');
    expect(await findViolations(page), 'accessibility of the list of exports').toEqual([]);
    const started = page.waitForEvent('download');
    await list.getByRole('link', { name: /^Download: Calls/ }).press('Enter');
    await expectAllCalls(await started);
  });

  const mail = await receiveMail(customer.api, customer.credentials.email, /export is ready/, 60);
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const second = await context.newPage();

  await test.step('follows the mailed link, logs in and gets the file', async () => {
    await second.goto(linkOf(mail));
    await expectScreen(second, { heading: 'Log in' });
    const started = second.waitForEvent('download');
    await logIn(second, customer.credentials);
    await expectAllCalls(await started);
    await expect(second.getByRole('dialog', { name: 'Exports' })).toBeVisible();
    await expect(second).not.toHaveURL(/exp_/);
  });

  await test.step('is refused a second use of the link', async () => {
    await second.goto(linkOf(mail));
    const list = second.getByRole('dialog', { name: 'Exports' });
    await expect(
      list.getByText('This link has already been used. The file is in your list of exports.'),
    ).toBeVisible();
    await expect(list.getByRole('link', { name: /^Download: Calls/ })).toBeVisible();
  });
  await context.close();

  await test.step('cancels an export that is being made', async () => {
    const list = page.getByRole('dialog', { name: 'Exports' });
    await page.goto(history);
    await expectScreen(page, { heading: 'Voicing history' });
    await whileCallsAreLocked(async () => {
      await page.getByRole('button', { name: 'Export: CSV' }).click();
      await page.getByRole('button', { name: 'Exports', exact: true }).click();
      await list.getByRole('button', { name: /^Cancel: Calls, .* CSV$/ }).click();
      await expect(list.getByText('Cancelled', { exact: true })).toBeVisible();
    });
    await expect(page.getByText('The export has been cancelled.')).toBeVisible();
    await list.getByRole('button', { name: /^Delete: Calls, .* CSV$/ }).click();
    await expect(list.getByText('Cancelled', { exact: true })).toBeHidden();
    await expect(list.getByText('Ready', { exact: true })).toBeVisible();
  });
});

async function expectAllCalls(download: Download): Promise<void> {
  expect(download.suggestedFilename()).toMatch(/^calls_svc_\w+_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.xlsx$/);
  const [, ...rows] = readXlsx(await readFile(await download.path()));
  expect(rows).toHaveLength(count);
  expect(new Set(rows.map((row) => row[13])).size).toBe(count);
  const moments = rows.map((row) => Number(row[0]));
  expect(moments).toEqual(moments.toSorted((one, other) => other - one));
}
