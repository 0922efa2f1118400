import { expect, jest, test } from '@jest/globals';
import { messageStatuses } from '@portal/contract/messages';
import fc from 'fast-check';
import { sql } from '../../../database/sql.ts';
import { testPortal } from '../../../testing/test-portal.ts';
import { givenService } from '../../services/services.fixtures.ts';
import { givenCalls } from '../cdr.fixtures.ts';
import { givenMessages } from '../messages.fixtures.ts';
import { auditSums } from './audit-sums.ts';

const portal = testPortal();
/** `npm run bar -- R19` tries 1,000. */
const runs = Number(process.env['TRAFFIC_SUM_RUNS'] ?? 10);
jest.setTimeout(30_000 + runs * 2_000);
const database = () => portal.database;

async function owner(type: 'voicing' | 'messaging') {
  const { account } = await portal.customer();
  const { service_id } = await givenService(database(), account.account_id, { type });
  return { account_id: account.account_id, service_id };
}

const moment = fc
  .integer({ min: Date.UTC(2026, 9, 30), max: Date.UTC(2026, 10, 2) })
  .map((ms) => new Date(ms).toISOString());
const place = fc.constantFrom(
  { country: 'de', destination: 'Germany Berlin' },
  { country: 'fi', destination: null },
  { country: null, destination: null },
);
const call = fc
  .record({
    started: moment,
    place,
    direction: fc.constantFrom('outbound' as const, 'inbound' as const),
    result: fc.constantFrom('answered', 'busy', 'no_answer', 'failed'),
    duration_seconds: fc.integer({ min: 0, max: 400 }),
    pdd_ms: fc.option(fc.integer({ min: 0, max: 40_000 })),
    number_from: fc.constantFrom('+3726001200', '+3726001201'),
  })
  .map(({ place, ...rest }) => ({ ...rest, ...place }));
const message = fc.record({
  created: moment,
  country: fc.constantFrom('ee', null),
  operator: fc.constantFrom('Telia', null),
  sender: fc.constantFrom('DALAT', 'SHOP'),
  status: fc.constantFrom(...messageStatuses),
  latency_ms: fc.option(fc.integer({ min: 0, max: 9_000_000 })),
  parts: fc.integer({ min: 1, max: 4 }),
  error_code: fc.constantFrom(null, '0x000B'),
  sent: fc.constantFrom(null, '2026-11-01T00:00:00Z'),
});

async function expectNoDifference() {
  const { differences, compared } = await auditSums(database());
  expect(differences).toEqual([]);
  return Object.fromEntries(compared.map(({ target, buckets }) => [target, buckets]));
}

test('sums of calls are those of the records after imports, late calls, new prices and removed calls', async () => {
  const of = await owner('voicing');
  await database().system.run(sql`
    insert into rented_numbers (account_id, number_id, service_id, number, country, type, capabilities, status, monthly_price,
      currency, rented_at)
    values (${of.account_id}, 'num_1', ${of.service_id}, '+3726001200', 'ee', 'local', '{}', 'active', 3, 'eur', now())`);
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 12 }), fc.nat(), async (calls, seed) => {
      const rows = await givenCalls(database(), of, calls);
      const ids = rows.filter((_, index) => (seed >> (index % 20)) % 2 === 0).map(({ cdr_id }) => cdr_id);
      await database().system.run(sql`
        update cdrs set price = price * 2, country = 'fr', destination = 'France', duration_seconds = duration_seconds / 2
        where cdr_id = any(${ids}::text[])`);
      await database().system.run(sql`delete from cdrs where cdr_id = any(${ids.slice(0, 3)}::text[])`);
      await expectNoDifference();
    }),
    { numRuns: runs },
  );
  expect(await expectNoDifference()).toMatchObject({
    calls_by_quarter: expect.any(Number),
    calls_by_hour: expect.any(Number),
    calls_by_number: expect.any(Number),
  });
});

test('sums of messages are those of the records while their statuses change', async () => {
  const of = await owner('messaging');
  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 12 }), message, async (messages, next) => {
      const rows = await givenMessages(database(), of, messages);
      const ids = rows.slice(0, 5).map(({ message_id }) => message_id);
      await database().system.run(sql`
        update messages set status = ${next.status}, latency_ms = ${next.latency_ms}, error_code = ${next.error_code}
        where message_id = any(${ids}::text[])`);
      await database().system.run(
        sql`delete from messages where message_id = any(${ids.slice(0, 2)}::text[])`,
      );
      await expectNoDifference();
    }),
    { numRuns: runs },
  );
});

