import { expect, test } from '@jest/globals';
import { testPortal } from '../../testing/test-portal.ts';
import { auditLedger } from '../ledger/audit.ts';
import { givenDueDate } from '../payments/due-dates.fixtures.ts';
import { expirePaymentsJob } from '../payments/payment-states.ts';
import { givenService } from '../services/services.fixtures.ts';
import { importStatement } from './import-statement.ts';
import { readStatements } from './read-statement.ts';
import { sampleStatement } from './statement.fixtures.ts';

const portal = testPortal();

async function imported(reference: string, amount: string): Promise<void> {
  const [statement] = readStatements(sampleStatement([{ amount, reference }]));
  await importStatement(portal.context, statement!, { fileName: 'test.xml' });
}

test('credits a part that arrives for a canceled payment, and asks for nothing more', async () => {
  const customer = await portal.customer();
  const { service_id } = await givenService(portal.database, customer.account.account_id);
  const request = { service_id, amount: '70.00' };
  const { payment } = (await customer.post('/v1/finances/payments/invoices', request)).body;
  await customer.post(`/v1/finances/payments/${payment.payment_id}:cancel`, {});
  await imported(payment.reference, '40.00');

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

test('credits a part that arrives for an expired payment, and asks for nothing more', async () => {
  const customer = await portal.customer();
  const { service_id } = await givenService(portal.database, customer.account.account_id);
  const request = { service_id, amount: '70.00' };
  const { payment } = (await customer.post('/v1/finances/payments/invoices', request)).body;
  await givenDueDate(portal.superuser, payment.payment_id, '2026-01-01');
  await expirePaymentsJob(portal.context).run({});
  await imported(payment.reference, '41.00');

  const [mail] = (await portal.mails()).filter(({ to }) => to === customer.account.email);
  expect(mail?.subject).toBe(`A part of your payment ${payment.number} has arrived`);
  expect(mail?.text).toContain('you don’t need to pay anything more');
  expect(mail?.text).not.toContain('45.80');
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});
