import type { Payment } from '@portal/contract/payments';
import { expectScreen, screenAt } from '@portal/testbed/fixtures/screens';
import { statementOf } from '../fixtures/bank-statement.ts';
import { Keyboard } from '../fixtures/keyboard.ts';
import { operateWithFile } from '../fixtures/operator.ts';
import { expectTextToFit, findViolations } from '../fixtures/page-checks.ts';
import { asCustomer, expect, test } from '../fixtures/portal-test.ts';

test.use({ ...asCustomer, viewport: { width: 390, height: 844 } });

test('a customer follows what the next invoice will contain, on a phone and with the keyboard', async ({
  page,
  customer,
}) => {
  await customer.completeProfile();
  const { service_id } = await customer.addService('voicing');
  const keyboard = new Keyboard(page);
  const invoices = screenAt('/finances/monthly-vat-invoices');
  const open = page.getByRole('button', { name: 'Preview of the next invoice' });

  await test.step('sees that nothing is to be invoiced yet', async () => {
    await page.goto(invoices.path);
    await expectScreen(page, invoices);
    await keyboard.press(open);
    await expectScreen(page, { heading: /^Preview: \w+ \d{4}$/ });
    await expect(page.getByText('Nothing to invoice so far')).toBeVisible();
    await keyboard.press(page.getByRole('button', { name: 'All invoices' }));
    await expectScreen(page, invoices);
  });

  await test.step('sees a payment as soon as it has arrived, with its VAT', async () => {
    const { payment } = await customer.post<{ payment: Payment }>('v1/finances/payments/invoices', {
      service_id,
      amount: '100.00',
    });
    const transfer = { reference: payment.reference ?? '', amount: payment.gross_amount ?? '' };
    operateWithFile('bank:import', [], 'statement.xml', statementOf({ ...transfer, booked: new Date() }));
    await keyboard.press(open);
    await expect(page.getByText('This is a preview, not an invoice')).toBeVisible();
    const line = page
      .getByRole('table', { name: 'What is invoiced' })
      .getByRole('row', { name: /Prepayment/ });
    await expect(line).toContainText(payment.number ?? '');
    await expect(line).toContainText('€100.00');
    const totals = page.getByRole('region', { name: 'Totals' });
    for (const amount of ['€24.00', '€124.00', '€0.00']) await expect(totals).toContainText(amount);
    await expectTextToFit(page, 'the preview of the next invoice');
    expect(await findViolations(page), 'accessibility of the preview').toEqual([]);
  });

  await test.step('finds the preview again after a reload, and no invoice in the list', async () => {
    await page.reload();
    await expect(page.getByText('This is a preview, not an invoice')).toBeVisible();
    await keyboard.press(page.getByRole('button', { name: 'All invoices' }));
    await expect(page.getByText('No invoices yet')).toBeVisible();
  });
});
