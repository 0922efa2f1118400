import { hash } from 'node:crypto';
import type { Currency } from '@portal/contract/money';
import { isErasedAddress } from '../accounts/erased-address.ts';
import type { Transaction } from '../database/database.ts';
import { emptySql, identifier, joinSql, rawSql, selectList, sql } from '../database/sql.ts';
import { OperatorError } from '../errors/operator-error.ts';
import { postUsage } from '../modules/ledger/post-usage.ts';
import { removedRecords } from '../modules/usage/invoiced-usage.ts';
import { normalizeNumber } from '../phone-numbers/normalize-number.ts';
import { arrayOf, type Batch } from './prepare-batch.ts';
import type { RecordTable } from './record-table.ts';

export interface ImportTarget {
  account_id: string;
  service_id: string;
  type: 'voicing' | 'messaging';
  currency: Currency;
  price_list_id: string | null;
  country: string | null;
  /** Of the account. */
  timezone: string;
}

/** Returns the service with this id, if there is one. Throws OperatorError for an erased account, whose usage no document could state. */
export async function findImportTarget(tx: Transaction, serviceId: string) {
  const found = await tx.first<ImportTarget & { email: string }>(sql`
    select account_id, service_id, type, services.currency, price_list_id, country, timezone, email
    from services join accounts using (account_id)
    where service_id = ${serviceId}`);
  if (found === undefined) return undefined;
  const { email, ...target } = found;
  if (isErasedAddress(email))
    throw new OperatorError(`The account of ${serviceId} was erased: nothing can be charged to it.`);
  return target;
}

/**
 * Returns a text that changes whenever what a service's records are rated by does: its price list and the prices in it, the account's
 * country, and the service's numbers. An insertion or update gives a row the transaction's number, and a deletion changes the count.
 */
export async function findRatingState(tx: Transaction, target: ImportTarget): Promise<string> {
  const { account_id, service_id, price_list_id, country } = target;
  const rows = sql`count(*) || ' ' || coalesce(max(xmin::text::bigint), 0)`;
  const { state } = await tx.one<{ state: string }>(sql`
    select concat_ws(', ',
      (select ${rows} from prices where price_list_id = ${price_list_id}),
      (select ${rows} from message_prices where price_list_id = ${price_list_id}),
      (select ${rows} from rented_numbers where account_id = ${account_id} and service_id = ${service_id})) as state`);
  return `${price_list_id} ${country} ${state}`;
}

