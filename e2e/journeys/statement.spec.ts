import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { masterLine } from '@portal/testbed/fixtures/master-csv';
import { expectScreen } from '@portal/testbed/fixtures/screens';
import { statementOf } from '../fixtures/bank-statement.ts';
import { Keyboard } from '../fixtures/keyboard.ts';
import { operate, operateWithFile } from '../fixtures/operator.ts';
import { expectTextToFit, findViolations } from '../fixtures/page-checks.ts';
import { asCustomer, expect, test } from '../fixtures/portal-test.ts';

test.use({ ...asCustomer, viewport: { width: 390, height: 844 } });

test('a customer reads the statement of account on a phone, downloads it as CSV and PDF, and opens a payment, with the keyboard', async ({
  page,
  customer,
}) => {
  await customer.completeProfile();
  const { service_id } = await customer.addService('voicing');
  const { payment } = await customer.post<{ payment: Record<string, string> }>(
    'v1/finances/payments/invoices',
    { service_id, amount: '100.00' },
  );
  const { reference = '', gross_amount: amount = '', number = '' } = payment;
  operateWithFile('bank:import', [], 'statement.xml', statementOf({ reference, amount, booked: new Date() }));
  // 67 seconds to Germany: 0.010943.
  const call = { to: '00493023125101', started: new Date(Date.now() - 3_600_000) };
  const line = masterLine({ ...call, ringSeconds: 9, talkSeconds: 67, sequence: 1 });
  operateWithFile('cdr:import', ['--service', service_id], 'Master.csv', `${line}\n`);
  const why = ['--reason', 'Outage', '--actor', 'anna', '--key', number];
  operate('billing', ['credit', '--service', service_id, '--amount', '5', ...why]);

  const keyboard = new Keyboard(page);
  await test.step('sees each movement with the balance after it', async () => {
    await page.goto('/finances/statement');
    await expectScreen(page, { heading: 'Statement of account' });
    const movements = page.getByRole('main').getByRole('table').locator('tbody').getByRole('row');
    await expect(movements).toHaveCount(3);
    for (const [index, texts] of [
      ['Credit', '€5.00', '€104.989057'],
      ['1 record', '−€0.010943', '€99.989057'],
      [number, '€100.00'],
    ].entries())
      for (const text of texts) await expect(movements.nth(index)).toContainText(text);
    const sums = page.getByRole('region', { name: 'Summary of the period' });
    await expect(sums).toContainText('€104.989057');
    await expectTextToFit(page, 'the statement of account');
    expect(await findViolations(page), 'accessibility of the statement').toEqual([]);
  });

  await test.step('downloads the period for a spreadsheet', async () => {
    const { name, bytes } = await download(
      page,
      keyboard,
      page.getByRole('button', { name: 'Download CSV' }),
    );
    expect(name).toMatch(new RegExp(`^statement_${service_id}_\\d{4}-\\d\\d-01_\\d{4}-\\d\\d-\\d\\d\\.csv$`));
    const rows = bytes.toString('utf8').replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(rows).toHaveLength(6);
    expect(rows[2]).toContain(`,Top-up,,${number},100.00,100.00,EUR`);
    expect(rows[3]).toContain(',-0.010943,99.989057,EUR');
    expect(rows[4]).toMatch(/,5\.00,104\.989057,EUR$/);
    expect(rows[5]).toMatch(/,104\.989057,EUR$/);
  });

  await test.step('downloads the period as a PDF, which has the same bytes again', async () => {
    const button = page.getByRole('button', { name: 'Download PDF' });
    const first = await download(page, keyboard, button);
    expect(first.name).toMatch(/^statement_.*\.pdf$/);
    expect(first.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const second = await download(page, keyboard, button);
    expect(second.bytes.equals(first.bytes)).toBe(true);
  });

  await test.step('opens the payment of a line', async () => {
    await keyboard.press(page.getByRole('link', { name: number }));
    await expect(page.getByRole('dialog', { name: `Payment ${number}` })).toBeVisible();
  });
});

async function download(page: Page, keyboard: Keyboard, link: Locator) {
  const started = page.waitForEvent('download');
  await keyboard.press(link);
  const file = await started;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}
