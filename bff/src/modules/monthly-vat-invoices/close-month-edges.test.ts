import { afterEach, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { rawSql, sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { refundPayment } from '../billing/refund.ts';
import { auditLedger } from '../ledger/audit.ts';
import { givenStaffAction } from '../ledger/ledger.fixtures.ts';
import { givenService } from '../services/services.fixtures.ts';
import { closeMonths } from './close-months.ts';
import { givenTopUp, givenUsage } from './closings.fixtures.ts';

const portal = testPortal();

/** One test closes a month before its end. */
const earlyClosing = [
  'a month was closed after its end, at midnight in a time zone',
  'a document has the days of its month',
];
afterEach(async () => {
  const { problems } = await auditLedger(portal.database);
  expect(problems.filter(({ rule }) => !earlyClosing.includes(rule))).toEqual([]);
});

type Owner = Awaited<ReturnType<typeof givenOpenService>>;

/** A service that was created at this moment. */
async function givenOpenService(
  vatOn: 'usage' | 'topup',
  { created = '2026-02-01T12:00:00Z', ...changes }: Parameters<typeof portal.customer>[0] = {},
) {
  const client = await portal.customer({ country: 'ee', tax_number: null, ...changes });
  const { account_id } = client.account;
  const { service_id } = await givenService(portal.database, account_id, { vatOn });
  await portal.superuser.system.run(
    sql`update services set created = ${created} where service_id = ${service_id}`,
  );
  return { client, account_id, service_id };
}

async function close({ client, service_id }: Owner, lastMonth: string) {
  const results = await closeMonths(portal.context, { lastMonth });
  const { body } = await client.get('/v1/finances/monthly-vat-invoices?order=number&limit=100');
  const own = results.filter((result) => result.service_id === service_id);
  return { results: own, documents: body.items as Record<string, string>[] };
}

async function refund(number: string, gross: string) {
  const event = { eventKey: `staff:refund-${number}`, reason: 'Leaves', actor: 'staff:anna' };
  await portal.database.asBackground(async (tx) => {
    await givenStaffAction(tx, event);
    await refundPayment(tx, number, new Big(gross), { ...event, occurredAt: new Date().toISOString() });
  });
}

/** The staff refund now, so the current month is closed, as if it had ended. */
async function closeCurrentMonth() {
  return closeMonths(portal.context, { endedBy: DateTime.utc().plus({ months: 1, days: 2 }) });
}

const netByMonth = (documents: Record<string, string>[]) =>
  Object.fromEntries(
    documents.map(({ period_start = '', net_amount }) => [period_start.slice(0, 7), net_amount]),
  );

test('months with a clock change end at midnight of the account’s time zone', async () => {
  const owner = await givenOpenService('usage');
  await givenUsage(portal, owner, 'dst', [
    { started: '2026-02-28T21:59:59Z', price: '1' },
    { started: '2026-02-28T22:00:00Z', price: '2' },
    // The clocks go forward on 29 March: April begins an hour earlier in UTC.
    { started: '2026-03-31T20:59:59Z', price: '4' },
    { started: '2026-03-31T21:00:00Z', price: '8' },
  ]);
  const { documents } = await close(owner, '2026-04');
  expect(netByMonth(documents)).toEqual({ '2026-02': '1.00', '2026-03': '6.00', '2026-04': '8.00' });
});

test.each([
  ['Pacific/Kiritimati', 'Pacific/Pago_Pago'],
  ['Pacific/Pago_Pago', 'Pacific/Kiritimati'],
])('a change from %s to %s between two closings loses and repeats no call', async (before, after) => {
  const owner = await givenOpenService('usage', { timezone: before });
  const hours = Array.from({ length: 96 }, (_, hour) => ({
    started: new Date(Date.parse('2026-02-27T00:30:00Z') + hour * 3_600_000).toISOString(),
    price: '0.01',
  }));
  await givenUsage(portal, owner, `zone-${before}`, hours);
  await close(owner, '2026-02');
  await portal.superuser.system.run(sql`
    update accounts set timezone = ${after} where account_id = ${owner.account_id}`);
  const { documents } = await close(owner, '2026-04');
  expect(documents.reduce((sum, { net_amount }) => sum.plus(net_amount ?? 0), new Big(0)).toFixed(2)).toBe(
    '0.96',
  );
  const once = await portal.database.system.query(sql`
    select month from month_closings where service_id = ${owner.service_id} order by period_end`);
  expect(once).toEqual([{ month: '2026-02-01' }, { month: '2026-03-01' }, { month: '2026-04-01' }]);
});

test('usage from before the first closed month is a line of its own month, taxed at the rate of that month', async () => {
  const owner = await givenOpenService('usage');
  const linesOf = async (index: number, lastMonth: string) => {
    const { documents } = await close(owner, lastMonth);
    const { body } = await owner.client.get(
      `/v1/finances/monthly-vat-invoices/${documents[index]?.['monthly_vat_invoice_id']}`,
    );
    return body.invoice.lines.map((line: Record<string, unknown>) => ({
      month: Object(line['description_params'])['month'],
      net: line['net_amount'],
      rate: line['tax_rate'],
    }));
  };
  // The rate was 22 % until 30 June 2025. The last one is in July in Tallinn.
  await givenUsage(portal, owner, 'before-the-first', [
    { started: '2025-06-20T08:00:00Z', price: '100' },
    { started: '2025-06-30T21:30:00Z', price: '5' },
    { started: '2026-02-10T08:00:00Z', price: '10' },
  ]);
  expect(await linesOf(0, '2026-02')).toEqual([
    { month: undefined, net: '10.00', rate: '24.00' },
    { month: '2025-06', net: '100.00', rate: '22.00' },
    { month: '2025-07', net: '5.00', rate: '24.00' },
  ]);
  await givenUsage(portal, owner, 'late', [
    { started: '2025-06-21T08:00:00Z', price: '50' },
    { started: '2026-02-11T08:00:00Z', price: '7' },
    { started: '2026-03-11T08:00:00Z', price: '3' },
  ]);
  expect(await linesOf(1, '2026-03')).toEqual([
    { month: undefined, net: '3.00', rate: '24.00' },
    { month: '2025-06', net: '50.00', rate: '22.00' },
    { month: '2026-02', net: '7.00', rate: '24.00' },
  ]);
});

test('a prepayment is taxed in its month, and what was given back reduces the month of the refund', async () => {
  const owner = await givenOpenService('topup');
  const number = await givenTopUp(portal, owner, '100', '24', '2026-02-10T08:00:00Z');
  await givenTopUp(portal, owner, '50', '24', '2026-03-10T08:00:00Z');
  await givenUsage(portal, owner, 'prepaid', [{ started: '2026-02-11T08:00:00Z', price: '20' }]);
  await refund(number, '31');
  const { documents } = await close(owner, '2026-10');
  expect(documents.map(({ net_amount, tax_amount, status }) => [net_amount, tax_amount, status])).toEqual([
    ['100.00', '24.00', 'paid'],
    ['50.00', '12.00', 'paid'],
  ]);
  // The refund belongs to the current month; all VAT that was posted is on these documents, less that of the refund.
  const { vat } = await portal.database.system.one<{ vat: string }>(sql`
    select sum(p.amount)::text as vat from postings p join ledger_accounts v using (ledger_account_id)
    where v.kind = 'vat' and entry_id in (
      select entry_id from postings join ledger_accounts using (ledger_account_id) where service_id = ${owner.service_id})`);
  expect(new Big(vat).toFixed(2)).toBe('30.00');
});

test('a month in which more was given back than paid is a credit note that names the invoices of those payments', async () => {
  const owner = await givenOpenService('topup');
  const february = await givenTopUp(portal, owner, '100', '24', '2026-02-10T08:00:00Z');
  const march = await givenTopUp(portal, owner, '50', '24', '2026-03-10T08:00:00Z');
  await close(owner, '2026-03');
  const undocumented = await givenTopUp(portal, owner, '20', '24', new Date().toISOString());
  await refund(february, '31');
  await refund(march, '62');
  await refund(undocumented, '6.20');
  await closeCurrentMonth();
  const { documents } = await close(owner, '2026-03');
  const [first, second, note] = documents;
  expect(note).toMatchObject({ document_type: 'credit_note', gross_amount: '-74.40', status: 'paid' });
  const { body } = await owner.client.get(
    `/v1/finances/monthly-vat-invoices/${note?.['monthly_vat_invoice_id']}`,
  );
  const named = [first, second].map((each) => ({ number: each?.['number'], date: each?.['issue_date'] }));
  expect(body.invoice).toMatchObject({ type_code: '381', preceding_invoices: named });
  const [mail] = (await portal.mails()).filter(({ to }) => to === owner.client.account.email);
  expect(mail?.subject).toContain(`Your credit note ${note?.['number']} for `);
  expect(mail?.text).toContain('refunds exceeded your payments by €74.40, VAT included');
  const xml = await owner.client.get(
    `/v1/finances/monthly-vat-invoices/${note?.['monthly_vat_invoice_id']}?format=xml`,
  );
  for (const { number } of named) expect(xml.body).toContain(`<ram:IssuerAssignedID>${number}<`);
});

test('a month is an invoice if more was paid than given back, also when the rate has changed in between', async () => {
  const owner = await givenOpenService('topup');
  const february = await givenTopUp(portal, owner, '100', '22', '2026-02-10T08:00:00Z');
  await close(owner, '2026-02');
  await givenTopUp(portal, owner, '99', '24', new Date().toISOString());
  await refund(february, '122');
  await closeCurrentMonth();
  const { documents } = await close(owner, '2026-02');
  expect(documents[1]).toMatchObject({
    document_type: 'invoice',
    net_amount: '-1.00',
    tax_amount: '1.76',
    gross_amount: '0.76',
    status: 'paid',
  });
  const [mail] = (await portal.mails()).filter(({ to }) => to === owner.client.account.email);
  expect(mail?.subject).toContain('Your VAT invoice');
  const id = documents[1]?.['monthly_vat_invoice_id'];
  const xml = await owner.client.get(`/v1/finances/monthly-vat-invoices/${id}?format=xml`);
  expect(xml.body).toContain('<ram:GrandTotalAmount>0.76<');
});

test('the mail about a document states what moved, not its gross amount before the rounding', async () => {
  const owner = await givenOpenService('topup');
  const mailed = async () =>
    (await portal.mails()).filter(({ to }) => to === owner.client.account.email).map(({ text }) => text);
  const february = await givenTopUp(portal, owner, '24.19', '24', '2026-02-10T08:00:00Z');
  await givenTopUp(portal, owner, '10', '24', '2026-03-10T08:00:00Z');
  for (const _each of ['1', '2', '3']) await givenTopUp(portal, owner, '0.01', '24', '2026-03-10T09:00:00Z');
  const { documents } = await close(owner, '2026-03');
  expect(documents[1]).toMatchObject({ gross_amount: '12.44', paid_amount: '12.43' });
  expect(await mailed()).toContainEqual(expect.stringContaining('amounts to €12.43, VAT included'));
  await givenTopUp(portal, owner, '10', '24', new Date().toISOString());
  await givenTopUp(portal, owner, '0.01', '24', new Date().toISOString());
  await refund(february, '30');
  await closeCurrentMonth();
  const note = (await close(owner, '2026-03')).documents[2];
  expect(note).toMatchObject({ document_type: 'credit_note', gross_amount: '-17.58', paid_amount: '-17.59' });
  expect(await mailed()).toContainEqual(expect.stringContaining('by €17.59, VAT included'));
});

test('suspended and closed accounts and services are invoiced as well', async () => {
  const suspended = await givenOpenService('usage', { created: '2026-10-01T08:00:00Z' });
  const closed = await givenOpenService('usage', { created: '2026-10-01T08:00:00Z' });
  for (const owner of [suspended, closed])
    await givenUsage(portal, owner, `status-${owner.service_id}`, [
      { started: '2026-10-05T08:00:00Z', price: '3' },
    ]);
  await portal.superuser.system.run(sql`
    update services set status = 'suspended' where service_id = ${suspended.service_id}`);
  await portal.superuser.system.run(sql`
    update accounts set status = 'closed' where account_id = ${closed.account_id}`);
  const { documents } = await close(suspended, '2026-10');
  expect(documents).toMatchObject([{ net_amount: '3.00' }]);
  const ofClosed = await portal.database.system.query(sql`
    select net_amount::text from monthly_vat_invoices where service_id = ${closed.service_id}`);
  expect(ofClosed).toEqual([{ net_amount: '3.00' }]);
});

test('without an exchange rate a service in dollars stays open and others are closed; with one its VAT is stated in euro', async () => {
  const client = await portal.customer({ country: 'ee', tax_number: null, currency: 'usd' });
  const { account_id } = client.account;
  const service_id = 'svc_vo_dollars';
  await portal.database.system.run(sql`
    insert into services (account_id, service_id, type, currency, vat_on, created)
    values (${account_id}, ${service_id}, 'voicing', 'usd', 'usage', '2026-10-01T08:00:00Z')`);
  const dollars = { client, account_id, service_id };
  await givenUsage(portal, dollars, 'usd', [{ started: '2026-10-05T08:00:00Z', price: '100' }], 'usd');
  const euro = await givenOpenService('usage', { created: '2026-10-01T08:00:00Z' });
  await givenUsage(portal, euro, 'eur', [{ started: '2026-10-05T08:00:00Z', price: '7' }]);
  const failed = await close(dollars, '2026-10');
  expect(failed).toMatchObject({
    results: [
      {
        result: 'failed',
        reason: expect.stringContaining('There is no exchange rate of USD for 2026-10-31'),
      },
    ],
    documents: [],
  });
  expect((await close(euro, '2026-10')).documents).toMatchObject([{ net_amount: '7.00' }]);
  await portal.database.system.run(sql`
    insert into exchange_rates (currency, day, rate, source) values ('usd', '2026-10-30', 1.2, 'ECB')`);
  const { documents } = await close(dollars, '2026-10');
  const { body } = await client.get(
    `/v1/finances/monthly-vat-invoices/${documents[0]?.['monthly_vat_invoice_id']}`,
  );
  expect(body.invoice).toMatchObject({
    totals: { tax: '24.00' },
    tax_amount_in_tax_currency: '20.00',
    exchange_rate: '1.2',
  });
});

test('a month without VAT whose prices are whole cents was charged before: its invoice posts nothing', async () => {
  const owner = await givenOpenService('usage', { country: 'us', created: '2026-10-01T08:00:00Z' });
  await givenUsage(portal, owner, 'whole', [{ started: '2026-10-05T08:00:00Z', price: '3.25' }]);
  const { documents } = await close(owner, '2026-10');
  expect(documents).toMatchObject([{ net_amount: '3.25', tax_amount: '0.00', gross_amount: '3.25' }]);
  const { body } = await owner.client.get(`/v1/services/${owner.service_id}/balance`);
  expect(body.balance).toBe('-3.2500');
});

test('a month that cannot be closed keeps no other month open', async () => {
  const broken = await givenOpenService('usage', { created: '2026-10-01T08:00:00Z' });
  const others = [
    await givenOpenService('usage', { created: '2026-10-01T08:00:00Z' }),
    await givenOpenService('usage', { created: '2026-10-01T08:00:00Z' }),
  ];
  for (const owner of [broken, ...others])
    await givenUsage(portal, owner, `broken-${owner.service_id}`, [
      { started: '2026-10-05T08:00:00Z', price: '3' },
    ]);
  const { system } = portal.superuser;
  await system.run(sql`
    create function refuse_closing() returns trigger language plpgsql as
    $$ begin raise exception 'the content of a customer'; end $$`);
  await system.run(sql`
    create trigger refuse_closing before insert on month_closings for each row
    when (new.service_id = ${rawSql(`'${broken.service_id}'`)}) execute function refuse_closing()`);
  const { results, documents } = await close(broken, '2026-10');
  expect(results).toMatchObject([{ result: 'failed', reason: expect.stringContaining('"code":"P0001"') }]);
  expect(JSON.stringify(results)).not.toContain('content of a customer');
  expect(documents).toEqual([]);
  for (const owner of others)
    expect((await close(owner, '2026-10')).documents).toMatchObject([{ net_amount: '3.00' }]);
  await system.run(sql`drop function refuse_closing() cascade`);
  expect((await close(broken, '2026-10')).documents).toMatchObject([{ net_amount: '3.00' }]);
});
