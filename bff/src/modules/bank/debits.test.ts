import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { auditLedger } from '../ledger/audit.ts';
import { givenService } from '../services/services.fixtures.ts';
import { findUnmatched } from './bank-entries.repository.ts';
import { importSample } from './import-sample.fixtures.ts';
import { ownIban, sampleStatement } from './statement.fixtures.ts';

const portal = testPortal();
let client: TestCustomer;
let service_id: string;
beforeEach(async () => {
  client = await portal.customer();
  ({ service_id } = await givenService(portal.database, client.account.account_id));
});
afterEach(async () => expect((await auditLedger(portal.database)).problems).toEqual([]));

type Entry = Parameters<typeof sampleStatement>[0][number];

async function book(...entries: Partial<Entry>[]) {
  // A reference of the bank distinguishes the debits of one test from those of another.
  const given = entries.map((entry) => ({
    amount: '124.00',
    ...entry,
    ...(entry.isDebit && { bankReference: `D ${entry.text ?? ''} ${service_id}` }),
  }));
  return importSample(portal.context, sampleStatement(given));
}

/** A payment of 124.00 that has arrived. */
async function paid(): Promise<string> {
  const request = { service_id, amount: '100.00', allow_duplicate: true };
  const { number } = (await client.post('/v1/finances/payments/invoices', request)).body.payment;
  expect(await book({ text: number })).toEqual(['credited']);
  return number;
}

const balance = async () => (await client.get(`/v1/services/${service_id}/balance`)).body.balance;

test.each(['RRTN', 'RPCR'])('a debit that the bank marks with the code %s is deducted', async (code) => {
  const text = await paid();
  expect(await book({ text, isDebit: true, code })).toEqual(['credited']);
  expect(await balance()).toBe('0.0000');
  expect(await book({ text: `Unnamed ${service_id}`, isDebit: true, code })).toEqual(['no_reference']);
});

test.each<[string, (number: string) => Partial<Entry>]>([
  ['in what was written', (text) => ({ text })],
  ['in a note of the bank', (note) => ({ note })],
  ['with another number as its reference', (text) => ({ text, reference: 'PF-2026-999999' })],
  ['in one of transfers without amounts', (text) => ({ transfers: [{ text: 'Rent' }, { text }] })],
])('an unmarked debit that names a payment %s waits for the staff, once', async (_where, debitOf) => {
  const number = await paid();
  const debit = { ...debitOf(number), isDebit: true };
  expect(await book(debit)).toEqual(['outgoing']);
  expect(await book(debit)).toEqual(['known']);
  expect(await balance()).toBe('100.0000');
  const waiting = await findUnmatched(portal.database.system);
  expect(waiting.filter(({ remittance }) => remittance.includes(number))).toMatchObject([
    { amount: '-124.00', reason: 'outgoing' },
  ]);
});

test('what the provider pays without naming a payment of a customer is skipped and not stored', async () => {
  expect(await book({ text: 'PF-2020-000001', isDebit: true }, { text: 'Rent', isDebit: true })).toEqual([
    'skipped',
  ]);
  const stored = await portal.database.system.query(sql`
    select 1 from bank_entries where iban = ${ownIban} and remittance in ('PF-2020-000001', 'Rent')`);
  expect(stored).toEqual([]);
});

test('of a debit that sums up a return and an outgoing transfer, the return alone is deducted', async () => {
  const text = await paid();
  const transfers = [
    { amount: '124.00', text, isReturned: true },
    { amount: '50.00', text },
    { amount: '50.00', text: 'Rent' },
  ];
  expect(await book({ isDebit: true, amount: '224.00', booked: '2026-11-02', transfers })).toEqual([
    'credited',
    'outgoing',
  ]);
  expect(await balance()).toBe('0.0000');
});
