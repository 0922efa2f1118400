import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Transaction } from '@portal/bff/database';
import { DateTime } from 'luxon';
import { from as copyFrom } from 'pg-copy-streams';

export type Cell = string | number | boolean | null;
/** A row by column; all rows of a table have the same columns. */
export type Row = Readonly<Record<string, Cell>>;

interface Load {
  table: 'cdrs' | 'messages';
  /** The column that partitions the table; the rows are sorted by it. */
  time: string;
}

/**
 * Loads many rows, month by month. A month's partition is filled before it is attached to its table: building its
 * indexes then is faster, and PostgreSQL refuses COPY into tables with row-level security.
 */
export async function copyRows(tx: Transaction, load: Load, rows: Iterable<Row>): Promise<void> {
  const iterator = rows[Symbol.iterator]();
  let next = iterator.next();
  const monthOf = (row: Row) => String(row[load.time]).slice(0, 7);
  while (next.done !== true) {
    const month = monthOf(next.value);
    const ofMonth = function* () {
      while (next.done !== true && monthOf(next.value) === month) {
        yield next.value;
        next = iterator.next();
      }
    };
    await copyMonth(tx, load.table, Object.keys(next.value), month, ofMonth());
  }
}

async function copyMonth(
  tx: Transaction,
  table: Load['table'],
  columns: readonly string[],
  month: string,
  rows: Iterable<Row>,
): Promise<void> {
  const partition = `${table}_${month.replace('-', '_')}`;
  const names = columns.join(', ');
  const { rows: found } = await tx.client.query(`select to_regclass('${partition}') is not null as exists`);
  const isNew = found[0]?.exists !== true;
  const target = isNew ? partition : 'loaded_rows';
  await tx.client.query(
    isNew
      ? `create table ${target} (like ${table} including defaults including constraints)`
      : `create temp table ${target} on commit drop as select ${names} from ${table} with no data`,
  );
  await pipeline(
    Readable.from(chunks(rows, columns)),
    tx.client.query(copyFrom(`copy ${target} (${names}) from stdin`)),
  );
  if (isNew) {
    const first = DateTime.fromISO(month, { zone: 'utc' });
    const bounds = `from ('${first.toISO()}') to ('${first.plus({ months: 1 }).toISO()}')`;
    await tx.client.query(`alter table ${table} attach partition ${target} for values ${bounds}`);
    await tx.client.query(`select close_partition('${target}'), sum_usage_of('${table}', '${target}')`);
    return;
  }
  await tx.client.query(`insert into ${table} (${names}) select ${names} from ${target}`);
  await tx.client.query(`drop table ${target}`);
}

const chunkCharacters = 256 * 1024;

function* chunks(rows: Iterable<Row>, columns: readonly string[]): Generator<Buffer> {
  let text = '';
  for (const row of rows) {
    text += `${columns.map((column) => cell(row[column] ?? null)).join('\t')}\n`;
    if (text.length < chunkCharacters) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function cell(value: Cell): string {
  if (value === null) return '\\N';
  if (typeof value !== 'string') return String(value);
  return /[\\\t\n\r]/.test(value)
    ? value.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character)
    : value;
}
