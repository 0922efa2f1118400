import * as v from 'valibot';
import type { AppContext } from '../../app/context.ts';
import { rawSql, sql } from '../../database/sql.ts';
import { defineJob } from '../../queue/queue.ts';
import { isAwaitedByInvoice, retentionHorizon } from './retention.ts';

const tables = [
  { name: 'cdrs', time: 'started', id: 'cdr_id' },
  { name: 'messages', time: 'created', id: 'message_id' },
] as const;

/** Months that have a partition before they begin. */
const monthsAhead = 3;
/** Records that one transaction deletes, so that it does not hold up imports. */
const pageSize = 5_000;

/**
 * Creates the partitions of the next months, deletes calls and messages that are older than the agreement promises, wherever they
 * are, and what sums still name of them, and detaches and drops the partitions that are empty then. It runs daily. What an invoice is
 * still to be made from stays, with a warning.
 */
export function retentionJob(context: AppContext) {
  return defineJob({
    name: 'retention',
    schema: v.object({}),
    schedule: '20 0 * * *',
    run: async () => {
      for (const table of tables) {
        await createPartitions(context, table.name);
        while ((await deleteOldRecords(context, table)) === pageSize) {
          // The next page.
        }
        await forgetEmptySums(context, table.name);
        await warnOfKeptRecords(context, table);
        await dropPartitions(context, table.name);
      }
    },
  });
}

async function createPartitions({ database }: AppContext, table: string): Promise<void> {
  await database.asBackground((tx) =>
    tx.query(sql`
      select ensure_month_partition(${table}, date_add(now(), make_interval(months => ahead), 'UTC'))
      from generate_series(0, ${monthsAhead}) ahead`),
  );
}

/** Deletes through the parent table, whose triggers subtract the records from all sums. */
async function deleteOldRecords(
  { database }: AppContext,
  { name, time, id }: (typeof tables)[number],
): Promise<number> {
  const key = rawSql(`account_id, service_id, ${time}, ${id}`);
  const [table, column] = [rawSql(name), rawSql(time)];
  return database.asBackground((tx) =>
    tx.run(sql`
      delete from ${table} where (${key}) in (
        select ${key} from ${table} r
        where ${column} < ${retentionHorizon} and not ${isAwaitedByInvoice(sql`r`, column)}
        order by ${column} limit ${pageSize})`),
  );
}

/** The triggers subtract deleted records, but leave buckets of nothing, whose keys name senders. */
async function forgetEmptySums({ database }: AppContext, table: string): Promise<void> {
  await database.asBackground((tx) => tx.run(sql`select forget_empty_sums(${table}, ${retentionHorizon})`));
}

/** Staff must close these months: `npm run billing -- audit` and `close` say which, and why they cannot be closed. */
async function warnOfKeptRecords(
  { database, log }: AppContext,
  { name, time }: (typeof tables)[number],
): Promise<void> {
  const column = rawSql(time);
  const kept = await database.asBackground((tx) =>
    tx.query<{ service_id: string; records: number; since: string }>(sql`
      select service_id, count(*)::int as records, to_char(min(${column}), 'YYYY-MM') as since
      from ${rawSql(name)} r where ${column} < ${retentionHorizon} group by account_id, service_id order by service_id`),
  );
  for (const service of kept)
    log.warn({ table: name, ...service }, 'records are kept after 13 months: their month is not invoiced');
}

/** Nobody waits longer than a moment for a table that a long report is reading: the next day will do. */
async function dropPartitions({ database, log }: AppContext, table: string): Promise<void> {
  try {
    await database.asBackground(async (tx) => {
      await tx.run(sql`set local lock_timeout = '2s'`);
      const dropped = await tx.query<{ name: string }>(
        sql`select drop_past_partitions(${table}, ${retentionHorizon}) as name`,
      );
      for (const { name } of dropped) log.info({ partition: name }, 'partition of a past month dropped');
    });
  } catch (err) {
    log.warn({ err, table }, 'partitions of past months are dropped tomorrow');
  }
}
