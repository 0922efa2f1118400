import { expect, test } from '@jest/globals';
import { testPortal } from '../../testing/test-portal.ts';
import { assign } from '../billing/assign-entry.ts';
import { adjust } from '../billing/book-payment.ts';
import { creditNote } from '../billing/credit-note.ts';
import { auditLedger } from '../ledger/audit.ts';
import { givenStaffAction } from '../ledger/ledger.fixtures.ts';
import { closeMonths } from '../monthly-vat-invoices/close-months.ts';
import { closingFixtures, type Owner } from '../monthly-vat-invoices/closing.fixtures.ts';
import { importStatement } from './import-statement.ts';
import { readStatements } from './read-statement.ts';
import { sampleStatement } from './statement.fixtures.ts';

const portal = testPortal();
const { givenOpenService, givenUsage } = closingFixtures(portal);
let count = 0;

/** A service that has used 40.00 in September and 50.00 in October: 49.60 and 62.00 are due. */
async function givenTwoInvoices() {
  const owner = await givenOpenService('usage');
  count += 1;
  await givenUsage(owner, `september-${count}`, { '2026-09-20T08:00:00Z': '40' });
  await givenUsage(owner, `october-${count}`, { '2026-10-20T08:00:00Z': '50' });
  await closeMonths(portal.context, { lastMonth: '2026-10' });
  const [september = '', october = ''] = (await invoicesOf(owner)).map(({ number }) => number);
  expect(await dueOf(owner)).toEqual(['49.60', '62.00']);
  return { owner, september, october };
}

async function invoicesOf({ customer }: Owner): Promise<Record<string, string>[]> {
  const { items } = (await customer.get('/v1/finances/monthly-vat-invoices?order=number')).body;
  return items.filter((each: Record<string, string>) => each['document_type'] === 'invoice');
}

const dueOf = async (owner: Owner) => (await invoicesOf(owner)).map(({ amount_due }) => amount_due);
const statusesOf = async (owner: Owner) => (await invoicesOf(owner)).map(({ status }) => status);

async function book(entry: Parameters<typeof sampleStatement>[0][number]) {
  count += 1;
  const [statement] = readStatements(sampleStatement([{ bankReference: `NI-${count}`, ...entry }]));
  const options = { fileName: 'test.xml' };
  const [result] = await importStatement(portal.context, statement!, options);
  expect(result?.result).toBe('credited');
  expect((await auditLedger(portal.database)).problems).toEqual([]);
}

async function take({ service_id }: Owner, amount: string) {
  count += 1;
  const given = { service: service_id, amount };
  const action = {
    key: `named-${count}`,
    command: 'billing adjust',
    actor: 'staff:anna',
    reason: 'Ticket 7',
  };
  await portal.database.asBackground(async (tx) => {
    await givenStaffAction(tx, { ...action, eventKey: `staff:${action.key}` });
    await adjust.act(tx, { ...action, arguments: given }, given, portal.context as never);
  });
}

async function correct(invoice: string, amount: string) {
  const given = { invoice, line: '1', amount };
  const action = { key: invoice, command: 'billing credit-note', actor: 'staff:anna', reason: 'Ticket 9' };
  await portal.database.asBackground((tx) =>
    creditNote.act(tx, { ...action, arguments: given }, given, portal.context as never),
  );
}

const balanceOf = async ({ customer, service_id }: Owner) =>
  (await customer.get(`/v1/services/${service_id}/balance`)).body.balance;

test('a transfer of what is due pays the invoice that it names, though money was taken from the balance since', async () => {
  const { owner, october } = await givenTwoInvoices();
  await take(owner, '-10.00');
  await book({ amount: '62.00', text: october });
  expect(await dueOf(owner)).toEqual(['49.60', '0.00']);
  expect(await statusesOf(owner)).toEqual([expect.not.stringMatching('paid'), 'paid']);
  expect(await balanceOf(owner)).toMatch(/^-59\.60/);
});

test('staff assign a transfer without a usable reference to the invoice that it pays', async () => {
  const { owner, october } = await givenTwoInvoices();
  count += 1;
  const entry = { amount: '62.00', text: 'telephone October', bankReference: `NI-${count}` };
  const [statement] = readStatements(sampleStatement([entry]));
  const [result] = await importStatement(portal.context, statement!, { fileName: 'test.xml' });
  expect(result).toMatchObject({ result: 'unmatched', reason: 'no_reference' });
  const given = { entry: result!.entry.bank_entry_id, payment: october };
  const action = {
    key: `named-${count}`,
    command: 'billing assign',
    actor: 'staff:anna',
    reason: 'Ticket 8',
  };
  await portal.database.asBackground((tx) =>
    assign.act(tx, { ...action, arguments: given }, given, portal.context as never),
  );
  expect(await dueOf(owner)).toEqual(['49.60', '0.00']);
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});

test('what was taken from the balance stays its debt, which the next money that names no invoice pays first', async () => {
  const { owner, september, october } = await givenTwoInvoices();
  await take(owner, '-10.00');
  await book({ amount: '62.00', text: october });
  await take(owner, '15.00');
  expect(await dueOf(owner)).toEqual(['44.60', '0.00']);
  await book({ amount: '44.60', text: september });
  expect(await statusesOf(owner)).toEqual(['paid', 'paid']);
  expect(await balanceOf(owner)).toMatch(/^0\.00/);
});

test('parts pay the invoice that they name, and what is too much pays another one', async () => {
  const { owner, october } = await givenTwoInvoices();
  await take(owner, '-10.00');
  await book({ amount: '20.00', text: october });
  expect(await dueOf(owner)).toEqual(['49.60', '42.00']);
  await book({ amount: '72.00', text: `Rest of ${october}` });
  expect(await dueOf(owner)).toEqual(['29.60', '0.00']);
});

test('a transfer that the bank takes back leaves all invoices due that it has paid', async () => {
  const { owner, october } = await givenTwoInvoices();
  await take(owner, '-10.00');
  await book({ amount: '92.00', text: october });
  expect(await dueOf(owner)).toEqual(['29.60', '0.00']);
  await book({ amount: '92.00', text: october, isReturn: true });
  expect(await dueOf(owner)).toEqual(['49.60', '62.00']);
  expect(await balanceOf(owner)).toMatch(/^-121\.60/);
  await book({ amount: '62.00', text: october });
  expect(await dueOf(owner)).toEqual(['49.60', '0.00']);
});

test('of an invoice that was corrected in part, a transfer pays what is left', async () => {
  const { owner, october } = await givenTwoInvoices();
  await correct(october, '10.00');
  expect(await dueOf(owner)).toEqual(['49.60', '49.60']);
  await take(owner, '-10.00');
  await book({ amount: '62.00', text: october });
  expect(await dueOf(owner)).toEqual(['47.20', '0.00']);
});
