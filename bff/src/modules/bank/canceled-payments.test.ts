import { expect, test } from '@jest/globals';
import { testPortal } from '../../testing/test-portal.ts';
import { auditLedger } from '../ledger/audit.ts';
import { givenService } from '../services/services.fixtures.ts';
import { importStatement } from './import-statement.ts';
import { readStatements } from './read-statement.ts';
import { sampleStatement } from './statement.fixtures.ts';

const portal = testPortal();

test('credits a part that arrives for a canceled payment, and asks for nothing more', async () => {
  const customer = await portal.customer();
  const { service_id } = await givenService(portal.database, customer.account.account_id);
  const request = { service_id, amount: '70.00' };
  const { payment } = (await customer.post('/v1/finances/payments/invoices', request)).body;
  await customer.post(`/v1/finances/payments/${payment.payment_id}:cancel`, {});
  const [statement] = readStatements(sampleStatement([{ amount: '40.00', reference: payment.reference }]));
  await importStatement(portal.context, statement!, { fileName: 'test.xml', isDryRun: false });

  const { body } = await customer.get(`/v1/finances/payments/${payment.payment_id}`);
  expect(body.payment).toMatchObject({
    status: 'canceled',
    status_reason: null,
    paid_amount: '40.00',
    bank_details: null,
  });
  const [mail] = (await portal.mails()).filter(({ to }) => to === customer.account.email);
  expect(mail?.subject).toBe(`Your payment ${payment.number} has arrived`);
  expect(mail?.text).toContain('you don’t need to transfer anything more');
  expect(mail?.text).not.toContain('46.80');
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});
