import type { Database, Queryable } from '../../../database/database.ts';
import { identifier, joinSql, rawSql, type Sql, sql } from '../../../database/sql.ts';

export interface SumsReport {
  /** How many buckets of each table of sums were compared. */
  compared: { target: string; buckets: number }[];
  differences: SumDifference[];
}

interface SumDifference {
  target: string;
  /** The keys of the bucket. */
  bucket: Record<string, unknown>;
  expected: Record<string, unknown> | null;
  found: Record<string, unknown> | null;
}

interface Definition {
  target: string;
  keys: string[];
  measures: string[];
  /** The query that adds the records up, as triggers add those of one statement. */
  query: string;
}

/** Differences listed for one table. */
const listed = 100;
/** The tables may be large. */
const unlimited = { seconds: Number.POSITIVE_INFINITY };

/** Compares all sums of calls and messages, and what searches look up, with the records, in one snapshot of the database. */
export async function auditSums(database: Database): Promise<SumsReport> {
  return database.asBackground(async (tx) => {
    await tx.run(sql`set transaction isolation level repeatable read, read only`);
    const report: SumsReport = { compared: [], differences: [] };
    for (const definition of await findDefinitions(tx)) {
      const { buckets } = await tx.one<{ buckets: number }>(
        sql`select count(*) as buckets from ${identifier(definition.target)}`,
      );
      report.compared.push({ target: definition.target, buckets });
      report.differences.push(...(await findDifferences(tx, definition)));
    }
    for (const kept of searched) {
      const { buckets } = await tx.one<{ buckets: number }>(
        sql`select count(*) as buckets from ${identifier(kept.target)}`,
      );
      report.compared.push({ target: kept.target, buckets });
      report.differences.push(...(await findSearchDifferences(tx, kept)));
    }
    return report;
  }, unlimited);
}

/** Where searches look up what records have, beside the records: they would miss those of a value that is not there. */
const searched = [
  { target: 'call_numbers', records: 'cdrs', value: 'number', columns: ['number_from', 'number_to'] },
  { target: 'message_addresses', records: 'messages', value: 'address', columns: ['sender', 'recipient'] },
] as const;

async function findSearchDifferences(
  tx: Queryable,
  { target, records, value, columns: [one, other] }: (typeof searched)[number],
): Promise<SumDifference[]> {
  const keys = ['account_id', 'service_id', value];
  const key = joinSql(keys.map(identifier), ', ');
  return tx.query<SumDifference>(sql`
    with expected as (
      select ${key}, count(*) as records
      from ${identifier(records)} cross join lateral (select ${identifier(one)} union select ${identifier(other)}) own (${identifier(value)})
      group by ${key}
    ), found as (select ${key}, 1 as kept from ${identifier(target)})
    select ${target} as target, json_object(${jsonMembers(keys)}) as bucket,
      case when records is not null then json_object('records' : records) end as expected,
      case when kept is not null then json_object('kept' : kept) end as found
    from expected full join found using (${key})
    where records is null or kept is null
    limit ${listed}`);
}

/** Calls and messages share the sums of usage; a service has one of them. */
async function findDefinitions(tx: Queryable): Promise<Definition[]> {
  return tx.query<Definition>(sql`
    select target, array_to_json(keys) as keys, array_to_json(sums || peaks) as measures,
      string_agg('(' || traffic_sum_query(s, traffic_records(kind, kind)) || ')', ' union all ') as query
    from unnest(array['cdrs', 'messages']) kind, traffic_sums(kind) s
    group by target, keys, sums, peaks
    order by target`);
}

/** A bucket whose sums are all zero is as good as none: its records were removed. */
async function findDifferences(tx: Queryable, definition: Definition): Promise<SumDifference[]> {
  const { target, keys, measures, query } = definition;
  const bucketKeys = joinSql(['account_id', 'service_id', ...keys].map(identifier), ', ');
  const names = joinSql(measures.map(identifier), ', ');
  const of = (table: Sql) =>
    joinSql(
      measures.map((name) => sql`${table}.${identifier(name)}`),
      ', ',
    );
  const zeros = joinSql(
    measures.map(() => rawSql('0')),
    ', ',
  );
  return tx.query<SumDifference>(sql`
    with expected (${bucketKeys}, ${names}) as (${rawSql(query)}),
      found as (select ${bucketKeys}, ${names} from ${identifier(target)} where (${names}) is distinct from (${zeros}))
    select ${target} as target, json_object(${jsonMembers(['account_id', 'service_id', ...keys])}) as bucket,
      to_json(expected) as expected, to_json(found) as found
    from expected full join found using (${bucketKeys})
    where (${of(sql`expected`)}) is distinct from (${of(sql`found`)})
    limit ${listed}`);
}

function jsonMembers(names: readonly string[]): Sql {
  return joinSql(
    names.map((name) => sql`${rawSql(`'${name}'`)} : ${identifier(name)}`),
    ', ',
  );
}

/** Returns the report as lines for a reader. */
export function describeSums({ compared, differences }: SumsReport): string {
  const lines = differences.map(
    ({ target, bucket, expected, found }) =>
      `${target} ${Object.values(bucket).join(' ')}: expected ${amounts(expected)}, found ${amounts(found)}`,
  );
  const counts = compared.map(({ target, buckets }) => `${target} ${buckets}`);
  const result = differences.length === 0 ? 'all agree' : `${differences.length} differ`;
  return [...lines, `${counts.join(', ')} buckets: ${result}`].join('\n');
}

/** The sums that are not zero. */
function amounts(sums: SumDifference['expected']): string {
  const entries = Object.entries(sums ?? {}).filter(([, value]) => typeof value === 'number' && value !== 0);
  return entries.map(([name, value]) => `${name} ${String(value)}`).join(' ') || 'nothing';
}
