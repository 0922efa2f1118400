import { DateTime, IANAZone } from 'luxon';
import type { Logger } from 'pino';
import type { Database, Queryable, Transaction } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { validationFailed } from '../errors/http-error.ts';
import { zoneOffsets } from '../listing/local-time.ts';

/** Throws a 422 for a time zone that the database does not know. The contract refuses what the server's library does not know. */
export async function refuseUnknownTimeZone(db: Queryable, timezone: string): Promise<void> {
  const { known } = await db.one<{ known: boolean }>(sql`select knows_time_zone(${timezone}) as known`);
  if (!known) throw validationFailed({ field: 'timezone', code: 'timezone_invalid' });
}

/** The months around now whose records and invoices have days. */
const [monthsBack, monthsAhead] = [14, 12];

/**
 * Checks time zones when the portal starts, perhaps with another database or Node.js than before: names that the database no longer
 * knows would end the jobs of all accounts and become UTC. Where both have other rules, the database gets the clocks of Node.js
 * (`local_time`), so that documents have the days that the screen shows; the log lists the zones of accounts among them.
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

interface ZoneClock {
  timezone: string;
  is_used: boolean;
  moment: string;
  seconds: number;
}

/** Stores the clocks of the zones in which the database has others. Returns those of accounts, in order. */
async function storeClocks(tx: Transaction): Promise<string[]> {
  // Aliases such as Canada/Mountain among them, which accounts may choose and documents contain.
  const names = await tx.query<{ name: string }>(sql`select name from pg_timezone_names`);
  const known = names.map(({ name }) => name).filter((name) => IANAZone.isValidZone(name));
  const clocks = await tx.query<ZoneClock>(sql`
    with zones as materialized (
      select timezone, bool_or(is_used) as is_used from (
        select unnest(${known}::text[]) as timezone, false as is_used
        union all select distinct timezone, true from accounts
      ) named where knows_time_zone(timezone) group by timezone
    )
    select timezone, is_used, moment, extract(epoch from (moment at time zone timezone) - (moment at time zone 'UTC'))::integer as seconds
    from zones,
      generate_series(now() - make_interval(months => ${monthsBack}), now() + make_interval(months => ${monthsAhead}), interval '15 days') moment`);
  const differing = clocks.filter(isOtherHere);
  const now = DateTime.utc();
  const period = {
    start_utc: now.minus({ months: monthsBack }).toISO(),
    end_utc: now.plus({ months: monthsAhead }).toISO(),
  };
  const rows = [...new Set(differing.map(({ timezone }) => timezone))].flatMap((timezone) => {
    const offsets = zoneOffsets({ timezone, ...period });
    return offsets.map(({ from, seconds }, index) => ({
      timezone,
      starts_at: from,
      ends_at: offsets[index + 1]?.from ?? period.end_utc,
      seconds,
    }));
  });
  // Two processes may start at the same time.
  await tx.run(sql`lock table time_zone_clocks in share row exclusive mode`);
  await tx.run(sql`delete from time_zone_clocks`);
  await tx.run(sql`
    insert into time_zone_clocks (timezone, starts_at, ends_at, seconds)
    select timezone, starts_at, ends_at, seconds from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row(timezone text, starts_at timestamptz, ends_at timestamptz, seconds integer)`);
  return [...new Set(differing.filter((clock) => clock.is_used).map(({ timezone }) => timezone))].sort();
}

function isOtherHere({ timezone, moment, seconds }: ZoneClock): boolean {
  return Math.round(IANAZone.create(timezone).offset(DateTime.fromISO(moment).toMillis()) * 60) !== seconds;
}
