import type { Transaction } from '../database/database.ts';
import { identifier, joinSql, rawSql, type Sql, sql } from '../database/sql.ts';

/** Stamps of a table that decide when something goes on. One that lies far ahead was written by a clock that was ahead. */
export interface StampedTable {
  table: string;
  /** Each column with how far ahead of the clock a right one lies at most, as an interval. */
  ahead: Readonly<Record<string, Sql>>;
  /**
   * Whether a stamp is part of what is documented, so that a clock that is behind may not change right ones: only those count that are
   * later than what the portal has lived through.
   */
  isLasting?: boolean;
  /** Limits, each with the stamp in `ahead` from which it was reckoned: their distance stays. */
  reckoned?: Readonly<Record<string, string>>;
  /** A further column that becomes now with them. */
  due?: string;
  /** The rows that have such stamps; all unless given. */
  only?: Sql;
}

/** A stamp is at most now. */
export const never = sql`interval '0'`;

/** Transactions begin at different moments, and clocks are corrected by seconds all the time. */
const tolerance = sql`interval '1 minute'`;

/** Sets stamps that lie too far ahead to now, so that nothing waits for the wrong date. Returns the number of rows. */
export async function setBackStamps(
  tx: Transaction,
  { table, ahead, isLasting = false, reckoned = {}, due, only }: StampedTable,
): Promise<number> {
  const latest = isLasting ? sql`(select greatest(now(), max(lived)) from clock_watch)` : sql`now()`;
  const stamps = Object.entries(ahead).map(([name, most]) => {
    const column = identifier(name);
    return { name, column, isWrong: sql`${column} > ${latest} + ${most} + ${tolerance}` };
  });
  const assignments = stamps.map(
    ({ column, isWrong }) => sql`${column} = case when ${isWrong} then ${latest} else ${column} end`,
  );
  for (const [name, from] of Object.entries(reckoned)) {
    const limit = identifier(name);
    for (const { column, isWrong } of stamps.filter((stamp) => stamp.name === from))
      assignments.push(
        sql`${limit} = case when ${isWrong} then ${limit} - (${column} - ${latest}) else ${limit} end`,
      );
  }
  if (due !== undefined) assignments.push(sql`${identifier(due)} = now()`);
  const wrong = joinSql(
    stamps.map(({ isWrong }) => isWrong),
    ' or ',
  );
  return tx.run(sql`
    update ${rawSql(table)} set ${joinSql(assignments, ', ')} where (${wrong}) and ${only ?? sql`true`}`);
}

/** A repeated job waits up to 8,192 seconds: 2 seconds, doubled with each of the 12 attempts. */
const longestBackoff = sql`interval '3 hours'`;

/** pg-boss does nothing until its stamps are past: it begins no scheduled job, finds no dead one and deletes none. */
export const queueStamps: readonly StampedTable[] = [
  {
    table: 'pgboss.version',
    ahead: {
      ...{ cron_on: never, bam_on: never, flow_on: never, reindex_on: never },
      monitor_backoff_on: sql`interval '1 hour'`,
    },
  },
  {
    table: 'pgboss.queue',
    ahead: { monitor_claim_on: never, monitor_on: never, maintain_on: never },
  },
  {
    table: 'pgboss.job',
    ahead: {
      start_after: sql`case state when 'retry' then ${longestBackoff} else ${never} end`,
      ...{ started_on: never, heartbeat_on: never, completed_on: never },
    },
  },
];
