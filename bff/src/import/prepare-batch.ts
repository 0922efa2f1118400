import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { rawSql, type Sql, sql } from '../database/sql.ts';
import { Big } from '../listing/decimal.ts';
import type { ColumnType, PricedRow, RecordTable } from './record-table.ts';

/** Rows as a statement needs them. */
export interface Batch {
  table: RecordTable<unknown>['name'];
  batch_id: string;
  columns: readonly { name: string; values: Sql }[];
  months: readonly string[];
  charged: { cost: string; records: number; first_record: string; last_record: string };
}

/** Prepares rows for `insertBatch`. Other rows may be written meanwhile: their statements are sent between two turns. */
export async function prepareBatch<Row extends PricedRow>(
  table: RecordTable<Row>,
  rows: readonly Row[],
): Promise<Batch> {
  const columns: Batch['columns'][number][] = [];
  for (const [name, type] of Object.entries<ColumnType>(table.columns)) {
    await nextTurn();
    const values = sql`${arrayOf(rows.map((row) => Reflect.get(row, name)))}::${rawSql(type)}[]`;
    columns.push({ name, values });
  }
  const times = rows.map(table.time).sort();
  return {
    table: table.name,
    batch_id: batchIdOf(rows.map((row) => `${table.id(row)} ${table.time(row)}`)),
    columns,
    months: [...new Set(times.map((time) => time.slice(0, 7)))],
    charged: {
      cost: costOf(rows),
      records: rows.length,
      first_record: times[0] ?? '',
      last_record: times.at(-1) ?? '',
    },
  };
}

/** What the rows cost together. Up to six decimals. */
export function costOf(rows: readonly PricedRow[]): string {
  return rows
    .reduce((sum, { price }) => (price === '0.000000' ? sum : sum.plus(price)), new Big(0))
    .toFixed(6);
}

/** Writes an array as PostgreSQL reads it. */
export function arrayOf(values: readonly unknown[]): string {
  return `{${values.map(elementOf).join()}}`;
}

function elementOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value !== 'string') return String(value);
  return `"${/["\\]/.test(value) ? value.replace(/["\\]/g, String.raw`\$&`) : value}"`;
}

/** The same records make the same batch, so that they cannot be charged twice. */
function batchIdOf(records: readonly string[]): string {
  return createHash('sha256').update(records.toSorted().join('\n')).digest('hex').slice(0, 32);
}
