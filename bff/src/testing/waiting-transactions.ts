import type { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';

/**
 * Runs `work` while the account is locked, so that its transactions queue in the order in which they reach the account.
 * `queued` waits until this many of them wait. It uses the background pool: the queued transactions may fill the others.
 */
export async function whileLocked<Result>(
  database: Database,
  accountId: string,
  work: (queued: (count: number) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  return database.asBackground(async (tx) => {
    await tx.run(sql`select 1 from accounts where account_id = ${accountId} for update`);
    return work((count) => queued(database, count));
  });
}

/** Waits until this many transactions wait for a lock. */
export async function queued(database: Database, count: number): Promise<void> {
  while ((await countWaiting(database)) < count) {
    // Asks again.
  }
}

/** Waits until no transaction waits for a lock. */
export async function noneQueued(database: Database): Promise<void> {
  while ((await countWaiting(database)) > 0) {
    // Asks again.
  }
}

async function countWaiting(database: Database): Promise<number> {
  const { waiting } = await database.asBackground((tx) =>
    tx.one<{ waiting: number }>(sql`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`),
  );
  return waiting;
}
