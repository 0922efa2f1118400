import path from 'node:path';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { sql } from '../database/sql.ts';
import { auditLedger } from '../modules/ledger/audit.ts';
import { closeMonths } from '../modules/monthly-vat-invoices/close-months.ts';
import { closingFixtures } from '../modules/monthly-vat-invoices/closing.fixtures.ts';
import { samplePrices } from '../modules/rates/rates.fixtures.ts';
import { insertPriceList } from '../modules/rates/rates.repository.ts';
import { givenService } from '../modules/services/services.fixtures.ts';
import { performOnce } from '../staff/staff-action.ts';
import { testPortal } from '../testing/test-portal.ts';
import { queued } from '../testing/waiting-transactions.ts';
import { importDefaults } from './import.fixtures.ts';
import { importCdrs } from './import-cdrs.ts';
import { rerate } from './rerate-calls.ts';

const portal = testPortal();
const file = path.join(__dirname, 'fixtures/asterisk-sample.csv');
const doubled = samplePrices.map((price) => ({
  ...price,
  rate_initial: String(Number(price.rate_initial) * 2),
  rate_next: String(Number(price.rate_next) * 2),
  fee: String(Number(price.fee) * 2),
}));
let keys = 0;

beforeAll(async () => {
  for (const price_list_id of ['pl_first', 'pl_dated'])
    await insertPriceList(
      portal.database.system,
      { price_list_id, title: 'Test', currency: 'eur' },
      samplePrices,
    );
});

afterEach(async () => expect((await auditLedger(portal.database)).problems).toEqual([]));

async function importedService() {
  const { account } = await portal.customer();
  const { account_id } = account;
  const { service_id } = await givenService(portal.database, account_id, { balance: '100' });
  await setList(service_id, 'pl_first');
  const summary = await importCdrs(portal.database, {
    ...importDefaults,
    ...{ files: [file], serviceId: service_id, timezone: 'Europe/Tallinn' },
  });
  return { account_id, service_id, summary };
}

const setList = (service: string, list: string) =>
  portal.database.system.run(sql`update services set price_list_id = ${list} where service_id = ${service}`);

async function perform(
  service: string,
  options: { from?: string; to?: string; key?: string; isDryRun?: boolean } = {},
) {
  keys += 1;
  const { from = '2026-01-01', to = '2026-12-31', key = `R-${keys}`, isDryRun = false } = options;
  const given = { service, from, to };
  const action = { key, command: 'rerate', actor: 'staff:anna', reason: 'Ticket 7', arguments: given };
  const work = (tx: Parameters<typeof rerate.act>[0]) =>
    rerate.act(tx, action, given, { ...portal.context, queue: portal.queue });
  return (await performOnce(portal.context, action, work, { isDryRun })).result.changed;
}

const stateOf = (service: string) =>
  portal.database.system.one<{ balance: string; cost: string; unrated: number; free: number }>(sql`
    select balance, (select sum(price) from cdrs c where c.service_id = s.service_id) as cost,
      (select count(*)::int from cdrs c where c.service_id = s.service_id and not rated) as unrated,
      (select count(*)::int from cdrs c where c.service_id = s.service_id and rate_initial is null) as free
    from services s where service_id = ${service}`);

test('changes nothing while the prices are the same', async () => {
  const { service_id, summary } = await importedService();
  expect(await perform(service_id)).toMatchObject({
    changed: '0',
    without_price: '1',
    charged_more: '0.000000',
  });
  expect((await stateOf(service_id)).cost).toBe(summary.cost);
});

test('charges the difference to new prices once, and credits it when they fall again', async () => {
  const { service_id, summary } = await importedService();
  const before = await stateOf(service_id);
  await insertPriceList(
    portal.database.system,
    { price_list_id: 'pl_double', title: 'Test', currency: 'eur' },
    doubled,
  );
  await setList(service_id, 'pl_double');
  const { charged_more } = await perform(service_id, { isDryRun: true });
  // Each call is rounded to a millionth.
  expect(Number(charged_more)).toBeCloseTo(Number(summary.cost), 4);
  expect(await stateOf(service_id)).toEqual(before);
  expect(await perform(service_id, { key: 'ONCE' })).toMatchObject({ charged_more });
  expect(await perform(service_id, { key: 'ONCE' })).toMatchObject({ charged_more });
  const after = await stateOf(service_id);
  expect(Number(after.cost)).toBeCloseTo(2 * Number(before.cost), 4);
  expect(Number(after.balance)).toBeCloseTo(100 - 2 * Number(before.cost), 4);
  expect(after.free).toBe(before.free);
  await setList(service_id, 'pl_first');
  expect(await perform(service_id)).toMatchObject({ charged_more: `-${charged_more}` });
  expect(await stateOf(service_id)).toEqual(before);
});

