import { expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { sql } from '../../database/sql.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { auditLedger } from '../ledger/audit.ts';
import { closeNextMonth } from './close-month.ts';
import { closeMonths } from './close-months.ts';
import { closingFixtures, type Owner } from './closing.fixtures.ts';

const portal = testPortal();

const { givenOpenService, givenTopUp, givenUsage, rerateTo } = closingFixtures(portal);

/** Closes up to a month and returns the service's documents. */
async function close({ customer, service_id }: Owner, lastMonth: string) {
  await closeMonths(portal.context, { lastMonth });
  const { body } = await customer.get('/v1/finances/monthly-vat-invoices?order=number');
  const items: { monthly_vat_invoice_id: string; service_id: string }[] = body.items;
  const own = items.filter((item) => item.service_id === service_id);
  return Promise.all(
    own.map(
      async ({ monthly_vat_invoice_id: id }) =>
        (await customer.get(`/v1/finances/monthly-vat-invoices/${id}`)).body.invoice,
    ),
  );
}

test('invoices what was used in the month of the account’s time zone, once', async () => {
  const owner = await givenOpenService('usage');
  await givenTopUp(owner, '100', '0', '2026-09-20T08:00:00Z');
  await givenUsage(owner, 'a', {
    '2026-09-30T20:59:59Z': '1',
    // October in Tallinn.
    '2026-09-30T21:00:00Z': '2.005',
    '2026-10-31T21:59:59Z': '3',
    '2026-10-31T22:00:00Z': '50',
  });
  const documents = await close(owner, '2026-10');
  expect(documents).toMatchObject([
    {
      period_start: '2026-09-01',
      totals: { net: '1.00', tax: '0.24', gross: '1.24', paid: '1.24', due: '0.00' },
      status: 'paid',
    },
    {
      period_start: '2026-10-01',
      period_end: '2026-10-31',
      basis: 'usage',
      totals: { net: '5.01', tax: '1.20', gross: '6.21' },
      payments: [{ payment_id: 'pay_1', amount: '6.21' }],
    },
  ]);
  expect(await close(owner, '2026-10')).toHaveLength(2);
  expect((await owner.customer.get('/v1/services/all')).body.services).toMatchObject([
    // 100 less 56.005 of calls, 0.24 and 1.20 of VAT, and 0.005 by which the line was rounded.
    { balance: '42.5500' },
  ]);
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});

test('adds usage that arrives after the closing to the next document, with its month and the rate of that month', async () => {
  const owner = await givenOpenService('usage');
  await givenUsage(owner, 'b', { '2026-09-20T08:00:00Z': '10' });
  await close(owner, '2026-09');
  await givenUsage(owner, 'late', { '2026-09-21T08:00:00Z': '4', '2026-10-02T08:00:00Z': '6' });
  const documents = await close(owner, '2026-10');
  expect(documents[1].lines).toMatchObject([
    { net_amount: '6.00', description_params: {} },
    { net_amount: '4.00', description_params: { month: '2026-09' } },
  ]);
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});

test('moves no call between months when the customer changes the time zone', async () => {
  const owner = await givenOpenService('usage');
  await givenUsage(owner, 'c', { '2026-09-30T22:30:00Z': '7' });
  await close(owner, '2026-09');
  await portal.superuser.system.run(sql`
    update accounts set timezone = 'America/New_York' where account_id = ${owner.account_id}`);
  const documents = await close(owner, '2026-10');
  expect(documents.map(({ totals }) => totals.net)).toEqual(['7.00']);
});

test('shows what the balance did not cover as due, and as paid when money arrives', async () => {
  const owner = await givenOpenService('usage');
  await givenTopUp(owner, '10', '0', '2026-09-16T08:00:00Z');
  await givenUsage(owner, 'd', { '2026-09-20T08:00:00Z': '20' });
  const [invoice] = await close(owner, '2026-09');
  expect(invoice).toMatchObject({
    status: 'partially_paid',
    totals: { gross: '24.80', paid: '10.00', due: '14.80' },
  });
  const mail = (await portal.mails()).find(({ to }) => to === owner.customer.account.email);
  expect(mail?.subject).toContain(invoice.number);
  expect(mail?.text).toContain('14.80');

  await givenTopUp(owner, '50', '0', '2026-10-02T08:00:00Z');
  const { body } = await owner.customer.get('/v1/finances/monthly-vat-invoices');
  expect(body.items).toMatchObject([{ status: 'paid', paid_amount: '24.80', amount_due: '0.00' }]);
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});

test('documents the prepayments of the month, whose sum is taxed once', async () => {
  const owner = await givenOpenService('topup');
  for (const day of ['16', '17', '18']) await givenTopUp(owner, '10.01', '24', `2026-09-${day}T08:00:00Z`);
  await givenUsage(owner, 'e', { '2026-09-20T08:00:00Z': '20' });
  const [invoice] = await close(owner, '2026-09');
  expect(invoice).toMatchObject({
    basis: 'prepayment',
    status: 'paid',
    lines: [{ description_code: 'prepayment', net_amount: '10.01' }, {}, {}],
    totals: { net: '30.03', tax: '7.21', gross: '37.24', paid: '37.23', rounding: '-0.01', due: '0.00' },
  });
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});

test('closes a month without usage or payments, and issues nothing', async () => {
  const owner = await givenOpenService('usage');
  expect(await close(owner, '2026-10')).toEqual([]);
  const closings = await portal.database.system.query(sql`
    select month from month_closings where service_id = ${owner.service_id} order by month`);
  expect(closings).toEqual([{ month: '2026-09-01' }, { month: '2026-10-01' }]);
});

test('invoices calls that cost nothing when their month was closed and were rerated since', async () => {
  const owner = await givenOpenService('usage');
  await givenTopUp(owner, '12.40', '0', '2026-09-16T08:00:00Z');
  await givenUsage(owner, 'free', { '2026-09-20T08:00:00Z': '0' });
  expect(await close(owner, '2026-09')).toEqual([]);
  await rerateTo(owner, 'free', '10');
  const documents = await close(owner, '2026-10');
  expect(documents).toMatchObject([{ totals: { net: '10.00', paid: '12.40', due: '0.00' }, lines: [{}] }]);
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});

test('invoices calls that were rerated after their month, when another month of their import is on an invoice', async () => {
  const owner = await givenOpenService('usage');
  const { service_id } = owner;
  await portal.superuser.system.run(
    sql`update services set created = '2026-08-15T08:00:00Z' where service_id = ${service_id}`,
  );
  await givenUsage(owner, 'both', { '2026-08-20T08:00:00Z': '0', '2026-09-20T08:00:00Z': '3' });
  expect(await close(owner, '2026-09')).toMatchObject([{ totals: { net: '3.00' } }]);
  await rerateTo(owner, 'both', '10');
  const documents = await close(owner, '2026-10');
  expect(documents[1].lines).toMatchObject([
    { net_amount: '10.00', description_params: { month: '2026-08' } },
  ]);
  expect((await auditLedger(portal.database)).problems).toEqual([]);

  const setDocument = (id: string | null) =>
    portal.superuser.system.run(sql`
      update invoiced_usage set monthly_vat_invoice_id = ${id} where service_id = ${service_id} and month = '2026-08-01'`);
  await setDocument(null);
  expect((await auditLedger(portal.database)).problems).toContainEqual(
    expect.objectContaining({ subject: `${service_id} both 2026-08-01` }),
  );
  await setDocument(documents[1].monthly_vat_invoice_id);
});

test('leaves a month open until it has ended in the account’s time zone', async () => {
  const owner = await givenOpenService('usage');
  const closedBy = async (moment: string) => {
    const results = await closeMonths(portal.context, { endedBy: DateTime.fromISO(moment) });
    return results.filter(({ service_id }) => service_id === owner.service_id).map(({ month }) => month);
  };
  expect(await closedBy('2026-09-30T20:59:59Z')).toEqual([]);
  expect(await closedBy('2026-09-30T21:00:00Z')).toEqual(['2026-09']);
});

test('a closing that fails at its last statement leaves nothing behind, and the next one issues the same number', async () => {
  const owner = await givenOpenService('usage');
  await givenUsage(owner, 'f', { '2026-09-20T08:00:00Z': '5' });
  const mailer = {
    ...portal.context.mailer,
    send: async () => {
      throw new OperatorError('the process was killed here');
    },
  };
  const failed = await closeMonths({ ...portal.context, mailer }, { lastMonth: '2026-09' });
  expect(failed).toContainEqual({
    account_id: owner.account_id,
    service_id: owner.service_id,
    result: 'failed',
    month: undefined,
    reason: 'the process was killed here',
  });
  expect(
    await portal.database.system.query(sql`
    select number from monthly_vat_invoices where service_id = ${owner.service_id}`),
  ).toEqual([]);
  const [invoice] = await close(owner, '2026-09');
  const { numbers, last } = await portal.database.system.one<{ numbers: number; last: string }>(sql`
    select count(*) as numbers, max(number) as last from monthly_vat_invoices where number like '2026-09-%'`);
  expect(last).toBe(`2026-09-${String(numbers).padStart(5, '0')}`);
  expect(invoice.totals.net).toBe('5.00');
});

test('two closings at the same time issue one document', async () => {
  const owner = await givenOpenService('usage');
  await givenUsage(owner, 'g', { '2026-09-20T08:00:00Z': '5' });
  await Promise.all([1, 2, 3].map(() => closeMonths(portal.context, { lastMonth: '2026-09' })));
  expect(await close(owner, '2026-09')).toHaveLength(1);
});

test('a dry run says what would be issued and changes nothing', async () => {
  const owner = await givenOpenService('usage');
  await givenUsage(owner, 'h', { '2026-09-20T08:00:00Z': '5', '2026-10-20T08:00:00Z': '6' });
  const results = await closeMonths(portal.context, { lastMonth: '2026-10', isDryRun: true });
  const own = results.filter(({ service_id }) => service_id === owner.service_id);
  expect(own).toMatchObject([{ month: '2026-09' }, { month: '2026-10' }]);
  expect(
    await portal.database.system.query(sql`
    select month from month_closings where service_id = ${owner.service_id}`),
  ).toEqual([]);
});

test('a customer tops a service up while its month is being closed', async () => {
  const owner = await givenOpenService('usage', { tax_number: 'EE100000010' });
  const { status } = await portal.database.asBackground(async (tx) => {
    await closeNextMonth(tx, portal.context, owner);
    const payment = { service_id: owner.service_id, amount: '50.00' };
    return owner.customer.post('/v1/finances/payments/crypto', payment);
  });
  expect(status).toBe(201);
});

test('the part of a top-up that has arrived pays for a document', async () => {
  const owner = await givenOpenService('usage');
  await givenTopUp(owner, '100.00', '0', '2026-09-18T08:00:00Z', { received: '40.00' });
  await givenUsage(owner, 'batch-of-part', { '2026-09-20T08:00:00Z': '5.000000' });
  await closeMonths(portal.context, { endedBy: DateTime.fromISO('2026-10-01T06:00:00Z') });
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});

test('a document whose VAT is rounded down is paid by its prepayments', async () => {
  const owner = await givenOpenService('topup');
  for (const day of ['18', '19']) await givenTopUp(owner, '10.03', '24.00', `2026-09-${day}T08:00:00Z`);
  const [closed] = await closeMonths(portal.context, { endedBy: DateTime.fromISO('2026-10-01T06:00:00Z') });
  expect(closed).toMatchObject({
    invoice: { gross_amount: '24.87', paid_amount: '24.88', rounding: '0.01' },
  });
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});
