import { expect, test } from '@jest/globals';
import { testPortal } from '../../testing/test-portal.ts';
import { creditorReference } from '../bank-transfer/creditor-reference.ts';
import { creditNote } from '../billing/credit-note.ts';
import { auditLedger } from '../ledger/audit.ts';
import { givenStaffAction } from '../ledger/ledger.fixtures.ts';
import { closeMonths } from '../monthly-vat-invoices/close-months.ts';
import { closingFixtures, type Owner } from '../monthly-vat-invoices/closing.fixtures.ts';
import { findUnmatched } from './bank-entries.repository.ts';
import { importStatement } from './import-statement.ts';
import { readStatements } from './read-statement.ts';
import { sampleStatement } from './statement.fixtures.ts';

const portal = testPortal();
const { givenOpenService, givenTopUp, givenUsage } = closingFixtures(portal);

async function documentsOf({ customer }: Owner): Promise<Record<string, string>[]> {
  return (await customer.get('/v1/finances/monthly-vat-invoices?order=number')).body.items;
}

/** A document of October that lists a payment, and the credit note that corrects it. */
async function givenPrepaid() {
  const owner = await givenOpenService('topup');
  await givenTopUp(owner, '100', '24', '2026-10-05T08:00:00Z');
  await closeMonths(portal.context, { lastMonth: '2026-10' });
  const [document] = await documentsOf(owner);
  await correct(document?.['number'] ?? '');
  return owner;
}

/** An invoice for usage, which can be paid, and its credit note. */
async function givenUsed() {
  const owner = await givenOpenService('usage');
  await givenUsage(owner, 'unpayable', { '2026-10-20T08:00:00Z': '50' });
  await closeMonths(portal.context, { lastMonth: '2026-10' });
  const [document] = await documentsOf(owner);
  await correct(document?.['number'] ?? '');
  return owner;
}

async function correct(invoice: string) {
  const given = { invoice };
  const action = { key: invoice, command: 'billing credit-note', actor: 'staff:anna', reason: 'Ticket 9' };
  await portal.database.asBackground(async (tx) => {
    await givenStaffAction(tx, { ...action, eventKey: `staff:${action.key}` });
    await creditNote.act(tx, { ...action, arguments: given }, given, portal.context as never);
  });
}

test.each([
  ['a document of payments', givenPrepaid, 'invoice'],
  ['the credit note of a document of payments', givenPrepaid, 'credit_note'],
  ['the credit note of an invoice', givenUsed, 'credit_note'],
])('a transfer that names %s is credited to nobody and waits for the staff', async (_what, given, type) => {
  const owner = await given();
  const { number = '' } =
    (await documentsOf(owner)).find(({ document_type }) => document_type === type) ?? {};
  const payments = async () => (await owner.customer.get('/v1/finances/payments')).body.total;
  const before = [await payments(), await balanceOf(owner)];
  const [statement] = readStatements(
    sampleStatement([
      { amount: '62.00', text: `Invoice ${number}` },
      { amount: '31.00', reference: creditorReference(number) },
    ]),
  );
  const results = await importStatement(portal.context, statement!, {
    fileName: 'test.xml',
  });
  expect(results).toMatchObject([
    { result: 'unmatched', reason: 'unknown_reference' },
    { result: 'unmatched', reason: 'unknown_reference' },
  ]);
  const listed = await findUnmatched(portal.database.system);
  expect(listed.filter(({ remittance }) => remittance.includes(number))).toMatchObject([{ amount: '62.00' }]);
  expect([await payments(), await balanceOf(owner)]).toEqual(before);
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});

async function balanceOf({ customer, service_id }: Owner): Promise<string> {
  return (await customer.get(`/v1/services/${service_id}/balance`)).body.balance;
}
