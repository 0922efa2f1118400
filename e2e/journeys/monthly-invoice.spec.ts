import { readFileSync } from 'node:fs';
import type { Payment } from '@portal/contract/payments';
import { receiveMail } from '@portal/testbed/fixtures/account';
import { statementOf } from '../fixtures/bank-statement.ts';
import { Keyboard } from '../fixtures/keyboard.ts';
import { operate, operateWithFile } from '../fixtures/operator.ts';
import { openSince } from '../fixtures/operator-database.ts';
import { asCustomer, expect, test } from '../fixtures/portal-test.ts';

test.use({ ...asCustomer, viewport: { width: 390, height: 844 } });

const now = new Date();
/** Days in the middle of the last month, far from its edges in every time zone. */
const lastMonth = (day: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, day, 9));

test('a month is closed, and the customer downloads its invoice from the mail on a phone', async ({
  page,
  customer,
}) => {
  await customer.completeProfile();
  const { service_id } = await customer.addService('voicing');
  await openSince(service_id, lastMonth(2));
  const { payment } = await customer.post<{ payment: Payment }>('v1/finances/payments/invoices', {
    service_id,
    amount: '100.00',
  });
  const { reference, gross_amount } = payment;
  const transfer = { reference: reference ?? '', amount: gross_amount ?? '', booked: lastMonth(12) };
  operateWithFile('bank:import', [], 'statement.xml', statementOf(transfer));

  const mail = await test.step('closes the month once', async () => {
    expect(operate('billing', ['close'])).toContain(service_id);
    expect(operate('billing', ['close'])).not.toContain(service_id);
    return receiveMail(customer.api, customer.credentials.email, /invoice/i);
  });

  await test.step('opens the invoice', async () => {
    const [address = ''] = /https?:\/\/\S+monthly-vat-invoices\S*/.exec(mail.text) ?? [];
    await page.goto(address);
    await expect(page.getByText(`Prepayment ${payment.number}`, { exact: false })).toBeVisible();
  });

  await test.step('downloads it for people and for programs, with the keyboard', async () => {
    const keyboard = new Keyboard(page);
    const download = async (name: string) => {
      const started = page.waitForEvent('download');
      await keyboard.press(page.getByRole('button', { name }).or(page.getByRole('link', { name })));
      const file = await started;
      return { name: file.suggestedFilename(), content: readFileSync(await file.path(), 'latin1') };
    };
    const pdf = await download('Download PDF');
    expect(pdf.name).toMatch(/^invoice_\d{4}-\d{2}-\d{5}\.pdf$/);
    expect(pdf.content).toMatch(/^%PDF-1\.7[\s\S]*%%EOF\s*$/);
    const xml = await download('Download XML');
    expect(xml.content).toContain('CrossIndustryInvoice');
    expect(xml.content).toContain(payment.number);
  });
});
