import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { sql } from '../../database/sql.ts';
import { performOnce } from '../../staff/staff-action.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { creditLimit } from '../billing/set-credit-limit.ts';
import { auditLedger } from '../ledger/audit.ts';
import { givenBalance } from '../ledger/ledger.fixtures.ts';
import type { BalanceOwner } from '../ledger/post-entry.ts';
import { closeMonths } from '../monthly-vat-invoices/close-months.ts';
import { findRents } from '../monthly-vat-invoices/find-rents.ts';
import { givenService } from '../services/services.fixtures.ts';
import { renewNumbers, renewNumbersJob } from './renew-numbers.ts';

const portal = testPortal();

afterEach(async () => expect((await auditLedger(portal.database)).problems).toEqual([]));

/** A customer with a service since September 2026. */
async function givenRenter(
  { balance = '100', vatOn = 'usage' as 'usage' | 'topup' } = {},
  changes: Parameters<typeof portal.customer>[0] = {},
) {
  const customer = await portal.customer({ country: 'ee', tax_number: null, ...changes });
  const { account_id } = customer.account;
  const { service_id } = await givenService(portal.database, account_id, { vatOn, balance });
  await portal.superuser.system.run(sql`
    update services set created = '2026-09-01T08:00:00Z' where service_id = ${service_id}`);
  return { customer, account_id, service_id };
}

interface NumberRow {
  number_id: string;
  status: string;
  renews_at: string | null;
  expires_at: string | null;
}

async function givenNumber(
  { account_id, service_id }: BalanceOwner,
  number_id: string,
  changes: object = {},
) {
  const row = { number: `+372${number_id}`, status: 'active', monthly_price: '3.00', ...changes };
  await portal.database.system.run(sql`
    insert into rented_numbers (account_id, service_id, number_id, number, country, type, capabilities, status, setup_price,
      monthly_price, currency, rented_at, renews_at, renewal_day, expires_at, auto_renew, billing_cycles_left)
    select ${account_id}, ${service_id}, ${number_id}, number, 'ee', 'local', '{voice_in}', status, coalesce(setup_price, 0),
      monthly_price, 'eur', coalesce(rented_at, now()), renews_at, renewal_day, expires_at, coalesce(auto_renew, true),
      billing_cycles_left
    from json_populate_record(null::rented_numbers, ${JSON.stringify(row)})`);
}

async function renewAt({ account_id, service_id }: BalanceOwner, moment: string) {
  await portal.database.asBackground(async (tx) => {
    await tx.run(
      sql`select from services where account_id = ${account_id} and service_id = ${service_id} for update`,
    );
    await renewNumbers(tx, portal.context, { account_id, service_id }, DateTime.fromISO(moment));
  });
}

const chargesOf = ({ service_id }: BalanceOwner) =>
  portal.database.system.query<Record<string, string>>(sql`
    select number_id, c.kind, period_start::text as start, period_end::text as end, amount::text, c.occurred_at, event_key
    from number_charges c join journal_entries using (entry_id) where service_id = ${service_id} order by entry_id`);
const numberOf = (number_id: string) =>
  portal.database.system.one<NumberRow>(sql`
    select number_id, status, renews_at::text, expires_at::text from rented_numbers where number_id = ${number_id}`);
const balanceOf = async ({ service_id }: BalanceOwner) =>
  (
    await portal.database.system.one<{ balance: string }>(sql`
      select balance from services where service_id = ${service_id}`)
  ).balance;

test('charges set-up and the first month when a number is ordered, then each month, once', async () => {
  const owner = await givenRenter();
  await givenNumber(owner, 'num_a', { setup_price: '5.00' });
  await renewAt(owner, '2026-09-15T21:30:00Z');
  await renewAt(owner, '2026-09-15T21:31:00Z');
  const { service_id } = owner;
  expect(await chargesOf(owner)).toEqual([
    {
      ...{ number_id: 'num_a', kind: 'setup', start: '2026-09-16', end: '2026-09-16', amount: '5.00' },
      ...{ occurred_at: '2026-09-15T21:30:00Z', event_key: `rent:${service_id}:num_a:setup` },
    },
    {
      ...{ number_id: 'num_a', kind: 'rent', start: '2026-09-16', end: '2026-10-15', amount: '3.00' },
      ...{ occurred_at: '2026-09-15T21:30:00Z', event_key: `rent:${service_id}:num_a:2026-09-16` },
    },
  ]);
  expect(await balanceOf(owner)).toBe('92.000000');
  expect(await numberOf('num_a')).toMatchObject({ renews_at: '2026-10-16' });
  // The day begins at 21:00 UTC in Tallinn.
  await renewAt(owner, '2026-10-15T20:59:59Z');
  expect(await chargesOf(owner)).toHaveLength(2);
  await renewAt(owner, '2026-10-15T21:00:00Z');
  expect((await chargesOf(owner))[2]).toMatchObject({
    start: '2026-10-16',
    occurred_at: '2026-10-15T21:00:00Z',
  });
});

