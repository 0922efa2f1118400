import { beforeAll, expect, test } from '@jest/globals';
import { rawSql, sql } from '../../database/sql.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenCalls } from './cdr.fixtures.ts';
import { givenMessages } from './messages.fixtures.ts';

const portal = testPortal();
const services = new Map<TestCustomer, { cdr: string; messages: string }>();
let [owner, stranger]: TestCustomer[] = [];

beforeAll(async () => {
  for (const customer of [await portal.customer(), await portal.customer()]) {
    const { account_id } = customer.account;
    const add = async (type: 'voicing' | 'messaging') =>
      (await givenService(portal.database, account_id, { type })).service_id;
    const own = { cdr: await add('voicing'), messages: await add('messaging') };
    services.set(customer, own);
    await givenCalls(portal.database, { account_id, service_id: own.cdr }, [{ cdr_id: 'cdr_shared' }]);
    await givenMessages(portal.database, { account_id, service_id: own.messages }, [
      { message_id: 'msg_shared' },
    ]);
  }
  [owner, stranger] = services.keys();
});

test.each([
  ['cdr', 'cdr_shared', 'call_moments'],
  ['messages', 'msg_shared', 'message_moments'],
] as const)('%s: one of two customers’ records with the same id is found', async (name, id, lookUp) => {
  const own = services.get(owner!)![name];
  const theirs = services.get(stranger!)![name];
  const found = await owner!.get(`/v1/services/${own}/${name}/${id}`);
  expect(found.status).toBe(200);
  expect((await owner!.get(`/v1/services/${theirs}/${name}/${id}`)).status).toBe(404);
  expect((await owner!.get(`/v1/services/${own}/${name}/${id}x`)).status).toBe(404);

  const { account_id } = owner!.account;
  await portal.database.withAccount(account_id, async (tx) => {
    const moments = (of: string) => tx.query(sql`select ${rawSql(lookUp)}(${of}, ${id}) moment`);
    expect(await moments(own)).toHaveLength(1);
    expect(await moments(theirs)).toEqual([]);
  });
});

test('an id is found by the index of hashes, also without statistics of its service', async () => {
  const { account } = owner!;
  const { cdr } = services.get(owner!)!;
  await portal.database.system.run(sql`
    insert into cdrs (account_id, service_id, started, cdr_id, call_id, direction, ended, number_from, number_to, result,
      duration_seconds, billed_seconds, price)
    select ${account.account_id}, ${cdr}, timestamptz '2026-11-20T08:00:00Z' + make_interval(secs => n), 'cdr_many' || n, 'x',
      'outbound', timestamptz '2026-11-20T08:00:00Z', '+3726001200', '+493010000', 'answered', 1, 1, 0.01
    from generate_series(1, 5000) n`);
  const plan = await portal.database.system.query(sql`
    explain select from cdrs where hashtextextended(cdr_id, 0) = hashtextextended('cdr_many42', 0)`);
  expect(JSON.stringify(plan)).toMatch(/Index Cond: \(hashtextextended\(cdr_id/);
});