test('corrects the destination of calls whose price stays the same', async () => {
  const { service_id, summary } = await importedService();
  const list = { price_list_id: 'pl_renamed', title: 'Test', currency: 'eur' };
  const renamed = samplePrices.map((price) => ({ ...price, country: 'at', destination: 'Austria' }));
  await insertPriceList(portal.database.system, list, renamed);
  await setList(service_id, 'pl_renamed');
  const { changed, charged_more } = await perform(service_id);
  expect(Number(changed)).toBeGreaterThan(0);
  expect(charged_more).toBe('0.000000');
  const { cost } = await stateOf(service_id);
  expect(cost).toBe(summary.cost);
  const places = await portal.database.system.query(sql`
    select distinct country, destination from cdrs where service_id = ${service_id} and direction = 'outbound' and result = 'answered'
      and rate_initial is not null`);
  expect(places).toEqual([{ country: 'at', destination: 'Austria' }]);
  expect(await perform(service_id)).toMatchObject({ changed: '0' });
});

test('charges calls that had no price, at the prices of their time', async () => {
  const { service_id } = await importedService();
  const { number, started } = await portal.database.system.one<{ number: string; started: string }>(sql`
    select substr(number_to, 2, 4) as number, started from cdrs where service_id = ${service_id} and not rated`);
  const price = { ...samplePrices[0]!, prefix: number, rate_initial: '0.6', rate_next: '0.6' };
  const list = { price_list_id: 'pl_dated', title: 'Test', currency: 'eur' };
  await insertPriceList(portal.database.system, list, [...samplePrices, price]);
  const later = new Date(Date.parse(started) + 1_000).toISOString();
  await insertPriceList(
    portal.database.system,
    list,
    [...samplePrices, { ...price, rate_initial: '9' }],
    later,
  );
  await setList(service_id, 'pl_dated');
  const day = started.slice(0, 10);
  const { changed, charged_more } = await perform(service_id, { from: day, to: day });
  expect(Number(changed)).toBeGreaterThan(0);
  expect(Number(charged_more)).toBeGreaterThan(0);
  expect((await stateOf(service_id)).unrated).toBe(0);
});

test('gives back what calls cost whose price has ended, as if they were imported now', async () => {
  const { service_id, summary } = await importedService();
  const before = await stateOf(service_id);
  const foreign = [{ ...samplePrices[0]!, prefix: '99' }];
  const list = { price_list_id: 'pl_ended', title: 'Test', currency: 'eur' };
  await insertPriceList(portal.database.system, list, foreign);
  await setList(service_id, 'pl_ended');
  expect(await perform(service_id)).toMatchObject({ charged_more: `-${summary.cost}` });
  const { balance, cost, unrated } = await stateOf(service_id);
  expect([Number(balance), Number(cost)]).toEqual([100, 0]);
  const { charged } = await portal.database.system.one<{ charged: number }>(sql`
    select count(*)::int as charged from cdrs where service_id = ${service_id} and direction = 'outbound' and result = 'answered'
      and rate_initial is not null`);
  expect(charged).toBe(0);
  expect(await perform(service_id)).toMatchObject({ changed: '0', without_price: String(unrated) });
  await setList(service_id, 'pl_first');
  await perform(service_id);
  expect(await stateOf(service_id)).toEqual(before);
});

test('refuses days of an issued invoice, days in the wrong order and services without prices', async () => {
  const { account_id, service_id } = await importedService();
  await expect(perform(service_id, { from: '2026-11-02', to: '2026-11-01' })).rejects.toThrow(
    'before --from',
  );
  await portal.superuser.system.run(
    sql`update services set vat_on = 'usage' where service_id = ${service_id}`,
  );
  await portal.superuser.system.run(sql`
    insert into monthly_vat_invoices (account_id, monthly_vat_invoice_id, number, document_type, basis, issue_date, period_start,
      period_end, year, month, timezone, service_id, service_type, currency, net_amount, tax_amount, gross_amount, paid_amount,
      amount_due, tax_treatment, status, language, summary, detail)
    values (${account_id}, 'mvi_test', 'T-1', 'invoice', 'usage', '2026-11-01', '2026-10-01', '2026-10-31', 2026, 10,
      'Europe/Tallinn', ${service_id}, 'voicing', 'eur', 0, 0, 0, 0, 0, 'outside_scope', 'paid', 'en', '{}',
      '{"supplier":{"name":"Provider","address":"Tallinn","country":"ee"},"lines":[],"payments":[],"totals":{"lines_net":"0.00","allowances":"0.00","charges":"0.00","rounding":"0.00","net":"0.00","tax":"0.00","gross":"0.00","paid":"0.00","due":"0.00"}}')`);
  await portal.superuser.system.run(sql`
    insert into month_closings select account_id, service_id, '2026-10-01', '2026-10-31T22:00:00Z', monthly_vat_invoice_id, created
    from monthly_vat_invoices where monthly_vat_invoice_id = 'mvi_test'`);
  // The calls arrived after it.
  await portal.superuser.system.run(sql`
    update month_closings set last_entry = 0 where monthly_vat_invoice_id = 'mvi_test'`);
  await expect(perform(service_id, { from: '2026-10-31', to: '2026-11-30' })).rejects.toThrow(
    'Invoice T-1 contains',
  );
  await perform(service_id, { from: '2026-11-01', to: '2026-11-30' });
  const other = await portal.customer();
  const bare = await givenService(portal.database, other.account.account_id);
  await expect(perform(bare.service_id)).rejects.toThrow('has no prices in eur');
});

