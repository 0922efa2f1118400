import { expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { assign } from '../billing/assign-entry.ts';
import { closingFixtures } from '../monthly-vat-invoices/closing.fixtures.ts';
import { describeImport } from './describe-import.ts';
import { importStatement } from './import-statement.ts';
import { readStatements } from './read-statement.ts';
import { sampleStatement } from './statement.fixtures.ts';

const portal = testPortal();
const { givenOpenService } = closingFixtures(portal);

const inDays = (days: number) => DateTime.utc().plus({ days }).toFormat('yyyy-MM-dd');

async function given() {
  const { customer, service_id } = await givenOpenService('usage', { tax_number: 'EE100000010' });
  const request = { service_id, amount: '50.00' };
  const { payment } = (await customer.post('/v1/finances/payments/invoices', request)).body;
  const balance = async () => (await customer.get(`/v1/services/${service_id}/balance`)).body.balance;
  return { payment, balance };
}

async function book(entries: Parameters<typeof sampleStatement>[0]) {
  const [statement] = readStatements(sampleStatement(entries));
  const options = { fileName: 'test.xml' };
  return { statement: statement!, results: await importStatement(portal.context, statement!, options) };
}

test('an entry of a day that has not begun is refused, clearly and alone, and stored nowhere', async () => {
  const { payment, balance } = await given();
  const { reference } = payment;
  const { statement, results } = await book([
    { amount: '20.00', reference, booked: inDays(40), bankReference: 'future-1' },
    { amount: '20.00', text: 'no reference', booked: inDays(3), bankReference: 'future-2' },
    { amount: '30.00', reference, bankReference: 'past-1' },
  ]);
  expect(results.map(({ result }) => result)).toEqual(['failed', 'failed', 'credited']);
  expect(describeImport(statement, results, false)).toContain(
    `It is booked on ${inDays(40)}, a day that has not begun: nothing was credited.`,
  );
  expect(await balance()).toMatch(/^30\.00/);
  const stored = await portal.database.system.query(sql`
    select from bank_entries where booked > now() + interval '1 day'`);
  expect(stored).toEqual([]);
});

test('the day after today is accepted: it may have begun where the bank is', async () => {
  const { payment, balance } = await given();
  const { results } = await book([
    { amount: '50.00', reference: payment.reference, booked: inDays(1), bankReference: 'tomorrow' },
  ]);
  expect(results.map(({ result }) => result)).toEqual(['credited']);
  expect(await balance()).toMatch(/^50\.00/);
});

test('staff cannot assign an entry of a month to come that was stored before', async () => {
  const { payment } = await given();
  await book([{ amount: '50.00', text: 'Thanks', bankReference: 'stored-before' }]);
  const { bank_entry_id: entry } = await portal.superuser.system.one<{ bank_entry_id: string }>(sql`
    update bank_entries set booked = ${inDays(40)} where unmatched_reason is not null returning bank_entry_id`);
  const arguments_ = { entry, payment: payment.number };
  const action = { key: 'assign-future', command: 'billing assign', actor: 'staff:anna', reason: 'Ticket 3' };
  const work = portal.database.asBackground((tx) =>
    assign.act(tx, { ...action, arguments: arguments_ }, arguments_, portal.context as never),
  );
  await expect(work).rejects.toThrow('a day that has not begun');
});
