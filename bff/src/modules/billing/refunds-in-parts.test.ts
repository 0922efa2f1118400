import { afterEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import { performOnce } from '../../staff/staff-action.ts';
import type { AnyStaffCommand } from '../../staff/staff-command.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { queued } from '../../testing/waiting-transactions.ts';
import { importStatement } from '../bank/import-statement.ts';
import { readStatements } from '../bank/read-statement.ts';
import { sampleStatement } from '../bank/statement.fixtures.ts';
import { auditLedger } from '../ledger/audit.ts';
import { closeMonths } from '../monthly-vat-invoices/close-months.ts';
import { givenDueDate } from '../payments/due-dates.fixtures.ts';
import { expirePaymentsJob } from '../payments/payment-states.ts';
import { givenService } from '../services/services.fixtures.ts';
import { creditNote } from './credit-note.ts';
import { refund } from './refund.ts';

const portal = testPortal();
let keys = 0;

afterEach(async () => expect((await auditLedger(portal.database)).problems).toEqual([]));

type Entry = Parameters<typeof sampleStatement>[0][number];

/** A customer whose top-ups are taxed, with one of 124.00 that waits for its transfers. */
async function givenProForma() {
  const client = await portal.customer({ country: 'ee', tax_number: 'EE100000010' });
  const { account_id } = client.account;
  const { service_id } = await givenService(portal.database, account_id, { vatOn: 'topup' });
  await portal.superuser.system.run(sql`
    update services set created = '2026-09-01T08:00:00Z' where service_id = ${service_id}`);
  const { body } = await client.post('/v1/finances/payments/invoices', {
    service_id,
    amount: '100.00',
    allow_duplicate: true,
  });
  const { payment_id, reference, number } = body.payment;
  const book = async (amount: string, booked: string, entry: Partial<Entry> = {}) => {
    const [statement] = readStatements(sampleStatement([{ amount, booked, reference, ...entry }]));
    const file = { fileName: 'test.xml' };
    return (await importStatement(portal.context, statement!, file))[0]?.result;
  };
  const payment = async () => (await client.get(`/v1/finances/payments/${payment_id}`)).body.payment;
  const balance = async () => (await client.get(`/v1/services/${service_id}/balance`)).body.balance;
  const documents = async () =>
    (await client.get('/v1/finances/monthly-vat-invoices?order=issue_date&limit=100')).body.items;
  /** The number of the invoice of a month. */
  const invoice = async (month: string): Promise<string> =>
    (await documents()).find(({ number: each }: { number: string }) => each.startsWith(month)).number;
  return { account_id, service_id, payment_id, number, book, payment, balance, documents, invoice };
}

async function perform(command: AnyStaffCommand, given: Record<string, string>) {
  keys += 1;
  const action = {
    ...{ key: `P-${keys}`, command: 'billing test', actor: 'staff:anna', reason: 'Ticket 7' },
    arguments: given,
  };
  const parsed = v.parse(command.schema, given);
  const act: Parameters<typeof performOnce>[2] = (tx) =>
    command.act(tx, action, parsed, portal.context as never);
  return (await performOnce(portal.context, action, act, { isDryRun: false })).result.changed;
}

const close = () => closeMonths(portal.context, { lastMonth: '2026-10' });

test('gives back exactly the line of a receipt, though another one of the payment is of another month', async () => {
  const { book, invoice, documents } = await givenProForma();
  await book('40.00', '2026-09-29');
  await book('30.04', '2026-10-05');
  await book('53.96', '2026-10-09');
  await close();
  const [september, october] = [await invoice('2026-09'), await invoice('2026-10')];
  expect(await perform(creditNote, { invoice: october })).toMatchObject({
    net: '-67.74',
    gross: '-84.00',
    status_of_invoice: 'corrected',
  });
  expect(await perform(creditNote, { invoice: september })).toMatchObject({
    ...{ net: '-32.26', tax: '-7.74', gross: '-40.00', balance: '0.000000' },
    status_of_invoice: 'corrected',
  });
  expect(await documents()).toHaveLength(4);
});

test('credits the invoice of a payment that is paid in part, and what arrives afterwards is the customer’s', async () => {
  const { book, invoice, payment, balance } = await givenProForma();
  await book('31.00', '2026-09-28');
  await close();
  const september = await invoice('2026-09');
  await perform(creditNote, { invoice: september, line: '1', amount: '5.00' });
  expect(await payment()).toMatchObject({ status: 'partially_refunded' });
  expect(await perform(creditNote, { invoice: september })).toMatchObject({ status_of_invoice: 'corrected' });
  expect(await payment()).toMatchObject({ status: 'refunded' });
  await book('124.00', '2026-11-20');
  expect(await payment()).toMatchObject({ status: 'partially_refunded', status_reason: null });
  expect(await balance()).toBe('100.0000');
});

test('refunds what a payment received that has expired, but not what none has received', async () => {
  const { book, payment, payment_id, number, balance } = await givenProForma();
  await expect(perform(refund, { payment: number })).rejects.toThrow('has received 0.00');
  await book('31.00', '2026-09-28');
  await givenDueDate(portal.superuser, payment_id, '2026-01-01');
  await expirePaymentsJob(portal.context).run({});
  expect(await payment()).toMatchObject({ status: 'expired', status_reason: 'underpaid' });
  await perform(refund, { payment: number });
  expect(await payment()).toMatchObject({ status: 'refunded' });
  expect(await balance()).toBe('0.0000');
});

test('an invoice whose payments were refunded before is corrected by what is left', async () => {
  const { book, invoice, payment, number } = await givenProForma();
  await book('84.00', '2026-09-28');
  await book('40.00', '2026-10-09');
  await close();
  await perform(refund, { payment: number, amount: '53.96' });
  const october = await invoice('2026-10');
  await expect(perform(creditNote, { invoice: october })).rejects.toThrow('0.00 of its net amount is left');
  const september = await invoice('2026-09');
  expect(await perform(creditNote, { invoice: september })).toMatchObject({ gross: '-70.04' });
  expect(await payment()).toMatchObject({ status: 'refunded' });
});

test('an invoice with money that the bank has taken back is corrected by the rest', async () => {
  const { book, invoice, balance } = await givenProForma();
  await book('84.00', '2026-10-05');
  await book('40.00', '2026-10-09');
  await book('40.00', '2026-10-11', { isReturn: true });
  await close();
  const changed = await perform(creditNote, { invoice: await invoice('2026-10') });
  expect(changed).toMatchObject({ gross: '-84.00', status_of_invoice: 'corrected' });
  expect(await balance()).toBe('0.0000');
});

test('a payment of which nothing is left is refunded, by staff or by the bank, and money that comes again is left of it', async () => {
  const { book, payment, balance, number } = await givenProForma();
  await book('124.00', '2026-11-02');
  await perform(refund, { payment: number, amount: '24.00' });
  await book('100.00', '2026-11-05', { isReturn: true });
  expect(await payment()).toMatchObject({ status: 'refunded', status_reason: null });
  expect(await balance()).toBe('0.0000');
  await expect(perform(refund, { payment: number })).rejects.toThrow('of which 24.00 was given back');
  // The refund could not be delivered.
  await book('24.00', '2026-11-09');
  expect(await payment()).toMatchObject({ status: 'partially_refunded', status_reason: null });
  expect(await perform(refund, { payment: number })).toMatchObject({ status: 'refunded' });
  expect(await balance()).toBe('0.0000');
});

const cents = (value: number) => (value / 100).toFixed(2);
const step = fc.oneof(
  fc.record({ kind: fc.constant('refund' as const), amount: fc.integer({ min: 1, max: 4000 }) }),
  fc.record({ kind: fc.constant('return' as const), amount: fc.integer({ min: 1, max: 4000 }) }),
  fc.record({ kind: fc.constant('receipt' as const), amount: fc.integer({ min: 1, max: 4000 }) }),
  fc.record({
    kind: fc.constant('note' as const),
    month: fc.constantFrom('2026-09', '2026-10'),
    line: fc.constantFrom('1', '2', ''),
    amount: fc.integer({ min: 0, max: 3000 }),
  }),
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Does it, unless it is refused because less is left. */
async function attempt(
  each: Step,
  { number, book, invoice }: Awaited<ReturnType<typeof givenProForma>>,
): Promise<void> {
  const amount = cents(each.amount);
  if (each.kind === 'receipt') await book(amount, '2026-11-12');
  if (each.kind === 'return') await book(amount, '2026-11-13', { isReturn: true });
  if (each.kind === 'refund')
    await perform(refund, { payment: number, amount }).catch(({ message }: Error) =>
      expect(message).toContain('was given back'),
    );
  if (each.kind === 'note') {
    const line = { ...(each.line !== '' && { line: each.line, ...(each.amount > 0 && { amount }) }) };
    await perform(creditNote, { invoice: await invoice(each.month), ...line }).catch(({ message }: Error) =>
      expect(message).toMatch(/is left|left,|has no line/),
    );
  }
}

test('parts of a line are exactly the line, and parts of a payment the payment, in whatever order', async () => {
  const amount = fc.integer({ min: 1, max: 6000 });
  const receipts = fc.array(amount, { minLength: 1, maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(receipts, receipts, fc.array(step, { maxLength: 5 }), async (first, second, steps) => {
      const customer = await givenProForma();
      const { account_id, number, book, invoice, payment, balance } = customer;
      for (const each of first) await book(cents(each), '2026-09-15');
      for (const each of second) await book(cents(each), '2026-10-15');
      await close();
      for (const each of steps) await attempt(each, customer);
      for (const month of ['2026-09', '2026-10'])
        await perform(creditNote, { invoice: await invoice(month) }).catch((error: Error) =>
          expect(error.message).toContain('is left'),
        );
      await perform(refund, { payment: number }).catch((error: Error) =>
        expect(error.message).toContain('was given back'),
      );
      expect(['refunded', 'failed']).toContain((await payment()).status);
      expect(await balance()).toBe('0.0000');
      const { vat } = await portal.database.system.one<{ vat: string }>(sql`
        select sum(vat_of_entry(entry_id, account_id))::numeric(20, 2)::text as vat from payment_entries
        where account_id = ${account_id}`);
      expect(new Big(vat).toFixed(2)).toBe('0.00');
      expect((await auditLedger(portal.database)).problems).toEqual([]);
    }),
    { numRuns: 3 },
  );
});

test('a return that waits for a refund of the same payment takes back nothing twice', async () => {
  const { payment_id, number, book, balance, payment } = await givenProForma();
  await book('124.00', '2026-10-05');
  const running: Promise<unknown>[] = [];
  await portal.superuser.asBackground(async (tx) => {
    await tx.run(sql`select from payments where payment_id = ${payment_id} for update`);
    running.push(perform(refund, { payment: number }));
    await queued(portal.database, 1);
    running.push(book('124.00', '2026-10-06', { isReturn: true }));
    await queued(portal.database, 2);
  });
  await Promise.all(running);
  expect(await balance()).toBe('0.0000');
  expect((await payment()).status).toBe('refunded');
});
