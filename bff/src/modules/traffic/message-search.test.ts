import { beforeAll, expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { isIn } from '../../listing/conditions.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import { messagesWithText } from './message-search.repository.ts';
import { givenMessages } from './messages.fixtures.ts';

const portal = testPortal();
let customer: TestCustomer;
let service_id: string;

beforeAll(async () => {
  customer = await portal.customer();
  const { account_id } = customer.account;
  service_id = (await givenService(portal.database, account_id, { type: 'messaging' })).service_id;
  await givenMessages(portal.database, { account_id, service_id }, [
    { sender: 'Shop 100%_', recipient: '+37255512345' },
    { sender: '+37255599999', recipient: '+491713920001', message_id: 'msg_Known1' },
    { sender: 'DALAT', recipient: '+491713920002', client_ref: 'order-A7', provider_id: 'smsc-42' },
  ]);
  const other = await portal.customer();
  const theirs = await givenService(portal.database, other.account.account_id, { type: 'messaging' });
  const of = { account_id: other.account.account_id, service_id: theirs.service_id };
  await givenMessages(portal.database, of, [{ sender: 'SHOP', provider_id: 'smsc-43' }]);
});

test.each([
  ['shop', 1],
  ['HOP 1', 1],
  ['100%_', 1],
  ['100x', 0],
  ['3725', 2],
  ['00372 555 (12) 345', 1],
  ['+49 171', 2],
  ['1', 3],
  ['lat', 1],
  ['msg_Known1', 1],
  ['msg_Known', 0],
  ['order-A7', 1],
  ['smsc-42', 1],
  ['smsc-43', 0],
])('%s finds %d messages', async (text, total) => {
  const query = new URLSearchParams({ start_date: '2026-11-20', end_date: '2026-11-20', filter: text });
  const { body } = await customer.get(`/v1/services/${service_id}/stats?${query}`);
  expect({ total: body.total, count: body.items.length }).toEqual({ total, count: total });
});

test('finds addresses of the own account only', async () => {
  const { service_id: theirs } = await portal.database.system.one<{ service_id: string }>(
    sql`select service_id from message_addresses where address = 'SHOP'`,
  );
  const find = (of: string) =>
    portal.database.withAccount(customer.account.account_id, (tx) =>
      tx.query(sql`select address from addresses_containing(${of}, 'shop', null, 10) address`),
    );
  expect(await find(service_id)).toEqual([{ address: 'Shop 100%_' }]);
  expect(await find(theirs)).toEqual([]);
});

test('forgets an address with its last message', async () => {
  const { account } = await portal.customer();
  const of = await givenService(portal.database, account.account_id, { type: 'messaging' });
  const [first, second] = await givenMessages(
    portal.database,
    { account_id: account.account_id, service_id: of.service_id },
    [{ recipient: '+37255500001' }, { recipient: '+37255500002' }],
  );
  const remove = (message: typeof first) =>
    portal.database.system.run(sql`delete from messages where message_id = ${message?.message_id}`);
  const remembered = async () => {
    const rows = await portal.database.system.query<{ address: string }>(
      sql`select address from message_addresses where service_id = ${of.service_id} order by 1`,
    );
    return rows.map(({ address }) => address);
  };
  await remove(first);
  expect(await remembered()).toEqual(['+37255500002', 'DALAT']);
  await remove(second);
  expect(await remembered()).toEqual([]);
});

test('finds messages of more addresses than are looked up, and few of many by indexes under row-level security', async () => {
  const { account } = await portal.customer();
  const of = await givenService(portal.database, account.account_id, { type: 'messaging' });
  const start = '2026-11-20T08:00:00Z';
  const messages = Array.from({ length: 5_000 }, (_, n) => ({
    created: new Date(Date.parse(start) + n * 1000).toISOString(),
    recipient: `+4930${1_000_000 + n * 7}`,
  }));
  await givenMessages(
    portal.database,
    { account_id: account.account_id, service_id: of.service_id },
    messages,
  );
  await portal.superuser.system.run(sql`analyze`);
  const traffic = {
    accountId: account.account_id,
    serviceId: of.service_id,
    period: { start_utc: '2026-11-01T00:00:00Z', end_utc: '2026-12-01T00:00:00Z' },
  };
  const [total, plan] = await portal.database.withAccount(account.account_id, async (tx) => {
    const found = sql`from messages where ${isIn(traffic, sql`created`)}`;
    const { count } = await tx.one<{ count: number }>(
      sql`select count(*) ${found} and ${await messagesWithText(tx, traffic, '4930')}`,
    );
    const rows = await tx.query(
      sql`explain select ${found} and ${await messagesWithText(tx, traffic, '100700')}`,
    );
    return [count, rows.map((row) => Object.values(row).join('')).join('\n')];
  });
  expect(total).toBe(5_000);
  expect(plan).toMatch(/Index Cond: [^\n]*recipient = ANY/);
  expect(plan).not.toContain('Seq Scan on messages');
});
