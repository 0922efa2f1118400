import { expect, test } from '@jest/globals';
import { testPortal } from '../../testing/test-portal.ts';
import { auditLedger } from '../ledger/audit.ts';
import { closingFixtures } from '../monthly-vat-invoices/closing.fixtures.ts';
import { importStatement } from './import-statement.ts';
import { readStatements } from './read-statement.ts';
import { sampleStatement } from './statement.fixtures.ts';

const portal = testPortal();
const { givenOpenService } = closingFixtures(portal);

test('single cents end in the right net amount, and one of which only VAT is left changes no balance', async () => {
  const { customer, service_id } = await givenOpenService('topup', { tax_number: 'EE100000010' });
  const request = { service_id, amount: '50.00' };
  const { payment } = (await customer.post('/v1/finances/payments/invoices', request)).body;
  const entries = ['62.00', '0.01', '0.01', '0.01'].map((amount, index) => ({
    amount,
    reference: payment.reference,
    bankReference: `cent-${index}`,
  }));
  const [statement] = readStatements(sampleStatement(entries));
  const options = { fileName: 'test.xml' };
  const results = await importStatement(portal.context, statement!, options);
  expect(results.map((each) => 'receipt' in each && each.receipt.credited)).toEqual([
    ...['50.00', '0.01', '0.01', '0.00'],
  ]);
  const read = await customer.get(`/v1/finances/payments/${payment.payment_id}`);
  expect(read.body.payment).toMatchObject({
    credited: '50.02',
    balance_before: null,
    balance_after: expect.stringMatching(/^50\.02/),
  });
  expect((await customer.get(`/v1/services/${service_id}/balance`)).body.balance).toMatch(/^50\.02/);
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});
