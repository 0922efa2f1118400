import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { receiveMail } from '@portal/testbed/fixtures/account';
import { expectScreen, screenAt } from '@portal/testbed/fixtures/screens';
import { Keyboard } from '../fixtures/keyboard.ts';
import { operateWithFile } from '../fixtures/operator.ts';
import { expectTextToFit, findViolations } from '../fixtures/page-checks.ts';
import { asCustomer, expect, test } from '../fixtures/portal-test.ts';
import { statementWith } from '../fixtures/statement.ts';

test.use(asCustomer);

let serviceId: string;
test.beforeEach(async ({ customer }) => {
  await customer.completeProfile();
  serviceId = (await customer.addService('voicing')).service_id;
});

const sidebarOf = (page: Page) => page.getByRole('dialog', { name: 'Top up balance' });
const ready = { name: 'Your pro-forma invoice is ready' };

test('a customer tops up by bank in two parts, sees the credit, and gets its receipt by mail and as a PDF', async ({
  page,
  customer,
}) => {
  const sidebar = sidebarOf(page);
  await page.goto('/finances/payments?sidebar=finances/top-up');

  const { reference, number } = await test.step('creates the pro-forma invoice', async () => {
    await sidebar.getByRole('textbox', { name: 'Amount' }).fill('100');
    await sidebar.getByRole('button', { name: 'Continue' }).click();
    await sidebar.getByRole('button', { name: 'Create pro-forma invoice' }).click();
    await expect(sidebar.getByRole('heading', ready)).toBeVisible();
    await page.reload();
    await expect(sidebar.getByRole('img', { name: 'QR code with these bank details' })).toBeVisible();
    const { items } = await (await customer.api.get('v1/finances/payments')).json();
    expect(items).toHaveLength(1);
    await expect(sidebar.getByText(items[0].reference)).toBeVisible();
    return items[0];
  });
  const receive = (amount: string) =>
    operateWithFile('bank:import', [], 'statement.xml', statementWith({ amount, reference }));

  await test.step('sees what is missing after a part has arrived', async () => {
    expect(receive('24.00')).toContain('1 credited');
    await page.reload();
    await expect(sidebar.getByRole('heading', { name: 'A part is still missing' })).toBeVisible();
    await expect(sidebar.getByText('Transfer the remaining €100.00 with the same reference')).toBeVisible();
    expect(receive('24.00')).toContain('0 credited');
  });

  await test.step('sees the credit and the history of the payment', async () => {
    expect(receive('100.00')).toContain('1 credited');
    await page.goto('/finances/payments');
    await page.getByRole('button', { name: `Open payment ${number}` }).click();
    const drawer = page.getByRole('dialog', { name: `Payment ${number}` });
    await expect(drawer.getByText('The money is on your balance.')).toBeVisible();
    await expect(drawer.getByRole('region', { name: 'History' }).getByRole('listitem')).toHaveText([
      /^Paid/,
      /^Partly paid/,
      /^Awaiting payment/,
    ]);
    const { balance } = await (await customer.api.get(`v1/services/${serviceId}/balance`)).json();
    expect(balance).toBe('100.0000');
  });

  await test.step('finds the receipt in the mail and in the payment', async () => {
    const mail = await receiveMail(customer.api, customer.credentials.email, /^Your payment .* has arrived/);
    expect(mail.text).toContain('€100.00 for');
    expect(mail.attachments).toMatchObject([
      { name: `receipt_${number}.pdf`, media_type: 'application/pdf' },
    ]);
    const download = page.waitForEvent('download');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Download Receipt ${number}` })
      .click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`receipt_${number}.pdf`);
    const bytes = await readFile(await file.path());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.length).toBe(mail.attachments[0]?.size);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a customer tops up by bank with the keyboard', async ({ page, customer }) => {
    const keyboard = new Keyboard(page);
    const sidebar = sidebarOf(page);
    await page.goto('/finances/payments');
    await expectScreen(page, screenAt('/finances/payments'));
    await keyboard.press(page.getByRole('main').getByRole('button', { name: 'Top up' }).first());
    await keyboard.write(sidebar.getByLabel('Amount', { exact: true }), '50');
    await keyboard.reach(sidebar.getByRole('radio', { name: 'Bank transfer' }));
    await keyboard.press(sidebar.getByRole('button', { name: 'Continue' }));
    await keyboard.press(sidebar.getByRole('button', { name: 'Create pro-forma invoice' }));
    await expect(sidebar.getByRole('heading', ready)).toBeFocused();
    for (const what of ['Beneficiary', 'IBAN', 'BIC', 'Payment reference', 'Amount to transfer'])
      await keyboard.reach(sidebar.getByRole('button', { name: `Copy: ${what}` }));
    await expectTextToFit(page, 'the bank transfer');
    expect(await findViolations(page), 'accessibility of the bank transfer').toEqual([]);
    await keyboard.key('Escape');
    await expect(sidebar).toBeHidden();
    await keyboard.press(page.getByRole('button', { name: /^Download Pro-forma invoice PF-/ }));
    const { items } = await (await customer.api.get('v1/finances/payments')).json();
    expect(items).toMatchObject([{ status: 'pending', gross_amount: '62.00' }]);
    await keyboard.press(page.getByRole('button', { name: `How to pay ${items[0].number}` }));
    await expect(page.getByRole('dialog').getByText(items[0].reference).first()).toBeVisible();
  });
});