test('charges the months that were missed, and those of a parallel run once', async () => {
  const owner = await givenRenter();
  await givenNumber(owner, 'num_b', { renews_at: '2026-08-31', renewal_day: 31 });
  await Promise.all([1, 2, 3].map(() => renewAt(owner, '2026-11-24T08:00:00Z')));
  expect((await chargesOf(owner)).map(({ start }) => start)).toEqual([
    '2026-08-31',
    '2026-09-30',
    '2026-10-31',
  ]);
  expect(await balanceOf(owner)).toBe('91.000000');
});

test.each(['Pacific/Kiritimati', 'Etc/GMT+12'])(
  'a number that has expired is reserved again from today in %s by the statement of the runbook, and only from now on',
  async (timezone) => {
    const owner = await givenRenter({}, { timezone });
    const number_id = `num_${timezone.length}`;
    const earlier = { rented_at: '2026-08-20T08:00:00Z', renewal_day: 20, expires_at: '2026-10-19' };
    await givenNumber(owner, number_id, { status: 'expired', ...earlier });
    const runbook = readFileSync(path.join(__dirname, '../../../../docs/runbooks/money.md'), 'utf8');
    const statement = /```sql\n(update rented_numbers.*?)```/s.exec(runbook)?.[1] ?? '';
    const before = DateTime.utc();
    await portal.superuser.pool.query(
      statement.replace('acc_…', owner.account_id).replace('+372…', `+372${number_id}`),
    );
    const { renews_at } = await numberOf(number_id);
    const today = DateTime.fromISO(renews_at ?? '', { zone: timezone });
    // The day may have ended since.
    const days = [before, DateTime.utc()].map((moment) => moment.setZone(timezone).toISODate());
    expect(days).toContain(renews_at);
    await renewAt(owner, today.endOf('day').toUTC().toISO() ?? '');
    const end = today.plus({ months: 1 }).minus({ days: 1 }).toISODate();
    expect(await chargesOf(owner)).toMatchObject([{ kind: 'rent', start: renews_at, end, amount: '3.00' }]);
    expect(await numberOf(number_id)).toMatchObject({ status: 'active', expires_at: null });
    const { rented_at } = await portal.database.system.one<{ rented_at: string }>(
      sql`select rented_at from rented_numbers where number_id = ${number_id}`,
    );
    expect(DateTime.fromISO(rented_at) >= before.startOf('second')).toBe(true);
  },
);

test('does not charge what the balance and the credit limit do not cover, mails the customer once, and ends the number after a week', async () => {
  const owner = await givenRenter({ balance: '4' });
  await givenNumber(owner, 'num_c1', { renews_at: '2026-11-10', renewal_day: 10 });
  await givenNumber(owner, 'num_c2', { renews_at: '2026-11-10', renewal_day: 10 });
  await renewAt(owner, '2026-11-10T08:00:00Z');
  await renewAt(owner, '2026-11-11T08:00:00Z');
  expect(await balanceOf(owner)).toBe('1.000000');
  const sent = (await portal.mails()).filter(({ to }) => to === owner.customer.account.email);
  expect(sent.map(({ subject }) => subject)).toEqual(['Top up to keep +372num_c2']);
  expect(sent[0]?.text).toContain('17 November 2026');
  await renewAt(owner, '2026-11-17T21:59:59Z');
  expect(await numberOf('num_c2')).toMatchObject({ status: 'active', renews_at: '2026-11-10' });
  await renewAt(owner, '2026-11-17T22:00:00Z');
  expect(await numberOf('num_c2')).toMatchObject({
    status: 'expired',
    renews_at: null,
    expires_at: '2026-11-17',
  });
  expect(await balanceOf(owner)).toBe('1.000000');
});

test('a refusal that a later payment has ended leaves the whole week to the next one, also after a downtime', async () => {
  const owner = await givenRenter({ balance: '1' });
  await givenNumber(owner, 'num_c3', { renews_at: '2026-10-10', renewal_day: 10 });
  await renewAt(owner, '2026-10-11T08:00:00Z');
  await givenBalance(portal.database, owner, '4');
  // The month that was refused is covered now, the next one is not.
  await renewAt(owner, '2026-11-20T08:00:00Z');
  expect(await chargesOf(owner)).toMatchObject([{ start: '2026-10-10', end: '2026-11-09' }]);
  expect(await numberOf('num_c3')).toMatchObject({ status: 'active', renews_at: '2026-11-10' });
  const sent = (await portal.mails()).filter(({ to }) => to === owner.customer.account.email);
  expect(sent[0]?.text).toContain('27 November 2026');
  expect(sent).toHaveLength(2);
  await renewAt(owner, '2026-11-27T23:00:00Z');
  expect(await numberOf('num_c3')).toMatchObject({ status: 'expired', expires_at: '2026-11-27' });
});

