import { expect, test } from '@jest/globals';
import { testPortal } from '../../testing/test-portal.ts';
import { auditLedger } from '../ledger/audit.ts';
import { closeMonths } from '../monthly-vat-invoices/close-months.ts';
import { closingFixtures, type Owner } from '../monthly-vat-invoices/closing.fixtures.ts';
import { importStatement } from './import-statement.ts';
import { readStatements } from './read-statement.ts';
import { sampleStatement } from './statement.fixtures.ts';

const portal = testPortal();
const { givenOpenService, givenUsage } = closingFixtures(portal);

const transfer = async ({ customer, service_id }: Owner) => {
  const request = { service_id, amount: '100.00', allow_duplicate: true };
  const { body } = await customer.post('/v1/finances/payments/invoices', request);
  expect(body).toMatchObject({ success: true });
  const { payment } = body;
  return payment as { payment_id: string; reference: string };
};
const book = async (entry: Parameters<typeof sampleStatement>[0][number]) => {
  const [statement] = readStatements(sampleStatement([{ ...entry, amount: '100.00' }]));
  const [result] = await importStatement(portal.context, statement!, {
    fileName: 'test.xml',
  });
  expect(result?.result).toBe('credited');
};

/** Closes October, and returns its invoice. */
async function close({ customer }: Owner) {
  await closeMonths(portal.context, { lastMonth: '2026-10' });
  const { items } = (await customer.get('/v1/finances/monthly-vat-invoices?order=-number')).body;
  return (await customer.get(`/v1/finances/monthly-vat-invoices/${items[0].monthly_vat_invoice_id}`)).body
    .invoice;
}

test('a transfer that was taken back before the month is closed pays nothing of its invoice', async () => {
  const owner = await givenOpenService('usage', { tax_number: 'EE100000010' });
  const [returned, kept] = [await transfer(owner), await transfer(owner)];
  await book({ reference: returned.reference, amount: '', booked: '2026-10-05' });
  await book({ reference: kept.reference, amount: '', booked: '2026-10-06' });
  await book({ reference: returned.reference, amount: '', booked: '2026-10-07', isReturn: true });
  await givenUsage(owner, 'returned', { '2026-10-20T08:00:00Z': '50' });
  expect((await close(owner)).payments).toMatchObject([{ payment_id: kept.payment_id, amount: '62.00' }]);
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});

test('an invoice is due again when the transfer that paid it is taken back, until other money arrives', async () => {
  const owner = await givenOpenService('usage', { tax_number: 'EE100000010' });
  const [returned, next] = [await transfer(owner), await transfer(owner)];
  await book({ reference: returned.reference, amount: '', booked: '2026-10-05' });
  await givenUsage(owner, 'returned-later', { '2026-10-20T08:00:00Z': '50' });
  const lastOf = async () =>
    (await owner.customer.get('/v1/finances/monthly-vat-invoices?order=-number')).body.items[0];
  await close(owner);
  expect(await lastOf()).toMatchObject({ status: 'paid', paid_amount: '62.00', amount_due: '0.00' });
  await book({ reference: returned.reference, amount: '', booked: '2026-11-07', isReturn: true });
  expect(await lastOf()).toMatchObject({ status: 'issued', paid_amount: '0.00', amount_due: '62.00' });
  expect((await auditLedger(portal.database)).problems).toEqual([]);
  await book({ reference: next.reference, amount: '', booked: '2026-11-09' });
  expect(await lastOf()).toMatchObject({ status: 'paid', paid_amount: '62.00', amount_due: '0.00' });
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});

test('another transfer that has paid a part of the invoice pays more of it, when the first one is taken back', async () => {
  const owner = await givenOpenService('usage', { tax_number: 'EE100000010' });
  const [returned, other] = [await transfer(owner), await transfer(owner)];
  await book({ reference: returned.reference, amount: '', booked: '2026-10-05' });
  await book({ reference: other.reference, amount: '', booked: '2026-10-06' });
  await givenUsage(owner, 'returned-first', { '2026-10-20T08:00:00Z': '100' });
  expect(await close(owner)).toMatchObject({
    payments: [{ amount: '100.00' }, { amount: '24.00' }],
    totals: { due: '0.00' },
  });
  await book({ reference: returned.reference, amount: '', booked: '2026-11-07', isReturn: true });
  const { items } = (await owner.customer.get('/v1/finances/monthly-vat-invoices?order=-number')).body;
  expect(items[0]).toMatchObject({ status: 'partially_paid', paid_amount: '100.00', amount_due: '24.00' });
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});
