import { expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { postUsage } from '../ledger/post-usage.ts';
import { renewNumbers } from '../number-rents/renew-numbers.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenMessages } from '../traffic/messages.fixtures.ts';
import { closeMonths } from './close-months.ts';
import { closingFixtures, type Owner } from './closing.fixtures.ts';
import { previewInvoice } from './preview-invoice.ts';

const portal = testPortal();
const { givenOpenService, givenTopUp, givenUsage } = closingFixtures(portal);
const list = '/v1/finances/monthly-vat-invoices';

async function preview({ customer, service_id }: Owner) {
  return (await customer.get(`${list}/preview?service_id=${service_id}`)).body.preview;
}

/** Closes a month, even one that has not ended, and returns its document. */
async function invoiceOf({ customer, service_id }: Owner, month: string) {
  await closeMonths(portal.context, { lastMonth: month, endedBy: DateTime.fromISO('2100-01-01') });
  const { body } = await customer.get(`${list}?service_id=${service_id}`);
  const { monthly_vat_invoice_id: id } = body.items.find(
    (item: { period_start: string }) => item.period_start === `${month}-01`,
  );
  return (await customer.get(`${list}/${id}`)).body.invoice;
}

/** Closes the months before, so that the preview is that of `month`. */
async function closedBefore(month: string) {
  await closeMonths(portal.context, {
    lastMonth: DateTime.fromISO(month).minus({ months: 1 }).toFormat('yyyy-MM'),
  });
}

async function givenNumber({ account_id, service_id }: Owner, number: string, rentedAt: string) {
  await portal.database.system.run(sql`
    insert into rented_numbers (account_id, service_id, number_id, number, country, type, capabilities, status, monthly_price,
      setup_price, currency, rented_at, renews_at)
    values (${account_id}, ${service_id}, ${number}, ${number}, 'ee', 'local', '{voice}', 'active', 3, 1.5, 'eur', ${rentedAt},
      ${rentedAt}::date)`);
  await portal.database.asBackground((tx) => renewNumbers(tx, portal.context, { account_id, service_id }));
}

/** What an invoice and its preview have in common. */
const content = ({
  lines,
  tax_breakdown,
  totals,
  payments,
  basis,
  period_start,
  period_end,
}: Record<string, unknown>) => ({
  lines,
  tax_breakdown,
  totals,
  payments,
  basis,
  period_start,
  period_end,
});

test('reads sums instead of calls, however many these are', async () => {
  // Before other calls are in the partition for the remaining months.
  await portal.superuser.system.run(sql`
    select ensure_month_partition('cdrs', month::timestamptz)
    from unnest(${['2026-09-15', '2026-10-15', '2026-11-15']}::text[]) month`);
  const owner = await givenOpenService('usage');
  await givenUsage(owner, 'earlier', { '2026-09-20T08:00:00Z': '2' });
  await closedBefore('2026-11');
  await givenUsage(owner, 'new', { '2026-11-02T08:00:00Z': '3' });
  const { account_id, service_id } = owner;
  const read = await portal.database.withAccount(account_id, async (tx) => {
    const { totals } = await previewInvoice(tx, portal.context.config, { account_id }, { service_id });
    expect(totals.net).toBe('3.00');
    return tx.query<{ relname: string }>(sql`
      select relname from pg_stat_xact_user_tables
      where relname like 'cdrs_20%' and seq_scan + coalesce(idx_scan, 0) > 0 order by 1`);
  });
  expect(read).toEqual([]);
});

test('with the basis usage, is the invoice that a closing then issues, to the cent', async () => {
  const owner = await givenOpenService('usage');
  await givenTopUp(owner, '30', '0', '2026-09-16T08:00:00Z');
  await givenUsage(owner, 'a', { '2026-09-20T08:00:00Z': '2' });
  await closedBefore('2026-10');
  // Late usage of September, usage of October whose line is rounded, and a number that is set up in October.
  await givenUsage(owner, 'b', {
    '2026-09-21T08:00:00Z': '1.004999',
    '2026-10-02T08:00:00Z': '2.005',
    '2026-10-03T08:00:00Z': '0.000001',
  });
  await givenNumber(owner, '+3726000001', '2026-10-05T08:00:00Z');
  const shown = await preview(owner);
  expect(shown).toMatchObject({
    basis: 'usage',
    period_start: '2026-10-01',
    has_ended: true,
    vat: { treatment: 'standard', rate: '24.00', country: 'ee', reason: 'provider_country' },
    upcoming_rents: '0.00',
  });
  expect(shown.lines).toHaveLength(4);
  expect(content(shown)).toEqual(content(await invoiceOf(owner, '2026-10')));
});

test('of messages, is the invoice that a closing then issues: by country, operator and price, without what is free', async () => {
  const { customer, account_id } = await givenOpenService('usage');
  const { service_id } = await givenService(portal.database, account_id, {
    type: 'messaging',
    vatOn: 'usage',
  });
  const owner = { customer, account_id, service_id };
  await portal.superuser.system.run(
    sql`update services set created = '2026-09-15T08:00:00Z' where service_id = ${service_id}`,
  );
  await closedBefore('2026-10');
  const created = '2026-10-20T08:00:00Z';
  const sent = [
    { parts: 2, price: '0.078' },
    { parts: 1, price: '0.041', unit_price: '0.041' },
    { parts: 3, price: '0.15', unit_price: '0.05', operator: null },
    { parts: 1, price: '0', unit_price: '0' },
    { parts: 1, price: '0', unit_price: '0', status: 'received' as const },
  ];
  const late = { ...sent[0], created: '2026-09-20T08:00:00Z', batch_id: 'messages' };
  const messages = sent.map((message) => ({ ...message, created, batch_id: 'messages' }));
  await givenMessages(portal.database, owner, [late, ...messages]);
  await portal.database.asBackground((tx) =>
    postUsage(
      tx,
      {
        ...{ account_id, service_id, batch_id: 'messages', currency: 'eur', records: 6, cost: '0.347' },
        ...{ first_record: late.created, last_record: created },
      },
      'test',
    ),
  );
  const shown = await preview(owner);
  expect(shown.lines.map(({ quantity }: { quantity: string }) => quantity)).toEqual(['3', '2', '1', '2']);
  expect(shown.summary).toMatchObject({ messages: 5, parts: 8 });
  expect(content(shown)).toEqual(content(await invoiceOf(owner, '2026-10')));
});

test('with the basis top-up, contains the payments, and nothing of usage and numbers', async () => {
  const owner = await givenOpenService('topup');
  await closedBefore('2026-10');
  for (const day of ['01', '02', '03']) await givenTopUp(owner, '10.01', '24', `2026-10-${day}T08:00:00Z`);
  await givenUsage(owner, 'c', { '2026-10-20T08:00:00Z': '20' });
  await givenNumber(owner, '+3726000002', '2026-10-05T08:00:00Z');
  const shown = await preview(owner);
  expect(shown).toMatchObject({
    basis: 'prepayment',
    totals: { net: '30.03', tax: '7.21', gross: '37.24', paid: '37.23', rounding: '-0.01', due: '0.00' },
    upcoming_rents: '0.00',
  });
  expect(content(shown)).toEqual(content(await invoiceOf(owner, '2026-10')));
});

test('of the current month, changes with each call, and takes no number', async () => {
  const owner = await givenOpenService('usage');
  await closedBefore(DateTime.utc().setZone('Europe/Tallinn').toFormat('yyyy-MM'));
  const now = DateTime.utc();
  expect(await preview(owner)).toMatchObject({
    has_ended: false,
    period_start: now.setZone('Europe/Tallinn').toFormat('yyyy-MM-01'),
    lines: [],
    totals: { net: '0.00', tax: '0.00', gross: '0.00', due: '0.00' },
  });
  const state = () =>
    portal.database.system.one(sql`
      select (select count(*) from month_closings) as closings, (select count(*) from invoiced_usage) as usage,
        (select count(*) from document_receipts) as receipts, (select count(*) from journal_entries) as entries,
        (select json_agg(c order by kind, period) from document_counters c)::text as counters`);
  await givenUsage(owner, 'd', { [now.toISO()]: '5' });
  const before = await state();
  const shown = await preview(owner);
  expect(shown.totals).toMatchObject({ net: '5.00', tax: '1.20', gross: '6.20', paid: '0.00', due: '6.20' });
  expect(await state()).toEqual(before);
  expect(content(shown)).toEqual(content(await invoiceOf(owner, shown.period_start.slice(0, 7))));
});

test('belongs to its account alone', async () => {
  const owner = await givenOpenService('topup');
  const stranger = await givenOpenService('topup');
  await givenTopUp(owner, '10', '24', '2026-09-20T08:00:00Z');
  const { customer } = stranger;
  expect((await customer.get(`${list}/preview?service_id=${owner.service_id}`)).body.code).toBe(
    'service_not_found',
  );
  const { entry_id } = await portal.database.system.one<{ entry_id: number }>(sql`
    select entry_id from payment_entries where account_id = ${owner.account_id}`);
  const vatSeenBy = (reader: Owner) =>
    portal.database.withAccount(reader.account_id, (tx) =>
      tx.one<{ vat: string }>(sql`select vat_of_entry(${entry_id}, ${owner.account_id})::text as vat`),
    );
  expect((await vatSeenBy(owner)).vat).toBe('2.400000');
  expect((await vatSeenBy(stranger)).vat).toBe('0');
});