/** Allows one import at a time for each service: two imports of the same file would not see each other's records. */
export async function lockImport(tx: Transaction, { service_id }: ImportTarget): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`import:${service_id}`}, 0))`);
}

interface KnownRecord {
  ms: number;
  content: readonly string[];
}

/** Records by id and, in tables with `sameAs`, by what identifies them otherwise. */
export type KnownRecords = Map<string, KnownRecord>;

/** The same record read with another time zone is at most as far away. */
const zonesMs = 26 * 3_600_000;

interface ComparedRows<Row> {
  /** The rows that neither the database nor `earlier` has, each once. */
  fresh: Row[];
  /** What the others differ in from the record with their id, if they do. */
  conflicts: Map<Row, string>;
}

/** Compares rows with the records that are there, and adds the new ones to `earlier`. */
export async function compareRows<Row extends object>(
  tx: Transaction,
  target: ImportTarget,
  table: RecordTable<Row>,
  rows: readonly Row[],
  earlier: KnownRecords,
): Promise<ComparedRows<Row>> {
  const compared: ComparedRows<Row> = { fresh: [], conflicts: new Map() };
  if (rows.length === 0) return compared;
  const stored = await findKnown(tx, target, table, rows);
  for (const row of rows) {
    const here = { ms: Date.parse(table.time(row)), content: contentOf(row, table) };
    const known = namesOf(row, table, 'to find')
      .map((name) => stored.get(name) ?? earlier.get(name))
      .find((found) => found !== undefined);
    if (known === undefined) {
      for (const name of namesOf(row, table, 'to store')) earlier.set(name, here);
      compared.fresh.push(row);
      continue;
    }
    const differences = differencesOf(known, here, table);
    if (differences.length > 0) compared.conflicts.set(row, differences.join(', '));
  }
  return compared;
}

/** Returns what two records with one id differ in. */
export function differencesOf<Row>(
  known: KnownRecord,
  here: KnownRecord,
  table: RecordTable<Row>,
  toleranceMs = zonesMs,
): string[] {
  const isSameTime = Math.abs(known.ms - here.ms) <= toleranceMs;
  const times = [known, here].map(({ ms }) => new Date(ms).toISOString()).join(', here ');
  return [
    ...(isSameTime ? [] : [`${table.timeColumn} ${times}`]),
    ...table.content.flatMap((name, index) =>
      known.content[index] === here.content[index]
        ? []
        : [`${name} ${known.content[index]}, here ${here.content[index]}`],
    ),
  ];
}

/** Returns what decides what a record costs. Earlier imports have stored trunk prefixes with numbers. */
export function contentOf<Row>(row: object, { content }: Pick<RecordTable<Row>, 'content'>): string[] {
  return content.map((name) => {
    const value: unknown = Reflect.get(row, name);
    return typeof value === 'string' && value.startsWith('+')
      ? normalizeNumber(value, undefined)
      : String(value);
  });
}

/** The id of a record and, in tables with `sameAs`, what identifies it otherwise: one name of those to find must be stored. */
function namesOf<Row extends object>(
  row: Row,
  { id, sameAs, time }: RecordTable<Row>,
  use: 'to find' | 'to store',
): string[] {
  if (sameAs === undefined) return [id(row)];
  const agreed = sameAs.map((name) => Reflect.get(row, name));
  const nameOf = (...moment: unknown[]) => JSON.stringify([...moment, ...agreed]);
  const ms = Date.parse(time(row));
  const second = Math.floor(ms / 1000) * 1000;
  const names = [id(row), nameOf(ms)];
  const within = nameOf(second, 'and a fraction');
  if (use === 'to find') return [...names, ms === second ? within : nameOf(second)];
  return ms === second ? names : [...names, within];
}

/** Returns the records that are there with the rows' ids and, in tables with `sameAs`, those that are the same otherwise. */
async function findKnown<Row extends object>(
  tx: Transaction,
  target: ImportTarget,
  table: RecordTable<Row>,
  rows: readonly Row[],
): Promise<KnownRecords> {
  const known = await findById(tx, target, table, rows);
  if (table.sameAs === undefined) return known;
  for (const { place, ...record } of await findSame(tx, target, table, table.sameAs, rows)) {
    const row = rows[place - 1];
    if (row === undefined) continue;
    const found = { ms: Date.parse(table.time(row)), content: contentOf(record, table) };
    for (const name of namesOf(row, table, 'to store')) known.set(name, found);
  }
  return known;
}

/** Returns the records that are the same as rows whatever their ids, with the places of the rows, from 1. */
async function findSame<Row extends object>(
  tx: Transaction,
  { account_id, service_id }: ImportTarget,
  table: RecordTable<Row>,
  sameAs: readonly (keyof Row & string)[],
  rows: readonly Row[],
) {
  const times = rows.map(table.time);
  const sorted = times.toSorted();
  const given = joinSql(
    sameAs.map(
      (name) => sql`${arrayOf(rows.map((row) => Reflect.get(row, name)))}::${rawSql(table.columns[name])}[]`,
    ),
    ', ',
  );
  const agree = joinSql(
    sameAs.map((name) => sql`stored.${identifier(name)} = given.${identifier(name)}`),
    ' and ',
  );
  const moment = sql`stored.${identifier(table.timeColumn)}`;
  const second = sql`date_trunc('second', given.time)`;
  return tx.query<{ place: number }>(sql`
    select given.place::integer as place, ${selectList(table.content, {}, sql`stored`)}
    from unnest(${times}::timestamptz[], ${given}) with ordinality as given (time, ${selectList(sameAs)}, place)
    join ${identifier(table.name)} stored on stored.account_id = ${account_id} and stored.service_id = ${service_id}
      and ${moment} >= ${second} and ${moment} < ${second} + interval '1 second'
      and (${moment} = given.time or ${second} in (${moment}, given.time)) and ${agree}
    where ${moment} >= date_trunc('second', ${sorted[0] ?? null}::timestamptz)
      and ${moment} < ${sorted.at(-1) ?? null}::timestamptz + interval '1 second'
    -- The last one counts.
    order by ${moment} = given.time`);
}

/** Returns the records with the rows' ids. */
export async function findById<Row>(
  tx: Transaction,
  { account_id, service_id }: ImportTarget,
  table: RecordTable<Row>,
  rows: readonly Row[],
): Promise<KnownRecords> {
  const times = rows.map(table.time).sort();
  const [first, last] = [times[0] ?? null, times.at(-1) ?? null];
  const [id, time] = [identifier(table.idColumn), identifier(table.timeColumn)];
  const near = sql`and ${time} between ${first}::timestamptz - interval '26 hours'
    and ${last}::timestamptz + interval '26 hours'`;
  // Hashes are searched in the indexes of all months in a fifth of the time that ids need. A condition on the service beside them
  // would make the database read the whole service instead while it has no statistics of it.
  const found = await tx.query<{ id: string; time: string }>(sql`
    with found as materialized (
      select account_id, service_id, ${id} as id, ${time} as time, ${selectList(table.content)} from ${identifier(table.name)}
      where hashtextextended(${id}, 0) = any(
        (select array_agg(hashtextextended(given, 0)) from unnest(${rows.map(table.id)}::text[]) given)::bigint[])
        ${table.idHasTime ? near : emptySql})
    select id, time, ${selectList(table.content)} from found where account_id = ${account_id} and service_id = ${service_id}`);
  return new Map(
    found.map((record) => [record.id, { ms: Date.parse(record.time), content: contentOf(record, table) }]),
  );
}

/**
 * Writes the rows and charges them as one usage batch, so an interrupted import has charged exactly the rows that it has added.
 * Nothing else adds calls and messages to a running portal.
 */
export async function insertBatch(
  tx: Transaction,
  { account_id, service_id, currency }: ImportTarget,
  { table, columns, months, charged, ...batch }: Batch,
): Promise<void> {
  if (charged.records === 0) return;
  const batch_id = await findBatchId(tx, { account_id, service_id }, batch.batch_id);
  for (const month of months) {
    await tx.query(sql`select ensure_month_partition(${table}, ${`${month}-01T00:00:00Z`}::timestamptz)`);
  }
  const names = selectList(columns.map(({ name }) => name));
  // Arrays take half as long as JSON.
  await tx.run(sql`
    insert into ${identifier(table)} (account_id, service_id, batch_id, ${names})
    select ${account_id}, ${service_id}, ${batch_id}, ${names}
    from unnest(${joinSql(
      columns.map(({ values }) => values),
      ', ',
    )}) added (${names})`);
  await postUsage(tx, { account_id, service_id, currency, batch_id, ...charged }, 'import');
}

/** The same records are charged once, by the id that they give their batch, and again by another one if all of it was removed since. */
async function findBatchId(
  tx: Transaction,
  { account_id, service_id }: Pick<ImportTarget, 'account_id' | 'service_id'>,
  first: string,
): Promise<string> {
  for (let undone = 0; ; undone += 1) {
    const batch_id = undone === 0 ? first : hash('sha256', `${first} ${undone}`, 'hex').slice(0, 32);
    const removed = await tx.first(sql`
      select from usage_batches b
      where account_id = ${account_id} and service_id = ${service_id} and batch_id = ${batch_id}
        and records = (${removedRecords})`);
    if (removed === undefined) return batch_id;
  }
}
