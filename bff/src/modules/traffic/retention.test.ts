import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { identifier, joinSql, sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { auditLedger } from '../ledger/audit.ts';
import { postUsage } from '../ledger/post-usage.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenCalls } from './cdr.fixtures.ts';
import { givenMessages } from './messages.fixtures.ts';
import { retentionJob } from './retention.job.ts';
import { oldestStoredMs } from './retention.ts';
import { auditSums } from './sums/audit-sums.ts';

const portal = testPortal();
const sumTables = [
  'usage_by_time',
  'usage_by_line',
  'calls_by_quarter',
  'calls_by_hour',
  'calls_by_kind',
  'messages_by_quarter',
  'messages_by_hour',
  'messages_by_kind',
];
const horizon = DateTime.fromMillis(oldestStoredMs(new Date()), { zone: 'utc' });
const iso = (time: DateTime) => time.toISO({ suppressMilliseconds: true }) ?? '';
let voicing: { account_id: string; service_id: string };
let messaging: typeof voicing;

beforeAll(async () => {
  const { account } = await portal.customer();
  const { account_id } = account;
  voicing = { account_id, service_id: (await givenService(portal.database, account_id)).service_id };
  const service = await givenService(portal.database, account_id, { type: 'messaging' });
  messaging = { account_id, service_id: service.service_id };
});
afterEach(async () => expect((await auditLedger(portal.database)).problems).toEqual([]));

async function partitions(parent: string) {
  const rows = await portal.database.system.query<{ name: string }>(sql`
    select relname as name from pg_inherits join pg_class on oid = inhrelid where inhparent = ${parent}::regclass order by 1`);
  return rows.map(({ name }) => name);
}

const monthOf = (time: DateTime, parent = 'cdrs') => `${parent}_${time.toFormat('yyyy_MM')}`;
const run = () => retentionJob(portal.context).run({});

test('creates the partitions of this and the next three months', async () => {
  await run();
  const now = DateTime.utc();
  for (const parent of ['cdrs', 'messages']) {
    const expected = [0, 1, 2, 3].map((months) => monthOf(now.plus({ months }), parent));
    expect(await partitions(parent)).toEqual(expect.arrayContaining(expected));
  }
});

test('deletes calls and messages after 13 months to the day, in every partition, and their sums', async () => {
  const { database } = portal;
  const [old, older, kept] = [horizon.minus({ seconds: 1 }), horizon.minus({ months: 2 }), horizon];
  for (const parent of ['cdrs', 'messages'])
    await database.system.query(sql`select ensure_month_partition(${parent}, ${iso(older)}::timestamptz)`);
  const batch_id = 'old';
  await givenCalls(
    database,
    voicing,
    [older, old, kept].map((time) => ({ started: iso(time), batch_id })),
  );
  await givenMessages(
    database,
    messaging,
    [older, old, kept].map((time) => ({ created: iso(time), batch_id, sender: `sender ${iso(time)}` })),
  );
  for (const [owner, table] of [
    [voicing, sql`cdrs`],
    [messaging, sql`messages`],
  ] as const) {
    const { cost } = await database.system.one<{ cost: string }>(
      sql`select sum(price) as cost from ${table} where service_id = ${owner.service_id}`,
    );
    const times = { first_record: iso(older), last_record: iso(kept) };
    await database.asBackground((tx) =>
      postUsage(tx, { ...owner, currency: 'eur', batch_id, records: 3, cost, ...times }, 'import'),
    );
  }
  expect((await auditLedger(database)).problems).toEqual([]);
  const before = await partitions('cdrs');
  expect(before).toContain(monthOf(older));

  await run();
  await run();

  const left = await database.system.query<{ time: string }>(sql`
    select started as time from cdrs union all select created from messages`);
  expect(left.map(({ time }) => Date.parse(time))).toEqual([kept.toMillis(), kept.toMillis()]);
  // Buckets of nothing are gone as well: their keys name senders.
  const buckets = sumTables.map((table) => sql`select ${table} as name, moment from ${identifier(table)}`);
  const sums = await database.system.query<{ name: string; moment: string }>(joinSql(buckets, ' union all '));
  const month = kept.startOf('month').toMillis();
  expect(sums.filter(({ moment }) => Date.parse(moment) < month)).toEqual([]);
  expect(new Set(sums.map(({ name }) => name))).toEqual(new Set(sumTables));
  const senders = await database.system.query(sql`select distinct sender from messages_by_kind`);
  expect(senders).toEqual([{ sender: `sender ${iso(kept)}` }]);
  expect((await auditSums(database)).differences).toEqual([]);
  expect(await partitions('cdrs')).not.toContain(monthOf(older));
  expect(await partitions('messages')).not.toContain(monthOf(older, 'messages'));
  expect(await database.system.first(sql`select to_regclass(${monthOf(older)}) as found`)).toEqual({
    found: null,
  });
});

test('a partition with records is never dropped, whatever its month', async () => {
  const { database } = portal;
  const time = horizon.minus({ months: 3 });
  await database.system.query(sql`select ensure_month_partition('cdrs', ${iso(time)}::timestamptz)`);
  await givenCalls(database, voicing, [{ started: iso(time), price: '0' }]);
  const drop = sql`select drop_past_partitions('cdrs', ${iso(horizon)}::timestamptz) as name`;
  expect(await database.system.query(drop)).toEqual([]);
  await run();
  expect(await partitions('cdrs')).not.toContain(monthOf(time));
});
