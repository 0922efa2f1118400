import { DateTime, IANAZone } from 'luxon';
import type { Logger } from 'pino';
import type { Database, Queryable, Transaction } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { validationFailed } from '../errors/http-error.ts';
import { zoneOffsets } from '../listing/local-time.ts';
import { defineScheduledJob } from '../queue/queue.ts';

/** Throws a 422 for a time zone that the database does not know. The contract refuses what the server's library does not know. */
export async function refuseUnknownTimeZone(db: Queryable, timezone: string): Promise<void> {
  const { known } = await db.one<{ known: boolean }>(sql`select knows_time_zone(${timezone}) as known`);
  if (!known) throw validationFailed({ field: 'timezone', code: 'timezone_invalid' });
}

/** The months around now whose records and invoices have days. */
const [monthsBack, monthsAhead] = [14, 12];

/**
 * Checks the time zones of accounts when the portal starts, perhaps with another database or Node.js than before: names that the
 * database no longer knows would end the jobs of all accounts and become UTC, and the log lists those whose rules differ.
 */
export async function checkTimeZones(database: Database, log: Logger): Promise<void> {
  const { unknown, differing } = await database.asBackground(async (tx) => ({
    unknown: await tx.query<{ account_id: string; timezone: string }>(sql`
      with unknown as materialized (
        select timezone from (select distinct timezone from accounts) used where not knows_time_zone(timezone)
      )
      update accounts a set timezone = 'UTC' from unknown u where a.timezone = u.timezone
      returning account_id, u.timezone`),
    differing: await storeClocks(tx),
  }));
  for (const account of unknown)
    log.warn(account, 'the database does not know the time zone: the account has UTC now');
  if (differing.length > 0)
    log.warn(
      { timezones: differing },
      'Node.js and PostgreSQL have other rules for time zones of accounts: days begin where Node.js says; update the older one',
    );
}

/** Gives the database the clocks of zones that accounts have taken since the portal has started. */
export function storeClocksJob(context: { database: Database }) {
  return defineScheduledJob(
    context,
    'store-clocks',
    '*/5 * * * *',
    async (tx) => void (await storeClocks(tx)),
  );
}

interface ZoneClock {
  timezone: string;
  moment: string;
  seconds: number;
}

/**
 * Stores the clocks of Node.js for the zones of accounts, and of those that had them before, in which the database has others
 * (`local_time`): documents have the days that the screen shows. Returns these zones, in order.
 */
async function storeClocks(tx: Transaction): Promise<string[]> {
  const clocks = await tx.query<ZoneClock>(sql`
    with zones as materialized (
      select timezone from (select timezone from accounts union select timezone from time_zone_clocks) used
      where knows_time_zone(timezone)
    )
    select timezone, moment, extract(epoch from (moment at time zone timezone) - (moment at time zone 'UTC'))::integer as seconds
    from zones,
      generate_series(now() - make_interval(months => ${monthsBack}), now() + make_interval(months => ${monthsAhead}), interval '10 days') moment`);
  const differing = [...new Set(clocks.filter(isOtherHere).map(({ timezone }) => timezone))].sort();
  // Two processes may do this at the same time.
  await tx.run(sql`lock table time_zone_clocks in share row exclusive mode`);
  await tx.run(sql`delete from time_zone_clocks`);
  await tx.run(sql`
    insert into time_zone_clocks (timezone, starts_at, ends_at, seconds)
    select timezone, starts_at, ends_at, seconds from jsonb_to_recordset(${JSON.stringify(differing.flatMap(clocksOf))}::jsonb)
      as row(timezone text, starts_at timestamptz, ends_at timestamptz, seconds integer)`);
  return differing;
}

function isOtherHere({ timezone, moment, seconds }: ZoneClock): boolean {
  return Math.round(IANAZone.create(timezone).offset(DateTime.fromISO(moment).toMillis()) * 60) !== seconds;
}

function clocksOf(timezone: string) {
  const now = DateTime.utc();
  const end = now.plus({ months: monthsAhead }).toISO();
  const start = now.minus({ months: monthsBack }).toISO();
  const offsets = zoneOffsets({ timezone, start_utc: start, end_utc: end });
  return offsets.map(({ from, seconds }, index) => ({
    timezone,
    starts_at: from,
    ends_at: offsets[index + 1]?.from ?? end,
    seconds,
  }));
}
