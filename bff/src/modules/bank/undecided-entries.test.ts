import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { auditLedger } from '../ledger/audit.ts';
import { givenService } from '../services/services.fixtures.ts';
import { importSample } from './import-sample.fixtures.ts';
import { sampleStatement } from './statement.fixtures.ts';

const portal = testPortal();
let client: TestCustomer;
let service_id: string;

beforeEach(async () => {
  client = await portal.customer();
  ({ service_id } = await givenService(portal.database, client.account.account_id));
});
afterEach(async () => expect((await auditLedger(portal.database)).problems).toEqual([]));

async function awaited(): Promise<{ number: string; reference: string }> {
  const body = { service_id, amount: '100.00', allow_duplicate: true };
  return (await client.post('/v1/finances/payments/invoices', body)).body.payment;
}

async function book(...entries: Parameters<typeof sampleStatement>[0]) {
  return importSample(portal.context, sampleStatement(entries));
}

test('what an entry does not describe completely is left to the staff', async () => {
  const [first, second] = [await awaited(), await awaited()];
  expect(
    await book(
      { amount: '255.50', reference: first.reference, statedTransfers: 2 },
      { amount: '256.50', transfers: [{ text: first.number, amount: '124.00' }] },
      { amount: '257.50', reference: first.reference, furtherReferences: [second.reference] },
    ),
  ).toEqual(['batch', 'batch', 'several_references']);
});

test('credits a transfer from which the bank has deducted charges, and one with a reference of somebody else', async () => {
  const [first, second] = [await awaited(), await awaited()];
  expect(
    await book(
      { amount: '123.00', transfers: [{ text: first.number, amount: '124.00' }] },
      { amount: '124.00', reference: 'RF18539007547034', furtherReferences: [second.reference] },
    ),
  ).toEqual(['credited', 'credited']);
});
