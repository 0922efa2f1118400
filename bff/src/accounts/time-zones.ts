import { DateTime, IANAZone } from 'luxon';
import type { Logger } from 'pino';
import type { Database, Queryable } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { validationFailed } from '../errors/http-error.ts';

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
  const { unknown, zones } = await database.asBackground(async (tx) => ({
    unknown: await tx.query<{ account_id: string; timezone: string }>(sql`
      with unknown as materialized (
        select timezone from (select distinct timezone from accounts) used where not knows_time_zone(timezone)
      )
      update accounts a set timezone = 'UTC' from unknown u where a.timezone = u.timezone
      returning account_id, u.timezone`),
    zones: await tx.query<ZoneClock>(sql`
      select timezone, moment, extract(epoch from (moment at time zone timezone) - (moment at time zone 'UTC'))::integer as seconds
      from (select distinct timezone from accounts where knows_time_zone(timezone)) used,
        generate_series(now() - make_interval(months => ${monthsBack}), now() + make_interval(months => ${monthsAhead}), interval '10 days') moment`),
  }));
  for (const account of unknown)
    log.warn(account, 'the database does not know the time zone: the account has UTC now');
  const differing = new Set(zones.filter(isOtherHere).map(({ timezone }) => timezone));
  if (differing.size > 0)
    log.warn(
      { timezones: [...differing].sort() },
      'Node.js and PostgreSQL have other rules for time zones of accounts: update the older one',
    );
}

interface ZoneClock {
  timezone: string;
  moment: string;
  seconds: number;
}

function isOtherHere({ timezone, moment, seconds }: ZoneClock): boolean {
  return Math.round(IANAZone.create(timezone).offset(DateTime.fromISO(moment).toMillis()) * 60) !== seconds;
}
