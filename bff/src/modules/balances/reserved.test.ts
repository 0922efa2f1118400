import { expect, test } from '@jest/globals';
import type { Currency } from '@portal/contract/money';
import { DateTime } from 'luxon';
import { sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { loadExchangeRates } from '../exchange-rates/exchange-rates.service.ts';
import { sampleCredit } from '../ledger/ledger.fixtures.ts';
import { postEntry } from '../ledger/post-entry.ts';
import { postUsage } from '../ledger/post-usage.ts';
import { closeMonths } from '../monthly-vat-invoices/close-months.ts';
import { renewNumbers } from '../number-rents/renew-numbers.ts';
import { insertService } from '../services/services.repository.ts';
import { givenCalls } from '../traffic/cdr.fixtures.ts';
import { givenMessages } from '../traffic/messages.fixtures.ts';

const portal = testPortal();
const now = DateTime.utc();
/** A moment of an earlier month; noon of the 10th unless given. */
const ago = (months: number, day = 10, time = '12:00:00') =>
  `${now.minus({ months }).toFormat('yyyy-MM')}-${String(day).padStart(2, '0')}T${time}Z`;

type Owner = Awaited<ReturnType<typeof givenOpenService>>;
let count = 0;

/** A service that was created two months ago and has 100.00. */
async function givenOpenService({
  vatOn = 'usage',
  type = 'voicing',
  currency = 'eur',
  ...account
}: {
  vatOn?: 'usage' | 'topup';
  type?: 'voicing' | 'messaging';
  currency?: Currency;
} & Omit<Parameters<typeof portal.customer>[0], 'currency'> = {}) {
  count += 1;
  const customer = await portal.customer({ country: 'ee', tax_number: null, currency, ...account });
  const { account_id } = customer.account;
  const service_id = `svc_${type.slice(0, 2)}_reserved${count}`;
  const row = { service_id, type, currency, vat_on: vatOn, price_list_id: null };
  await insertService(portal.database.system, account_id, row);
  await portal.superuser.system.run(sql`
    update services set created = ${ago(2, 1)} where service_id = ${service_id}`);
  const owner = { customer, account_id, service_id, type, currency };
  await credit(owner, '100');
  return owner;
}

async function credit({ account_id, service_id, currency }: Owner, amount: string) {
  const entry = sampleCredit({ account_id, service_id }, amount);
  const postings = entry.postings.map((posting) => ({ ...posting, currency }));
  await portal.database.asBackground((tx) => postEntry(tx, { ...entry, postings }));
}

/** Charges calls to two destinations, or messages to two operators, in turn. */
async function givenUsage(owner: Owner, usage: Record<string, string>) {
  count += 1;
  const batch_id = `batch-${count}`;
  const { account_id, service_id, currency } = owner;
  const records = Object.entries(usage).map(([time, price], index) => ({
    time,
    price,
    isFirst: index % 2 === 0,
  }));
  if (owner.type === 'voicing')
    await givenCalls(
      portal.database,
      owner,
      records.map(({ time, price, isFirst }) => ({
        started: time,
        price,
        batch_id,
        destination: isFirst ? 'Germany Berlin' : null,
      })),
    );
  else
    await givenMessages(
      portal.database,
      owner,
      records.map(({ time, price, isFirst }) => ({
        created: time,
        price,
        batch_id,
        operator: isFirst ? 'Telia' : 'Elisa',
      })),
    );
  const times = Object.keys(usage).toSorted();
  const batch = { records: records.length, first_record: times[0] ?? '', last_record: times.at(-1) ?? '' };
  const cost = records.reduce((sum, { price }) => sum.plus(price), new Big(0)).toFixed(6);
  await portal.database.asBackground((tx) =>
    postUsage(tx, { account_id, service_id, batch_id, currency, cost, ...batch }, 'test'),
  );
}

/** Rents a number for 2.99 a month, and 1.50 once, from a day on. */
async function givenNumber({ account_id, service_id, currency }: Owner, from: string, until: string | null) {
  await portal.database.system.run(sql`
    insert into rented_numbers (account_id, number_id, service_id, number, country, type, capabilities, status, setup_price,
      monthly_price, currency, rented_at, renews_at, expires_at)
    values (${account_id}, 'num_1', ${service_id}, '+3726001200', 'ee', 'local', '{voice}', 'active', 1.50, 2.99, ${currency},
      ${from}::date, ${from}, ${until})`);
}

async function renew(owner: Owner, moment: DateTime) {
  await portal.database.asBackground((tx) => renewNumbers(tx, portal.context, owner, moment));
}

async function figuresOf({ customer }: Owner) {
  const { body } = await customer.get('/v1/services/all');
  const { balance, reserved, reserved_vat, reserved_rents, available } = body.services[0];
  return { balance, reserved, reserved_vat, reserved_rents, available };
}

/** Closes all months, the current one as well unless `isEnded`. */
async function close(isEnded = false) {
  const options = isEnded ? {} : { endedBy: now.plus({ months: 1, days: 2 }) };
  const results = await closeMonths(portal.context, options);
  return results.filter(({ result }) => result === 'failed');
}

const usage = {
  [ago(2)]: '1.236567',
  [ago(1)]: '10.005',
  [ago(1, 11)]: '3.337',
  // A time of day that belongs to the next month in Tallinn and Auckland.
  [`${now.minus({ months: 1 }).endOf('month').toFormat('yyyy-MM-dd')}T23:59:59Z`]: '0.016',
};

test.each([
  ['an Estonian customer', {}, '4.58'],
  ['a German consumer', { country: 'de' }, '3.63'],
  ['a customer in another time zone', { timezone: 'Pacific/Auckland' }, '4.58'],
  ['a dollar account', { currency: 'usd' as const }, '4.58'],
  ['messages', { type: 'messaging' as const }, '4.58'],
  ['reverse charge', { country: 'de', tax_number: 'DE123456788', tax_status: 'valid' }, '0.00'],
  ['a customer outside the European Union', { country: 'us' }, '0.00'],
  ['VAT on top-ups', { vatOn: 'topup' as const }, '0.00'],
])('closing debits for %s exactly what was reserved', async (_, changes, vat) => {
  const days = [now, ...[1, 2].map((months) => now.minus({ months }).endOf('month'))].map((day) =>
    day.toFormat('yyyy-MM-dd'),
  );
  await loadExchangeRates(portal.database, `Date,USD,\n${days.map((day) => `${day},1.1,`).join('\n')}\n`);
  const owner = await givenOpenService(changes);
  await givenUsage(owner, usage);
  await givenNumber(owner, ago(1, 5).slice(0, 10), ago(1, 20).slice(0, 10));
  await renew(owner, now);
  const before = await figuresOf(owner);
  expect(before).toMatchObject({ reserved_vat: vat, reserved_rents: '0.00' });
  expect(await close()).toEqual([]);
  const after = await figuresOf(owner);
  expect(after).toMatchObject({ reserved: '0.0000', available: before.available, balance: before.available });
  expect(new Big(before.balance).minus(after.balance)).toEqual(new Big(before.reserved));
});

test('reserves usage from before the first closed month as the line of its own month that closing makes', async () => {
  const owner = await givenOpenService();
  // Each line is rounded: 0.005 of one month and 0.005 of another are two cents.
  await givenUsage(owner, { [ago(4)]: '0.005', [ago(4, 11)]: '1', [ago(2)]: '0.005', [ago(2, 11)]: '1' });
  const first = await figuresOf(owner);
  expect(first).toMatchObject({ reserved_vat: '0.48', reserved: '0.4900' });
  expect(await close(true)).toEqual([]);
  expect(await figuresOf(owner)).toMatchObject({ reserved: '0.0000', available: first.available });
  await givenUsage(owner, { [ago(5)]: '0.005', [ago(5, 11)]: '1', [ago(3)]: '0.005', [ago(3, 11)]: '1' });
  const late = await figuresOf(owner);
  expect(late).toMatchObject({ reserved_vat: '0.48', reserved: '0.4900' });
  expect(await close()).toEqual([]);
  expect(await figuresOf(owner)).toMatchObject({ reserved: '0.0000', available: late.available });
});

test('reserves usage that arrives after its month was closed, with what the next closing takes', async () => {
  const owner = await givenOpenService();
  await givenUsage(owner, { [ago(2)]: '5' });
  await close(true);
  await givenUsage(owner, { [ago(2, 11)]: '2.005', [ago(0, 1, '11:00:00')]: '1' });
  const before = await figuresOf(owner);
  // 24 % of 3.01, and the rounding of the late line.
  expect(before).toMatchObject({ reserved: '0.7250', reserved_vat: '0.72' });
  expect(await close()).toEqual([]);
  expect(await figuresOf(owner)).toMatchObject({ reserved: '0.0000', available: before.available });
});

test('reserves the rents and set-up fees that fall due this month, with their VAT, until they are charged', async () => {
  const owner = await givenOpenService();
  const last = now.setZone('Europe/Tallinn').endOf('month');
  await givenNumber(owner, last.toFormat('yyyy-MM-dd'), null);
  // 4.49 and 24 % of it.
  const before = { reserved: '5.5700', reserved_vat: '1.08', reserved_rents: '4.49', available: '94.4300' };
  expect(await figuresOf(owner)).toMatchObject({ balance: '100.0000', ...before });
  await renew(owner, last);
  const after = { balance: '95.5100', reserved: '1.0800', reserved_rents: '0.00' };
  expect(await figuresOf(owner)).toMatchObject({ ...after, available: before.available });
});

test('reserves rents without VAT where VAT is on top-ups', async () => {
  const owner = await givenOpenService({ vatOn: 'topup' });
  const last = now.setZone('Europe/Tallinn').endOf('month');
  await givenNumber(owner, last.toFormat('yyyy-MM-dd'), null);
  expect(await figuresOf(owner)).toMatchObject({
    reserved: '4.4900',
    reserved_vat: '0.00',
    available: '95.5100',
  });
});

test('follows a new price of calls', async () => {
  const owner = await givenOpenService();
  await givenUsage(owner, { [ago(0, 1)]: '10' });
  expect(await figuresOf(owner)).toMatchObject({ reserved: '2.4000', available: '87.6000' });
  await portal.database.system.run(sql`
    update cdrs set price = 5, destination = 'Germany mobile' where service_id = ${owner.service_id}`);
  expect(await figuresOf(owner)).toMatchObject({ reserved: '1.2000' });
});

test('a top-up raises what is available by what it credits', async () => {
  const owner = await givenOpenService();
  await givenUsage(owner, { [ago(0, 1)]: '10' });
  await credit(owner, '25.50');
  expect(await figuresOf(owner)).toMatchObject({
    balance: '115.5000',
    reserved: '2.4000',
    available: '113.1000',
  });
});
