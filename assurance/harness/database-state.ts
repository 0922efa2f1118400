import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';

/** A hash of all rows by table, without when a session was last seen, and the number of queued jobs that carry data. */
type DatabaseState = Readonly<Record<string, string>>;

/** Reads the state of a small database; it reads every row. */
async function readState(database: Pool): Promise<DatabaseState> {
  const { rows } = await database.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    order by 1`);
  const parts = rows.map(
    ({ name }) => `select '${name}' as name, count(*) || ' ' ||
      coalesce(md5(string_agg(row, '' order by row)), '') as state
      from (select md5((to_jsonb(t) - 'last_seen')::text) as row from ${name} t) as rows`,
  );
  // The queue's own maintenance jobs carry no data.
  const jobs = `select 'jobs', count(*)::text from pgboss.job
    where data::text not in ('{}', 'null') and name not like '\\_\\_%'`;
  const { rows: states } = await database.query<{ name: string; state: string }>(
    [...parts, jobs].join(' union all '),
  );
  return Object.fromEntries(states.map(({ name, state }) => [name, state]));
}

/** Waits until nothing has changed for two seconds, because mails and tax checks follow in the background. */
export function untilQuiet(database: Pool): Promise<DatabaseState> {
  return untilUnchanged(() => readState(database), { pauseMs: 500, quietTimes: 4 });
}

/** Reads a state until it was the same so many times in a row, with a pause before each; for half a minute of pauses at most. */
export async function untilUnchanged(
  read: () => Promise<DatabaseState>,
  { pauseMs, quietTimes }: { pauseMs: number; quietTimes: number },
): Promise<DatabaseState> {
  let [state, quiet] = [await read(), 0];
  for (let waitedMs = 0; waitedMs < 30_000 && quiet < quietTimes; waitedMs += pauseMs) {
    await wait(pauseMs);
    const now = await read();
    quiet = changedTables(state, now).length === 0 ? quiet + 1 : 0;
    state = now;
  }
  return state;
}

/** Waits until every export has a file or has failed. One whose process was killed is made again some minutes later. */
export async function untilExported(database: Pool): Promise<void> {
  for (;;) {
    const { rows } = await database.query(`select from exports where state in ('queued', 'running') limit 1`);
    if (rows.length === 0) return;
    await wait(100);
  }
}

/** Calls `work`, and returns its result and the tables that have changed. */
export async function changesDuring<T>(database: Pool, work: () => Promise<T>) {
  const before = await readState(database);
  const result = await work();
  return { result, changed: changedTables(before, await readState(database)) };
}

/** Names of the tables that differ between two states. */
export function changedTables(before: DatabaseState, after: DatabaseState): string[] {
  return Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
}
