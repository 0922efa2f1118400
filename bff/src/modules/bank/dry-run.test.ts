import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Database } from '../../database/database.ts';
import { rehearse } from '../../database/dry-run.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { auditLedger } from '../ledger/audit.ts';
import { givenService } from '../services/services.fixtures.ts';
import { importStatement } from './import-statement.ts';
import { readStatements } from './read-statement.ts';
import { sampleStatement } from './statement.fixtures.ts';

const portal = testPortal();
let client: TestCustomer;
let service: { service_id: string };
beforeEach(async () => {
  client = await portal.customer();
  service = await givenService(portal.database, client.account.account_id);
});
afterEach(async () => expect((await auditLedger(portal.database)).problems).toEqual([]));

type Entries = Parameters<typeof sampleStatement>[0];

async function importInto(database: Pick<Database, 'asBackground'>, entries: Entries) {
  const { mailer, config } = portal.context;
  const [statement] = readStatements(sampleStatement(entries));
  const file = { fileName: 'test.xml' };
  const results = await importStatement({ database, mailer, config }, statement!, file);
  return results.map((each) => (each.result === 'unmatched' ? each.reason : each.result));
}
const importEntries = (entries: Entries) => importInto(portal.database, entries);
const rehearseEntries = (...statements: Entries[]) =>
  rehearse(portal.database, async (database) => {
    const results: string[] = [];
    for (const entries of statements) results.push(...(await importInto(database, entries)));
    return results;
  });

/** A payment of 124.00 that is awaited. */
async function awaited() {
  const request = { ...service, amount: '100.00', allow_duplicate: true };
  return (await client.post('/v1/finances/payments/invoices', request)).body.payment;
}

async function stateOf(paymentId: string) {
  const { body } = await client.get(`/v1/finances/payments/${paymentId}`);
  const { status, status_reason, paid_amount } = body.payment;
  return [status, status_reason, paid_amount];
}

test('changes nothing', async () => {
  const { payment_id, reference } = await awaited();
  expect(await rehearseEntries([{ amount: '124.00', reference }])).toEqual(['credited']);
  expect(await stateOf(payment_id)).toEqual(['pending', null, null]);
  expect((await portal.mails()).filter(({ to }) => to === client.account.email)).toEqual([]);
  expect(await importEntries([{ amount: '124.00', reference }])).toEqual(['credited']);
});

test('foretells an entry that depends on entries before it, as the import then does it', async () => {
  const { payment_id, reference } = await awaited();
  const entries = [
    { amount: '60.00', reference },
    { amount: '1.37', text: 'Refund of an office chair' },
    { amount: '64.00', reference },
    { amount: '64.00', reference, isReturn: true },
  ];
  const foretold = await rehearseEntries(entries);
  expect(foretold).toEqual(['credited', 'no_reference', 'credited', 'credited']);
  expect(await importEntries(entries)).toEqual(foretold);
  expect(await stateOf(payment_id)).toEqual(['partially_paid', 'underpaid', '60.00']);
});

test('foretells a return in another statement of the file', async () => {
  const { reference } = await awaited();
  const transfer = { amount: '124.00', reference };
  expect(await rehearseEntries([transfer], [{ ...transfer, isReturn: true }])).toEqual([
    'credited',
    'credited',
  ]);
});

test('goes on after an entry that fails, and takes back what that one has done', async () => {
  const { reference } = await awaited();
  const entries = [
    { amount: '60.00', reference, booked: '2098-12-31' },
    { amount: '124.00', reference },
  ];
  expect(await rehearseEntries(entries)).toEqual(['failed', 'credited']);
});
