import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { rawSql, sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { auditLedger } from '../ledger/audit.ts';
import { insertCharge } from '../number-rents/number-charges.repository.ts';
import { closeMonths } from './close-months.ts';
import { closingFixtures, type Owner } from './closing.fixtures.ts';

const portal = testPortal();
const { givenOpenService, givenTopUp, givenUsage, rerateTo } = closingFixtures(portal);

/** A service whose September was closed, with the calls given, while the clock was ahead: the clock is a year behind this closing. */
async function givenClosedAhead(vatOn: 'usage' | 'topup', calls: Record<string, string> = {}) {
  const owner = await givenOpenService(vatOn);
  if (Object.keys(calls).length > 0) await givenUsage(owner, 'first', calls);
  await closeMonths(portal.context, { lastMonth: '2026-09' });
  await portal.superuser.system.run(sql`
    update month_closings set closed = closed + interval '1 year' where service_id = ${owner.service_id}`);
  return owner;
}

async function figuresOf({ customer }: Owner) {
  const { body } = await customer.get('/v1/services/all');
  const { balance, reserved, available } = body.services[0];
  return { balance, reserved, available };
}

const problems = async () => (await auditLedger(portal.database)).problems;

/** Closes October, and expects that it debits what was reserved. */
async function closeAsReserved(owner: Owner) {
  const { available } = await figuresOf(owner);
  await closeMonths(portal.context, { lastMonth: '2026-10' });
  expect(await figuresOf(owner)).toEqual({ balance: available, reserved: '0.0000', available });
  expect(await problems()).toEqual([]);
}

test('reserves usage that arrives after a closing whose time lies ahead, and the audit expects it on the next document', async () => {
  const owner = await givenClosedAhead('usage');
  await givenUsage(owner, 'late', { '2026-09-20T08:00:00Z': '10' });
  expect(await figuresOf(owner)).toEqual({ balance: '-10.0000', reserved: '2.4000', available: '-12.4000' });
  expect(await problems()).toEqual([]);
  await closeAsReserved(owner);
});

test('the audit expects free calls that arrive after such a closing, and get a price, on the next document', async () => {
  const owner = await givenClosedAhead('usage', { '2026-09-20T08:00:00Z': '0' });
  await givenUsage(owner, 'late', { '2026-09-21T08:00:00Z': '0' });
  for (const batch of ['first', 'late']) await rerateTo(owner, batch, '5');
  expect(await figuresOf(owner)).toMatchObject({ balance: '-10.0000', reserved: '2.4000' });
  expect(await problems()).toEqual([]);
  await closeAsReserved(owner);
});

test('the audit expects rents that are charged after such a closing on the next document', async () => {
  const owner = await givenClosedAhead('usage');
  const { account_id, service_id } = owner;
  await portal.superuser.system.run(sql`
    insert into rented_numbers (account_id, service_id, number_id, number, country, type, capabilities, status, monthly_price,
      currency, rented_at)
    values (${account_id}, ${service_id}, 'num_1', '+3726001200', 'ee', 'local', '{}', 'expired', 3, 'eur', '2026-09-20')`);
  await portal.database.asBackground((tx) =>
    insertCharge(
      tx,
      {
        ...{
          account_id,
          service_id,
          number_id: 'num_1',
          number: '+3726001200',
          currency: 'eur',
          kind: 'rent',
        },
        ...{ charge_id: `${service_id}:num_1:1`, period_start: '2026-09-20', period_end: '2026-10-19' },
        ...{ amount: '3.00', occurred_at: '2026-09-20T08:00:00Z' },
      },
      'test',
    ),
  );
  expect(await figuresOf(owner)).toMatchObject({ balance: '-3.0000', reserved: '0.7200' });
  expect(await problems()).toEqual([]);
  await closeAsReserved(owner);
});

test('the audit expects a top-up that is imported after such a closing on the next document', async () => {
  const owner = await givenClosedAhead('topup');
  await givenTopUp(owner, '100.00', '24', '2026-09-20T08:00:00Z');
  expect(await problems()).toEqual([]);
  await closeAsReserved(owner);
});

test('the audit accepts that a document uses a credit of a clock that was ahead', async () => {
  const owner = await givenOpenService('usage');
  await givenTopUp(owner, '100.00', '24', '2026-09-20T08:00:00Z');
  await portal.superuser.asBackground(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`
      update journal_entries set recorded_at = recorded_at + interval '1 year'
      where entry_id in (select entry_id from payment_entries where account_id = ${owner.account_id})`);
  });
  await givenUsage(owner, 'first', { '2026-09-21T08:00:00Z': '10' });
  await closeMonths(portal.context, { lastMonth: '2026-10' });
  expect(await problems()).toEqual([]);
});

test('closings from before the migration get the entry before that of their document, or the last one of their time', async () => {
  const owner = await givenOpenService('usage');
  const { service_id } = owner;
  await givenUsage(owner, 'october', { '2026-10-20T08:00:00Z': '10' });
  await closeMonths(portal.context, { lastMonth: '2026-10' });
  await givenUsage(owner, 'late', { '2026-10-21T08:00:00Z': '10' });
  const stored = () =>
    portal.superuser.system.query<{ last_entry: number }>(sql`
      select last_entry from month_closings where service_id = ${service_id} order by month`);
  const before = await stored();
  const [{ last_entry } = { last_entry: 0 }] = before;
  expect(before).toEqual([{ last_entry: expect.any(Number) }, { last_entry }]);
  expect(last_entry).toBeGreaterThan(0);
  const migration = new URL('../../../migrations/0684-last-entries-of-closings.sql', import.meta.url);
  const [backfill = ''] = /^update month_closings.*?;/ms.exec(readFileSync(migration, 'utf8')) ?? [];
  await portal.superuser.system.run(sql`update month_closings set last_entry = 0`);
  await portal.superuser.system.run(rawSql(backfill));
  expect(await stored()).toEqual(before);
});
