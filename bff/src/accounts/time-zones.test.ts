import { afterEach, expect, jest, test } from '@jest/globals';
import { DateTime, IANAZone } from 'luxon';
import pino from 'pino';
import { sql } from '../database/sql.ts';
import { testPassword, testPortal } from '../testing/test-portal.ts';
import { checkTimeZones, storeClocksJob } from './time-zones.ts';

const portal = testPortal();
afterEach(() => {
  jest.restoreAllMocks();
});

/** The server's library knows it, PostgreSQL does not. */
const timezone = 'Canada/East-Saskatchewan';
const refusal = {
  status: 422,
  body: { code: 'validation_failed', errors: [{ field: 'timezone', code: 'timezone_invalid' }] },
};

test('refuses a time zone that the database does not know, in the profile and in registrations', async () => {
  const customer = await portal.customer();
  expect(await customer.put('/v1/accounts/profile', { timezone })).toMatchObject(refusal);
  const registration = {
    ...{
      email: 'reader@example.com',
      name: 'Ann Tamm',
      company: 'Example',
      phone: '372 5551 2345',
      country: 'ee',
    },
    ...{
      language: 'en',
      password: testPassword,
      password_repeat: testPassword,
      terms: true,
      currency: 'eur',
    },
  };
  const register = (zone: string) =>
    portal.visitor().post('/v1/users/register', { ...registration, timezone: zone });
  expect(await register(timezone)).toMatchObject(refusal);
  expect((await register('Canada/Central')).status).toBe(201);
  expect((await customer.put('/v1/accounts/profile', { timezone: 'Canada/Central' })).status).toBe(200);
});

test('starts with an account whose time zone the database no longer knows, and lists zones with other rules', async () => {
  const [lost, customer] = [await portal.account(), await portal.account()];
  const zoneOf = async ({ account_id }: { account_id: string }) =>
    (
      await portal.database.system.one<{ timezone: string }>(
        sql`select timezone from accounts where account_id = ${account_id}`,
      )
    ).timezone;
  await portal.superuser.asSystem(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`update accounts set timezone = ${timezone} where account_id = ${lost.account_id}`);
  });
  await portal.superuser.system.run(
    sql`update accounts set timezone = 'America/Edmonton' where account_id = ${customer.account_id}`,
  );
  // Alberta no longer changes its clocks, which one of both may not know yet.
  const { ahead } = await portal.database.system.one<{ ahead: number }>(sql`
    select extract(epoch from (now at time zone 'America/Edmonton') - (now at time zone 'UTC'))::integer / 60 as ahead
    from (select date_trunc('year', now()) + interval '1 year 15 days' as now) january`);
  const lines: { msg: string; account_id?: string; timezones?: string[] }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  await checkTimeZones(portal.database, log);
  expect(lines[0]).toMatchObject({ account_id: lost.account_id, timezone });
  expect(await zoneOf(lost)).toBe('UTC');
  expect(await zoneOf(customer)).toBe('America/Edmonton');
  const january = DateTime.utc().startOf('year').plus({ years: 1, days: 15 }).setZone('America/Edmonton');
  const listed = lines.flatMap(({ timezones = [] }) => timezones);
  if (january.offset !== ahead) expect(listed).toEqual(['America/Edmonton']);
  expect(listed).not.toContain('UTC');
});

test('days of the database are those of the server, whichever has the newer rules', async () => {
  const known = IANAZone.prototype.offset;
  // As if the government had abolished summer time, and one of both did not know yet.
  jest.spyOn(IANAZone.prototype, 'offset').mockImplementation(function (this: IANAZone, ms) {
    return ['Europe/Tallinn', 'Asia/Kolkata'].includes(this.name) ? 120 : known.call(this, ms);
  });
  await portal.account({ timezone: 'Europe/Tallinn' });
  await checkTimeZones(portal.database, pino({ enabled: false }));
  // An alias, which an account takes while the portal runs.
  await portal.account({ timezone: 'Asia/Kolkata' });
  await storeClocksJob(portal.context).run({});
  const { year } = DateTime.utc();
  const moments = [`${year}-01-15T21:30:00Z`, `${year}-07-15T21:30:00Z`, '2011-07-15T21:30:00Z'];
  const localTimes = (zone: string) =>
    portal.database.system.query<{ moment: string }>(sql`
      select local_time(moment, ${zone})::text as moment from unnest(${moments}::timestamptz[]) moment order by moment desc`);
  expect(await localTimes('Europe/Tallinn')).toEqual([
    { moment: `${year}-07-15 23:30:00` },
    { moment: `${year}-01-15 23:30:00` },
    // Long before: by the database's own rules.
    { moment: '2011-07-16 00:30:00' },
  ]);
  expect(await localTimes('Asia/Kolkata')).toMatchObject([{ moment: `${year}-07-15 23:30:00` }, {}, {}]);
  expect(await localTimes('Europe/Helsinki')).toMatchObject([{ moment: `${year}-07-16 00:30:00` }, {}, {}]);
});
