import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { rawSql, sql } from '../../database/sql.ts';
import { believeClock } from '../../queue/clock-guard.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { givenCryptoCustomer, givenCryptoPayment } from '../crypto/crypto.fixtures.ts';
import { auditLedger } from '../ledger/audit.ts';
import { givenMadeAhead } from '../payments/due-dates.fixtures.ts';
import { givenService } from '../services/services.fixtures.ts';
import { futureStampsJob } from './future-stamps.job.ts';

const portal = testPortal();
const url = '/v1/finances/payments';
const ahead = '40 days 5 hours';
const lived = (days: number) =>
  portal.database.asBackground((tx) => believeClock(tx, DateTime.utc().plus({ days }).toISO()));

beforeEach(() => lived(0));
afterEach(() => portal.database.system.run(sql`delete from clock_watch`));

const setBack = () => futureStampsJob(portal.context).run({});

/** A pro-forma invoice that was made while the clock was ahead. */
async function givenPayment() {
  const customer = await portal.customer();
  const { service_id } = await givenService(portal.database, customer.account.account_id);
  const { body } = await customer.post(`${url}/invoices`, { service_id, amount: '100.00' });
  const { payment_id, number } = body.payment;
  await givenMadeAhead(portal.superuser, payment_id, ahead);
  const problems = async () =>
    (await auditLedger(portal.database)).problems.filter((p) => p.subject === number);
  const list = async () => (await customer.get(url)).body.items;
  /** As only a superuser can, past all triggers. */
  const change = (assignments: string) =>
    portal.superuser.asBackground(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`);
      await tx.run(sql`update payments set ${rawSql(assignments)} where payment_id = ${payment_id}`);
    });
  return { made: body.payment, payment_id, problems, list, change };
}

test('a payment that was made while the clock was ahead is in the list, and due as long after it as others', async () => {
  const { made, list } = await givenPayment();
  expect(await list()).toEqual([]);
  await setBack();
  const [payment, ...others] = await list();
  expect(others).toEqual([]);
  expect(Math.abs(Date.parse(payment.created) - Date.parse(made.created))).toBeLessThan(600_000);
  expect(payment.due_date).toBe(made.due_date);
});

test('the audit agrees with it, also if the clock was corrected in steps, and finds what the clock had said', async () => {
  const { payment_id, problems, list, change } = await givenPayment();
  const read = () =>
    portal.database.system.query<Record<string, string>>(sql`
      select b.created_before, b.created_after, b.due_date_before, b.due_date_after, p.created, p.due_date
      from payments p left join payment_set_backs b using (account_id, payment_id)
      where payment_id = ${payment_id} order by b.created_after desc`);
  const [before] = await read();
  await setBack();
  expect(await problems()).toEqual([]);
  const [after, ...others] = await read();
  expect(others).toEqual([]);
  const stamps = { created_before: before?.['created'], due_date_before: before?.['due_date'] };
  expect(after).toMatchObject(stamps);
  expect([after?.['created_after'], after?.['due_date_after']]).toEqual([
    after?.['created'],
    after?.['due_date'],
  ]);

  // The first correction was half of it.
  const move = "created = created + interval '10 days', due_date = due_date + 10";
  await change(move);
  expect(await problems()).toHaveLength(1);
  await portal.superuser.asBackground(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`
      update payment_set_backs set created_after = created_after + interval '10 days', due_date_after = due_date_after + 10
      where payment_id = ${payment_id}`);
  });
  expect(await problems()).toEqual([]);
  await setBack();
  expect(await list()).toHaveLength(1);
  expect(await problems()).toEqual([]);
  expect(await read()).toHaveLength(2);
});

test.each([
  ['before', 'the note', "note = 'x'"],
  ['before', 'the due date', 'due_date = due_date + 30'],
  ['before', 'the time', "created = created + interval '1 hour'"],
  ['after', 'the reference', "reference = 'RF00XX'"],
  ['after', 'the due date', 'due_date = due_date + 30'],
  ['after', 'the time', "created = created - interval '1 day'"],
])('the audit reports a change that was made %s it was set back: %s', async (when, _, assignments) => {
  const { problems, change } = await givenPayment();
  if (when === 'before') await change(assignments);
  await setBack();
  if (when === 'after') await change(assignments);
  expect((await problems()).map(({ rule }) => rule)).toContain('what was issued has not changed');
});

test('a crypto payment expires with the quote of its invoice', async () => {
  const payment = await givenCryptoPayment(portal, await givenCryptoCustomer(portal));
  await givenMadeAhead(portal.superuser, payment.id, ahead);
  await setBack();
  const { minutes } = await portal.database.system.one<{ minutes: number }>(sql`
    select extract(epoch from expires_at - created)::float8 / 60 as minutes from payments where payment_id = ${payment.id}`);
  const { created, expires_at } = payment.created.payment;
  expect(minutes).toBeCloseTo((Date.parse(expires_at) - Date.parse(created)) / 60_000, 0);
  const { problems } = await auditLedger(portal.database);
  expect(
    problems.filter(({ subject }) => [payment.id, payment.created.payment.number].includes(subject)),
  ).toEqual([]);
});

test('the end that the provider has stated by a right clock stays', async () => {
  const payment = await givenCryptoPayment(portal, await givenCryptoCustomer(portal));
  const { expires_at } = payment.created.payment;
  await portal.superuser.system.run(sql`
    update payments set created = created + interval '40 days' where payment_id = ${payment.id}`);
  await setBack();
  expect((await payment.read()).payment.expires_at).toBe(expires_at);
});

test.each([
  ['less than the portal has lived through', () => lived(1)],
  [
    'a time while none is known to be lived through',
    () => portal.database.system.run(sql`delete from clock_watch`),
  ],
])('a clock that says %s changes no payment', async (_, given) => {
  const { list, problems } = await givenPayment();
  await given();
  await setBack();
  expect(await list()).toEqual([]);
  expect(await problems()).toEqual([]);
  await lived(0);
  await setBack();
  expect(await list()).toHaveLength(1);
});

test('neither the server nor a customer sets a payment back otherwise', async () => {
  const { payment_id } = await givenPayment();
  const { account_id } = await portal.database.system.one<{ account_id: string }>(
    sql`select account_id from payments where payment_id = ${payment_id}`,
  );
  for (const statement of [
    "update payments set created = now() - interval '1 year'",
    'update payments set due_date = due_date + 30',
    'insert into payment_set_backs select account_id, payment_id, created, now() from payments',
    'delete from payment_set_backs',
  ])
    await expect(portal.database.system.run(rawSql(statement))).rejects.toThrow('permission denied');
  await setBack();
  for (const statement of ['select set_back_payments()', 'select from payment_set_backs'])
    await expect(portal.database.withAccount(account_id, (tx) => tx.run(rawSql(statement)))).rejects.toThrow(
      'permission denied',
    );
  await expect(portal.superuser.system.run(sql`delete from payment_set_backs`)).rejects.toThrow(
    'append-only',
  );
});
