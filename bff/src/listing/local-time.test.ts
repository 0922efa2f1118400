import { expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { sql } from '../database/sql.ts';
import { auditLedger } from '../modules/ledger/audit.ts';
import { closeMonths } from '../modules/monthly-vat-invoices/close-months.ts';
import { givenUsage } from '../modules/monthly-vat-invoices/closings.fixtures.ts';
import { givenService } from '../modules/services/services.fixtures.ts';
import { givenCalls } from '../modules/traffic/cdr.fixtures.ts';
import { givenMessages } from '../modules/traffic/messages.fixtures.ts';
import { testPortal } from '../testing/test-portal.ts';
import { localTime, zoneOffsets } from './local-time.ts';

const portal = testPortal();

test.each([
  ['UTC', '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ['Europe/Tallinn', '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ['Asia/Kathmandu', '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  // Half an hour of summer time.
  ['Australia/Lord_Howe', '2026-03-30T00:00:00Z', '2026-10-10T00:00:00Z'],
  // Another clock during Ramadan.
  ['Africa/Casablanca', '2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
  ['America/Edmonton', '2026-06-01T00:00:00Z', '2027-06-01T00:00:00Z'],
])('shows the clock of %s as the server does', async (timezone, start_utc, end_utc) => {
  const offsets = zoneOffsets({ timezone, start_utc, end_utc });
  const rows = await portal.database.system.query<{ moment: string; local: string }>(sql`
    select moment, to_char(${localTime(sql`moment`, offsets)}, 'YYYY-MM-DD"T"HH24:MI:SS') as local
    from generate_series(${start_utc}::timestamptz, ${end_utc}::timestamptz - interval '1 second', interval '67 minutes') moment`);
  expect(rows.length).toBeGreaterThan(1000);
  const wrong = rows.filter(
    ({ moment, local }) =>
      DateTime.fromISO(moment, { zone: timezone }).toFormat("yyyy-MM-dd'T'HH:mm:ss") !== local,
  );
  expect(wrong).toEqual([]);
  // To the second, where a clock changes.
  for (const { from, seconds } of offsets.slice(1)) {
    const at = DateTime.fromISO(from, { zone: timezone });
    expect(at.offset * 60).toBe(seconds);
    expect(at.minus({ seconds: 1 }).offset * 60).not.toBe(seconds);
  }
});

test.each(['America/Edmonton', 'Africa/Casablanca', 'Pacific/Auckland'])(
  'reports of an account in %s have the calls and messages of the days of its period',
  async (timezone) => {
    const { database } = portal;
    const customer = await portal.customer();
    const { account_id } = customer.account;
    await database.system.run(
      sql`update accounts set timezone = ${timezone} where account_id = ${account_id}`,
    );
    const day = DateTime.fromISO('2026-12-02', { zone: timezone });
    const moments = [day, day.endOf('day').startOf('second')].map(
      (moment) => moment.toUTC().toISO({ suppressMilliseconds: true }) ?? '',
    );
    const calling = await givenService(database, account_id);
    await givenCalls(
      database,
      { account_id, service_id: calling.service_id },
      moments.map((started) => ({ started, price: '0' })),
    );
    const messaging = await givenService(database, account_id, { type: 'messaging' });
    await givenMessages(
      database,
      { account_id, service_id: messaging.service_id },
      moments.map((created) => ({ created, price: '0' })),
    );
    const period = 'start_date=2026-12-01&end_date=2026-12-03&filter=day';
    const report = async ({ service_id }: { service_id: string }, path: string) =>
      (await customer.get(`/v1/services/${service_id}/${path}?${period}`)).body;
    const calls = await report(calling, 'stats');
    expect(calls.items).toMatchObject([{ key: { day: '2026-12-02' }, calls_total: 2 }]);
    const { series } = await report(messaging, 'report');
    expect(series.map(({ messages }: { messages: number }) => messages)).toEqual([0, 2, 0]);
  },
);

test('a month that has ended by the rules of the server is no problem of the audit', async () => {
  const { account } = await portal.customer({
    ...{ country: 'ee', tax_number: null, timezone: 'Africa/Casablanca' },
  });
  const { account_id } = account;
  const { service_id } = await givenService(portal.database, account_id, { vatOn: 'usage' });
  await portal.superuser.system.run(
    sql`update services set created = '2026-10-10T12:00:00Z' where service_id = ${service_id}`,
  );
  await givenUsage(portal, { account_id, service_id }, 'october', [
    { started: '2026-10-31T20:00:00Z', price: '1' },
  ]);
  await closeMonths(portal.context, { lastMonth: '2026-10' });
  const closed = sql`select number from monthly_vat_invoices where service_id = ${service_id}`;
  expect(await portal.database.system.query(closed)).toHaveLength(1);
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});