test.each(['2026-11-31', '2026-02-29', '2026-13-01', '2026-11-1', '0000-01-01'])(
  'refuses %s, which is no day',
  (day) => {
    const given = { service: 'svc_1', from: '2026-11-01', to: '2026-11-30' };
    const refusal = (change: object) =>
      v.safeParse(rerate.schema, { ...given, ...change }).issues?.[0].message;
    expect(refusal({})).toBeUndefined();
    expect(refusal({ from: day })).toBe('expected a day such as 2026-11-01');
    expect(refusal({ to: day })).toBe('expected a day such as 2026-11-30');
  },
);

test('refuses calls that arrived late and are on the invoice of a later month', async () => {
  const { closing, service } = await serviceWithLateCall();
  await expect(perform(service.service_id, { from: '2026-09-01', to: '2026-09-30' })).rejects.toThrow(
    `Invoice ${closing} contains`,
  );
  await perform(service.service_id, { from: '2026-11-01', to: '2026-11-23' });
});

/** A call of September that was imported when September was closed, and that the invoice of October contains. */
async function serviceWithLateCall() {
  const { givenOpenService, givenUsage } = closingFixtures(portal);
  const service = await givenOpenService('usage');
  await setList(service.service_id, 'pl_first');
  await closeMonths(portal.context, { lastMonth: '2026-09' });
  await givenUsage(service, 'late', { '2026-09-21T08:00:00Z': '0.62' });
  await closeMonths(portal.context, { lastMonth: '2026-10' });
  const { number } = await portal.database.system.one<{ number: string }>(
    sql`select number from monthly_vat_invoices where service_id = ${service.service_id}`,
  );
  return { service, closing: number };
}

test('invoices what a closed month costs now, although another month of its import costs as much less', async () => {
  const { givenOpenService, givenUsage } = closingFixtures(portal);
  const owner = await givenOpenService('usage');
  const { service_id } = owner;
  await givenUsage(owner, 'both', { '2026-09-21T08:00:00Z': '0', '2026-10-05T08:00:00Z': '1' });
  await portal.superuser.system.run(sql`
    update cdrs set number_to = '+33140205050', rated = false where service_id = ${service_id} and price = 0`);
  await closeMonths(portal.context, { lastMonth: '2026-09' });
  const costing = (prefix: string, rate: string) => ({
    prefix,
    rate_initial: rate,
    rate_next: rate,
    fee: '0',
  });
  await insertPriceList(
    portal.database.system,
    { price_list_id: 'pl_even', title: 'Test', currency: 'eur' },
    [
      { ...samplePrices[0]!, ...costing('33', '0.4') },
      { ...samplePrices[0]!, ...costing('49', '0.6') },
    ],
  );
  await setList(service_id, 'pl_even');
  expect(await perform(service_id)).toMatchObject({ changed: '2', charged_more: '0.000000' });
  await closeMonths(portal.context, { lastMonth: '2026-10' });
  const { net_amount } = await portal.database.system.one<{ net_amount: string }>(sql`
    select net_amount from monthly_vat_invoices where service_id = ${service_id}`);
  expect(Number(net_amount)).toBe(1);
});

test('refuses days that an invoice contains which is issued meanwhile', async () => {
  const { givenOpenService } = closingFixtures(portal);
  const { service_id } = await givenOpenService('usage');
  await setList(service_id, 'pl_first');
  await importCdrs(portal.database, {
    ...importDefaults,
    ...{ files: [file], serviceId: service_id, timezone: 'Europe/Tallinn' },
  });
  await insertPriceList(
    portal.database.system,
    { price_list_id: 'pl_meanwhile', title: 'Test', currency: 'eur' },
    doubled,
  );
  await setList(service_id, 'pl_meanwhile');
  await closeMonths(portal.context, { lastMonth: '2026-09' });
  const before = await stateOf(service_id);
  const running: Promise<unknown>[] = [];
  await portal.superuser.asBackground(async (tx) => {
    await tx.run(sql`select from services where service_id = ${service_id} for no key update`);
    running.push(closeMonths(portal.context, { lastMonth: '2026-10' }));
    await queued(portal.database, 1);
    running.push(perform(service_id).catch((error: unknown) => error));
    await queued(portal.database, 2);
  });
  const [closed, refusal] = await Promise.all(running);
  expect(closed).toContainEqual(expect.objectContaining({ service_id, result: 'invoiced' }));
  expect(refusal).toMatchObject({
    message: expect.stringMatching(/^Invoice \S+ contains some of these days/),
  });
  expect((await stateOf(service_id)).cost).toBe(before.cost);
});
