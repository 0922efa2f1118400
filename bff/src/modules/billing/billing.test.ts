import { afterEach, beforeEach, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { listHeads } from '../../audit/chain-heads.repository.ts';
import { verifyLog } from '../../audit/verify-log.ts';
import { sql } from '../../database/sql.ts';
import { performOnce } from '../../staff/staff-action.ts';
import type { AnyStaffCommand } from '../../staff/staff-command.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { findUnmatched } from '../bank/bank-entries.repository.ts';
import { describeUnmatched } from '../bank/describe-entries.ts';
import { importStatement } from '../bank/import-statement.ts';
import { readStatements } from '../bank/read-statement.ts';
import { sampleStatement } from '../bank/statement.fixtures.ts';
import { auditLedger } from '../ledger/audit.ts';
import { givenService } from '../services/services.fixtures.ts';
import { assign, returnTransfer } from './assign-entry.ts';
import { adjust, credit } from './book-payment.ts';
import { refund } from './refund.ts';
import { creditLimit } from './set-credit-limit.ts';
import { describePayment, findShownPayment } from './show-payment.ts';

const portal = testPortal();
let client: TestCustomer;
let service: string;
let keys = 0;
beforeEach(async () => {
  client = await portal.customer();
  ({ service_id: service } = await givenService(portal.database, client.account.account_id));
});

afterEach(async () => expect((await auditLedger(portal.database)).problems).toEqual([]));

interface Options {
  key?: string;
  isDryRun?: boolean;
}

async function perform(command: AnyStaffCommand, given: Record<string, string>, options: Options = {}) {
  keys += 1;
  const { key = `T-${keys}`, isDryRun = false } = options;
  const action = { key, command: 'billing test', actor: 'staff:anna', reason: 'Ticket 7', arguments: given };
  const parsed = v.parse(command.schema, given);
  return performOnce(
    portal.context,
    action,
    (tx) => command.act(tx, action, parsed, portal.context as never),
    {
      isDryRun,
    },
  );
}
const changedBy = async (...args: Parameters<typeof perform>) => (await perform(...args)).result.changed;

const balance = async () => (await client.get(`/v1/services/${service}/balance`)).body.balance;
const paymentOf = async (id: string) => {
  const { body } = await client.get('/v1/finances/payments?limit=100');
  return body.items.find((each: { payment_id: string }) => each.payment_id === id);
};
async function proForma(amount = '100.00') {
  const { body } = await client.post('/v1/finances/payments/invoices', {
    service_id: service,
    amount,
    allow_duplicate: true,
  });
  return body.payment;
}
async function importEntries(entries: Parameters<typeof sampleStatement>[0]) {
  const [statement] = readStatements(sampleStatement(entries));
  await importStatement(portal.context, statement!, { fileName: 'test.xml' });
}
async function unmatched(entry: Parameters<typeof sampleStatement>[0][number]) {
  await importEntries([entry]);
  const found = await findUnmatched(portal.database.system);
  return found.findLast(({ amount }) => amount.replace('-', '') === entry.amount)!.bank_entry_id;
}
const subjects = async () =>
  (await portal.mails()).filter(({ to }) => to === client.account.email).map(({ subject }) => subject);

test('credits a customer once for each key, and shows it as a paid bonus without VAT', async () => {
  const done = await perform(credit, { service, amount: '25.00' }, { key: 'ONCE-1' });
  expect(done).toMatchObject({ isRepeated: false, result: { changed: { credited: '25.00' } } });
  const again = await perform(credit, { service, amount: '25.00' }, { key: 'ONCE-1' });
  expect(again).toMatchObject({ isRepeated: true, record: null, result: done.result });
  await expect(perform(credit, { service, amount: '26.00' }, { key: 'ONCE-1' })).rejects.toThrow(
    'The key ONCE-1 was used for another action',
  );
  expect(await balance()).toBe('25.0000');
  expect(await paymentOf(done.result.changed['payment_id']!)).toMatchObject({
    ...{ method: 'bonus', type: 'promo', status: 'paid', gross_amount: '25.00', balance_after: '25.000000' },
    states: [{ status: 'paid' }],
  });
});

test('performs parallel commands with one key once', async () => {
  const done = await Promise.all(
    [1, 2, 3].map(() => perform(credit, { service, amount: '5.00' }, { key: 'PARALLEL-1' })),
  );
  expect(done.map(({ isRepeated }) => isRepeated).toSorted()).toEqual([false, true, true]);
  expect(await balance()).toBe('5.0000');
});

test('a dry run shows the result and changes nothing', async () => {
  const done = await perform(credit, { service, amount: '25.00' }, { key: 'DRY-1', isDryRun: true });
  expect(done.result.changed).toMatchObject({ credited: '25.00', balance: '25.000000' });
  expect(await balance()).toBe('0.0000');
  expect((await perform(credit, { service, amount: '30.00' }, { key: 'DRY-1' })).isRepeated).toBe(false);
});

test('returns a sealed record, without which the verification of the log fails', async () => {
  const before = await listHeads(portal.database.system, null);
  const { record } = await perform(credit, { service, amount: '1.00' });
  expect(record).toContain('"actor":"staff:anna"');
  const heads = (await listHeads(portal.database.system, null)).slice(before.length);
  const keysOfLog = portal.context.secrets.deriveKeys('audit log');
  async function* lines(text: string) {
    yield* text.split('\n');
  }
  expect((await verifyLog(lines(record!), { keys: keysOfLog, heads })).problems).toEqual([]);
  expect((await verifyLog(lines(''), { keys: keysOfLog, heads })).problems).toHaveLength(1);
});

test('the database changes no action that was recorded', async () => {
  await perform(credit, { service, amount: '1.00' });
  const change = sql`update staff_actions set reason = 'other'`;
  await expect(portal.database.asBackground((tx) => tx.run(change))).rejects.toThrow('permission denied');
  await expect(portal.superuser.system.run(change)).rejects.toThrow('append-only');
});

test('adjusts a balance in both directions', async () => {
  await perform(adjust, { service, amount: '3.20' });
  expect(await changedBy(adjust, { service, amount: '-5.00' })).toMatchObject({ balance: '-1.800000' });
  await expect(perform(adjust, { service, amount: '0' })).rejects.toThrow('zero');
  await expect(perform(credit, { service, amount: '-1' })).rejects.toThrow('not positive');
  await expect(perform(credit, { service: 'svc_other', amount: '1' })).rejects.toThrow(
    'no service svc_other',
  );
});

test('sets the credit limit', async () => {
  expect(await changedBy(creditLimit, { service, amount: '50' })).toMatchObject({
    before: '0.00',
    after: '50.00',
  });
  expect((await client.get(`/v1/services/${service}/balance`)).body).toMatchObject({
    available: '50.0000',
  });
  await expect(perform(creditLimit, { service, amount: '-1' })).rejects.toThrow('negative');
});

test('refunds a top-up in parts, which together have the VAT of the whole', async () => {
  const { payment_id, reference, number } = await proForma('33.33');
  await importEntries([{ amount: '41.33', reference }]);
  expect(await balance()).toBe('33.3300');
  const parts = [];
  for (const amount of ['10.01', '0.01']) parts.push(await changedBy(refund, { payment: number, amount }));
  expect(await paymentOf(payment_id)).toMatchObject({ status: 'partially_refunded' });
  await expect(perform(refund, { payment: number, amount: '31.32' })).rejects.toThrow(
    'has received 41.33, of which 10.02 was given back',
  );
  parts.push(await changedBy(refund, { payment: number }));
  expect(await balance()).toBe('0.0000');
  expect(await paymentOf(payment_id)).toMatchObject({ status: 'refunded' });
  const refunds = await Promise.all(parts.map((part) => paymentOf(part['payment_id']!)));
  expect(refunds.map(({ gross_amount }) => gross_amount)).toEqual(['-10.01', '-0.01', '-31.31']);
  expect(refunds.reduce((sum, { tax_amount }) => sum + Math.round(tax_amount * 100), 0)).toBe(-800);
  await expect(perform(refund, { payment: number })).rejects.toThrow('its state is refunded');
  const { body } = await client.get('/v1/finances/payments');
  expect(body.summary).toMatchObject([{ paid: '0.00', pending: '0.00' }]);
});

test('refuses to refund what was used, and what was not paid', async () => {
  const { reference, number } = await proForma();
  await expect(perform(refund, { payment: number })).rejects.toThrow('its state is pending');
  await importEntries([{ amount: '124.00', reference }]);
  await perform(adjust, { service, amount: '-60' });
  await expect(perform(refund, { payment: number })).rejects.toThrow('60.00 of the 100.00 was used already');
  expect(await changedBy(refund, { payment: number, amount: '49.60' })).toMatchObject({ credited: '-40.00' });
});

test('assigns an unmatched entry to a payment once, and mails the customer', async () => {
  const { payment_id, number } = await proForma();
  const entry = await unmatched({ amount: '124.00', text: 'thank you' });
  expect(await changedBy(assign, { entry, payment: number })).toMatchObject({
    status: 'paid',
    credited: '100.00',
  });
  expect(await balance()).toBe('100.0000');
  expect(await subjects()).toEqual([`Your payment ${number} has arrived`]);
  await expect(perform(assign, { entry, payment: number })).rejects.toThrow('no entry that waits');
  await importEntries([{ amount: '124.00', text: 'thank you' }]);
  expect(await balance()).toBe('100.0000');
  expect((await paymentOf(payment_id)).states).toMatchObject([{ status: 'pending' }, { status: 'paid' }]);
});

test('refuses to assign an entry in another currency, or to something else than a transfer', async () => {
  const { number } = await proForma();
  const entry = await unmatched({ amount: '17.00', currency: 'USD', text: 'thank you' });
  await expect(perform(assign, { entry, payment: number })).rejects.toThrow('The entry is in USD');
  const { body } = await client.post('/v1/finances/payments/crypto', { service_id: service, amount: '50' });
  await expect(perform(assign, { entry, payment: body.payment.number })).rejects.toThrow(
    'no top-up by bank transfer',
  );
  await expect(perform(assign, { entry, payment: 'PF-1' })).rejects.toThrow('There is no payment PF-1');
});

test('deducts what the bank took back without a reference', async () => {
  const { payment_id, number, reference } = await proForma('90.00');
  await importEntries([{ amount: '111.60', reference }]);
  const entry = await unmatched({ amount: '111.60', text: 'Account closed', isReturn: true });
  await expect(perform(assign, { entry, payment: number })).rejects.toThrow('use "return"');
  await expect(perform(returnTransfer, { entry })).rejects.toThrow('name the --payment');
  expect(await changedBy(returnTransfer, { entry, payment: number })).toMatchObject({ status: 'failed' });
  expect(await balance()).toBe('0.0000');
  expect((await paymentOf(payment_id)).status_reason).toBe('returned');
});

test('closes a debit that the bank does not mark as a return, when it is the transfer of a refund', async () => {
  const { number, reference } = await proForma('70.00');
  await importEntries([{ amount: '86.80', reference }]);
  await perform(refund, { payment: number });
  const entry = await unmatched({ amount: '86.80', text: `Refund of ${number}`, isDebit: true });
  await perform(returnTransfer, { entry });
  expect(await findUnmatched(portal.database.system)).not.toContainEqual(
    expect.objectContaining({ bank_entry_id: entry }),
  );
});

test('lets the staff decide which of two equal transfers the bank took back, the credited one or the one that waits', async () => {
  const { payment_id, number, reference } = await proForma('95.00');
  await importEntries([{ amount: '117.80', reference }]);
  const waiting = await unmatched({ amount: '117.80', text: 'thank you', booked: '2026-11-01' });
  const taken = { amount: '117.80', text: number, isReturn: true };
  const second = await unmatched({ ...taken, booked: '2026-11-10' });
  const entry = await unmatched(taken);
  expect(describeUnmatched(await findUnmatched(portal.database.system))).toMatch(
    new RegExp(`${entry} .*-117.80.*\n.*takes back the transfer of its payment, or an equal one that waits`),
  );
  await perform(returnTransfer, { entry: waiting });
  await perform(returnTransfer, { entry: second });
  expect(await changedBy(returnTransfer, { entry, payment: number })).toMatchObject({ status: 'failed' });
  expect(await balance()).toBe('0.0000');
  expect((await paymentOf(payment_id)).status_reason).toBe('returned');
});

test('closes an entry whose money was sent back to the payer', async () => {
  const { number } = await proForma();
  const entry = await unmatched({ amount: '99.00', text: 'wrong account' });
  await expect(perform(returnTransfer, { entry, payment: number })).rejects.toThrow('use "assign"');
  await perform(returnTransfer, { entry });
  expect(
    (await findUnmatched(portal.database.system)).map(({ bank_entry_id }) => bank_entry_id),
  ).not.toContain(entry);
  await expect(perform(assign, { entry, payment: number })).rejects.toThrow('no entry that waits');
});

test('shows a payment with its states, entries and what the bank booked', async () => {
  const { number, reference } = await proForma();
  await importEntries([{ amount: '24.00', reference }]);
  const shown = await portal.database.asBackground((tx) => findShownPayment(tx, number));
  expect(shown).toMatchObject({
    payment: { number, status: 'partially_paid' },
    events: [{ status: 'pending', actor: 'customer' }, { status: 'partially_paid' }],
    entries: [{ kind: 'top_up', postings: expect.stringContaining(`${service} 19.350000 eur`) }],
    bank_entries: [{ amount: '24.00' }],
  });
  expect(describePayment(shown)).toContain('partially_paid underpaid by bank:');
});