test('a number that is leaving ends with its own last day, before the end of the week', async () => {
  const owner = await givenRenter({ balance: '1' });
  const leaving = { status: 'pending_removal', expires_at: '2026-11-12' };
  await givenNumber(owner, 'num_c5', { renews_at: '2026-11-10', renewal_day: 10, ...leaving });
  await renewAt(owner, '2026-11-10T08:00:00Z');
  await renewAt(owner, '2026-11-18T08:00:00Z');
  expect(await numberOf('num_c5')).toMatchObject({ status: 'expired', expires_at: '2026-11-12' });
});

test('mails what is due of all months after a downtime', async () => {
  const owner = await givenRenter({ balance: '1' });
  await givenNumber(owner, 'num_c4', { renews_at: '2026-09-10', renewal_day: 10 });
  await renewAt(owner, '2026-11-20T08:00:00Z');
  const [mail] = (await portal.mails()).filter(({ to }) => to === owner.customer.account.email);
  expect(mail?.text).toContain('is due: €9.00.');
});

test('charges a refused month when the credit limit or a top-up covers it', async () => {
  const owner = await givenRenter({ balance: '0' });
  await givenNumber(owner, 'num_d', { renews_at: '2026-11-10', renewal_day: 10 });
  await renewAt(owner, '2026-11-10T08:00:00Z');
  const given = { service: owner.service_id, amount: '3' };
  const action = {
    ...{ key: 'CL-1', command: 'billing credit-limit', actor: 'staff:anna', reason: 'Ticket 3' },
    arguments: given,
  };
  await performOnce(
    portal.context,
    action,
    (tx) => creditLimit.act(tx, action, given, portal.context as never),
    {
      isDryRun: false,
    },
  );
  await renewAt(owner, '2026-11-12T08:00:00Z');
  expect(await chargesOf(owner)).toMatchObject([{ start: '2026-11-10', end: '2026-12-09' }]);
  expect(await balanceOf(owner)).toBe('-3.000000');
});

test('a number that is about to be lost is charged before one that is new', async () => {
  const owner = await givenRenter({ balance: '0' });
  await givenNumber(owner, 'num_old', { renews_at: '2026-11-10', renewal_day: 10 });
  await renewAt(owner, '2026-11-10T08:00:00Z');
  await givenNumber(owner, 'num_new', { rented_at: '2026-11-12T08:00:00Z' });
  await givenBalance(portal.database, owner, '3');
  await renewAt(owner, '2026-11-12T09:00:00Z');
  expect(await chargesOf(owner)).toMatchObject([{ number_id: 'num_old' }]);
});

test('numbers that do not renew, on order, or of a closed account are not charged', async () => {
  const owner = await givenRenter();
  const due = { renews_at: '2026-11-10', renewal_day: 10 };
  await givenNumber(owner, 'num_e1', { ...due, auto_renew: false });
  await givenNumber(owner, 'num_e2', { status: 'pending' });
  await givenNumber(owner, 'num_e3', { status: 'pending_removal', expires_at: '2026-11-23' });
  await portal.database.system.run(sql`update rented_numbers set renewal_day = 1 where number_id = 'num_e3'`);
  await givenNumber(owner, 'num_e4', due);
  await givenNumber(owner, 'num_e5', { ...due, status: 'pending_removal', expires_at: '2027-01-31' });
  await givenNumber(owner, 'num_e6');
  await portal.database.system.run(
    sql`update accounts set status = 'closed' where account_id = ${owner.account_id}`,
  );
  await renewAt(owner, '2026-11-24T08:00:00Z');
  expect(await chargesOf(owner)).toEqual([]);
  expect(await numberOf('num_e1')).toMatchObject({ status: 'expired', expires_at: '2026-11-09' });
  expect(await numberOf('num_e2')).toMatchObject({ status: 'pending' });
  expect(await numberOf('num_e3')).toMatchObject({ status: 'expired', expires_at: '2026-11-23' });
  expect(await numberOf('num_e4')).toMatchObject({ status: 'expired', expires_at: '2026-11-09' });
  expect(await numberOf('num_e5')).toMatchObject({ status: 'expired', expires_at: '2026-11-09' });
  expect(await numberOf('num_e6')).toMatchObject({ status: 'expired', expires_at: '2026-11-23' });
});

