import { beforeAll, expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { isIn } from '../../listing/conditions.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import { callsWithNumber } from './call-numbers.repository.ts';
import { givenCalls } from './cdr.fixtures.ts';

const portal = testPortal();
let customer: TestCustomer;
let service: string;

beforeAll(async () => {
  customer = await portal.customer();
  const { account_id } = customer.account;
  service = (await givenService(portal.database, account_id)).service_id;
  await givenCalls(portal.database, { account_id, service_id: service }, [
    { number_to: '+493016225801' },
    { number_to: '+493016225802' },
    { number_to: '+372162258', number_from: '101' },
    { number_to: '101' },
  ]);
  const other = await portal.customer();
  const theirs = await givenService(portal.database, other.account.account_id);
  await givenCalls(portal.database, { account_id: other.account.account_id, service_id: theirs.service_id }, [
    { number_to: '+493016225899' },
  ]);
});

test.each([
  ['number_to=*162258*', 3],
  ['number_to=*6*', 3],
  ['number_to=*5801', 1],
  ['number_to=*162258', 1],
  ['number_to=*101', 1],
  ['number_from=*101', 1],
  ['number_to=493016225801', 1],
  ['number_to=%2B49(0)3016225801', 1],
  ['number_to=4930', 2],
  ['number_to=*999*', 0],
])('%s finds %d calls', async (filter, total) => {
  const { body } = await customer.get(
    `/v1/services/${service}/cdr?start_date=2026-11-20&end_date=2026-11-20&${filter}`,
  );
  expect({ total: body.total, count: body.items.length }).toEqual({ total, count: total });
});

test('finds numbers of the own account only', async () => {
  const find = (of: string) =>
    portal.database.withAccount(customer.account.account_id, (tx) =>
      tx.query(sql`select number from numbers_containing(${of}, '0162258', 10) number order by 1`),
    );
  expect(await find(service)).toEqual([{ number: '+493016225801' }, { number: '+493016225802' }]);
  const { service_id } = await portal.database.system.one<{ service_id: string }>(
    sql`select service_id from call_numbers where number = '+493016225899'`,
  );
  expect(await find(service_id)).toEqual([]);
});

test('forgets a number with its last call', async () => {
  const { account } = await portal.customer();
  const { service_id } = await givenService(portal.database, account.account_id);
  const calls = await givenCalls(portal.database, { account_id: account.account_id, service_id }, [
    { number_from: '101', number_to: '102' },
    { number_from: '102', number_to: '103' },
  ]);
  const remove = (call: number) =>
    portal.database.system.run(sql`delete from cdrs where cdr_id = ${calls[call]!.cdr_id}`);
  const remembered = async () =>
    (
      await portal.database.system.query<{ number: string }>(
        sql`select number from call_numbers where service_id = ${service_id} order by 1`,
      )
    ).map(({ number }) => number);
  await remove(0);
  expect(await remembered()).toEqual(['102', '103']);
  await remove(1);
  expect(await remembered()).toEqual([]);
});

test('refuses what is not digits', async () => {
  const find = portal.database.withAccount(customer.account.account_id, (tx) =>
    tx.query(sql`select numbers_containing(${service}, '%', 10)`),
  );
  await expect(find).rejects.toThrow('not digits');
});

test('calls with any part of a number are found by an index under row-level security', async () => {
  const { account } = await portal.customer();
  const of = await givenService(portal.database, account.account_id);
  await portal.database.system.run(sql`
    insert into cdrs (account_id, service_id, started, cdr_id, call_id, direction, ended, number_from, number_to, result,
      duration_seconds, billed_seconds, price)
    select ${account.account_id}, ${of.service_id}, timestamptz '2026-11-20T08:00:00Z' + make_interval(secs => n), 'cdr_' || n, 'x',
      'outbound', timestamptz '2026-11-20T08:00:00Z', '+3726001200', '+4930' || (1000000 + n * 7), 'answered', 1, 1, 0.01
    from generate_series(1, 5000) n`);
  await portal.superuser.system.run(sql`analyze`);
  const traffic = {
    accountId: account.account_id,
    serviceId: of.service_id,
    period: { start_utc: '2026-11-01T00:00:00Z', end_utc: '2026-12-01T00:00:00Z' },
  };
  const plans = await portal.database.withAccount(account.account_id, async (tx) => {
    const found: string[] = [];
    for (const mask of ['49301007007', '4930100700', '*1007007', '*100700*']) {
      const { condition } = await callsWithNumber(tx, traffic, sql`number_to`, mask);
      const rows = await tx.query(
        sql`explain select from cdrs where ${isIn(traffic, sql`started`)} and ${condition}`,
      );
      found.push(rows.map((row) => Object.values(row).join('')).join('\n'));
    }
    return found;
  });
  for (const plan of plans) expect(plan).toMatch(/Index Cond: [^\n]*number_to = ANY/);
});
