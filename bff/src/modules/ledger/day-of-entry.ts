import { type Sql, sql } from '../../database/sql.ts';

/**
 * Returns the day of an entry `e` of the ledger, as a date. That of the bank is stored: the moment of the booking would be on another
 * day after a change of the account's time zone. All other entries have the day of their moment.
 */
export function dayOfEntry(accountId: Sql, timezone: string | Sql): Sql {
  return sql`coalesce(bank_day_of_entry(e.entry_id, ${accountId}), local_time(e.occurred_at, ${timezone})::date)`;
}