test('reports a sum that differs from its records', async () => {
  const of = await owner('voicing');
  await givenCalls(database(), of, [{ started: '2026-11-20T10:07:00Z', duration_seconds: 60 }]);
  const setLongest = (seconds: number) =>
    portal.superuser.system.run(
      sql`update calls_by_quarter set longest = ${seconds} where service_id = ${of.service_id}`,
    );
  await setLongest(61);
  const { differences } = await auditSums(database());
  await setLongest(60);
  expect(differences).toEqual([
    {
      target: 'calls_by_quarter',
      bucket: { ...of, moment: '2026-11-20T10:00:00+00:00' },
      expected: expect.objectContaining({ longest: 60, calls: 1 }),
      found: expect.objectContaining({ longest: 61, calls: 1 }),
    },
  ]);
});

test('reports numbers that a search would miss, and those without calls', async () => {
  const of = await owner('voicing');
  await givenCalls(database(), of, [{ number_from: '+3726001200', number_to: '+4930111111' }]);
  const { superuser } = portal;
  const differences = async () =>
    (await auditSums(database())).differences.map(({ target, bucket, expected, found }) => [
      target,
      bucket['number'],
      expected,
      found,
    ]);
  await superuser.system.run(
    sql`delete from call_numbers where service_id = ${of.service_id} and number = '+4930111111'`,
  );
  expect(await differences()).toEqual([['call_numbers', '+4930111111', { records: 1 }, null]]);
  await superuser.system.run(
    sql`insert into call_numbers (account_id, service_id, number) values (${of.account_id}, ${of.service_id}, '+4930111111')`,
  );
  await superuser.system.run(
    sql`update cdrs set number_to = '+4930999999' where service_id = ${of.service_id}`,
  );
  expect((await differences()).toSorted()).toEqual([
    ['call_numbers', '+4930111111', null, { kept: 1 }],
    ['call_numbers', '+4930999999', { records: 1 }, null],
  ]);
  await superuser.system.run(
    sql`update cdrs set number_to = '+4930111111' where service_id = ${of.service_id}`,
  );
  expect(await differences()).toEqual([]);
});

test('the comparison names senders and recipients that a search would miss', async () => {
  const of = await owner('messaging');
  await givenMessages(database(), of, [{ sender: 'MISSED' }]);
  const address = sql`message_addresses where service_id = ${of.service_id} and address = 'MISSED'`;
  await portal.superuser.system.run(sql`delete from ${address}`);
  const { differences } = await auditSums(database());
  expect(differences).toEqual([
    {
      target: 'message_addresses',
      bucket: { ...of, address: 'MISSED' },
      expected: { records: 1 },
      found: null,
    },
  ]);
  await portal.superuser.system.run(
    sql`insert into message_addresses select account_id, service_id, sender from messages where sender = 'MISSED'`,
  );
});

test('a customer’s transaction sees the sums of its own account only', async () => {
  const [mine, other] = [await owner('voicing'), await owner('voicing')];
  for (const one of [mine, other]) await givenCalls(database(), one, [{}]);
  const seen = await database().withAccount(mine.account_id, (tx) =>
    tx.query(sql`
      select account_id from calls_by_quarter union all select account_id from calls_by_kind group by account_id`),
  );
  expect(seen).toEqual([{ account_id: mine.account_id }, { account_id: mine.account_id }]);
});

test('a number that is rented later counts the calls that it had', async () => {
  const of = await owner('voicing');
  await givenCalls(database(), of, [{ number_to: '+3726009999', duration_seconds: 30 }, {}]);
  await database().system.run(sql`
    insert into rented_numbers (account_id, number_id, service_id, number, country, type, capabilities, status, monthly_price,
      currency, rented_at)
    values (${of.account_id}, 'num_1', ${of.service_id}, '+3726009999', 'ee', 'local', '{}', 'active', 3, 'eur', now())`);
  const counted = await database().system.query(
    sql`select number, calls, talk_seconds from calls_by_number where service_id = ${of.service_id}`,
  );
  expect(counted).toEqual([{ number: '+3726009999', calls: 1, talk_seconds: 30 }]);
  await expectNoDifference();
});