test('a month’s document has the charges of that month, a late one those that were missed, on lines of their own', async () => {
  const owner = await givenRenter();
  await givenNumber(owner, 'num_f1', { renews_at: '2026-09-10', setup_price: '5.00' });
  await givenNumber(owner, 'num_f2', { renews_at: '2026-09-12', renewal_day: 12 });
  await renewAt(owner, '2026-09-12T08:00:00Z');
  const close = async (lastMonth: string) => {
    await closeMonths(portal.context, { lastMonth });
    const { body } = await owner.customer.get('/v1/finances/monthly-vat-invoices?order=number');
    const { monthly_vat_invoice_id: id } = body.items.at(-1);
    return (await owner.customer.get(`/v1/finances/monthly-vat-invoices/${id}`)).body.invoice;
  };
  const september = await close('2026-09');
  expect(september.lines).toMatchObject([
    {
      description_code: 'number_rental',
      quantity: '2',
      net_amount: '6.00',
      description_params: { price: '3.00' },
    },
    { description_code: 'number_setup', net_amount: '5.00', description_params: { number: '+372num_f1' } },
  ]);
  expect(september.totals).toMatchObject({ net: '11.00', tax: '2.64', gross: '13.64', due: '0.00' });
  // A renewal of September that nobody has made by then: the closing of October does.
  await givenNumber(owner, 'num_f3', { renews_at: '2026-09-20', renewal_day: 20, monthly_price: '4.00' });
  const october = await close('2026-10');
  expect(october.lines).toMatchObject([
    { quantity: '2', net_amount: '6.00', description_params: { price: '3.00' } },
    { quantity: '1', net_amount: '4.00', description_params: { price: '4.00' } },
    { quantity: '1', net_amount: '4.00', description_params: { price: '4.00', month: '2026-09' } },
  ]);
  // 100 less rents of three months until today, the set-up, and the VAT of two documents.
  const charged = (await chargesOf(owner)).reduce((sum, { amount }) => sum + Number(amount), 0);
  expect(Number(await balanceOf(owner))).toBeCloseTo(100 - charged - 2.64 - Number(october.totals.tax), 6);
});

test('a service whose top-ups are taxed pays its rents without VAT, and no document lists them', async () => {
  const owner = await givenRenter({ vatOn: 'topup' });
  await givenNumber(owner, 'num_g', { renews_at: '2026-10-10', renewal_day: 10 });
  await closeMonths(portal.context, { lastMonth: '2026-10' });
  expect(await chargesOf(owner)).toMatchObject([{ start: '2026-10-10' }, { start: '2026-11-10' }]);
  expect((await owner.customer.get('/v1/finances/monthly-vat-invoices')).body.items).toEqual([]);
});

test('the job renews what is due today, and a service that fails does not stop others', async () => {
  const today = DateTime.now().setZone('Europe/Tallinn').toFormat('yyyy-MM-dd');
  const broken = await givenRenter();
  await givenNumber(broken, 'num_h1', { renews_at: today, renewal_day: 1 });
  await portal.superuser.system.run(sql`
    update rented_numbers set number_id = ${'x'.repeat(180)} where number_id = 'num_h1'`);
  const owner = await givenRenter();
  await givenNumber(owner, 'num_h2', { renews_at: today, renewal_day: 1 });
  const job = renewNumbersJob(portal.context);
  await job.run({});
  await job.run({});
  expect(await chargesOf(owner)).toHaveLength(1);
  expect(await chargesOf(broken)).toHaveLength(0);
  await portal.superuser.system.run(sql`delete from rented_numbers where service_id = ${broken.service_id}`);
});

test('returns the rents until the end of the month that are not charged yet', async () => {
  const owner = await givenRenter();
  const today = DateTime.now().setZone('Europe/Tallinn');
  const start = today.plus({ years: 1 }).startOf('month');
  const period = {
    start_date: start.toFormat('yyyy-MM-dd'),
    end_date: start.endOf('month').toFormat('yyyy-MM-dd'),
    timezone: 'Europe/Tallinn',
    start_utc: start.toUTC().toISO() ?? '',
    end_utc: start.plus({ months: 1 }).toUTC().toISO() ?? '',
  };
  await givenNumber(owner, 'num_i1', { renews_at: start.toFormat('yyyy-MM-dd'), setup_price: '5.00' });
  await givenNumber(owner, 'num_i2', { renews_at: period.end_date, renewal_day: 31 });
  await givenNumber(owner, 'num_i3', {
    renews_at: start.plus({ months: 1 }).toFormat('yyyy-MM-dd'),
    renewal_day: 1,
  });
  const month = {
    accountId: owner.account_id,
    serviceId: owner.service_id,
    type: 'voicing',
    currency: 'eur',
    period,
  } as const;
  const rents = await findRents(portal.database.system, month);
  expect(rents.map(({ code, amount }) => [code, amount])).toEqual([
    ['number_setup', '5.00'],
    ['number_rental', '3.00'],
    ['number_rental', '3.00'],
  ]);
});
