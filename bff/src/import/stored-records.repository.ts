import type { Transaction } from '../database/database.ts';
import { identifier, sql } from '../database/sql.ts';
import { OperatorError } from '../errors/operator-error.ts';
import { lockService } from '../modules/billing/lock-service.ts';
import { creditRemoval } from '../modules/ledger/post-usage.ts';
import { closedMonth, documentOfUsage } from '../modules/usage/invoiced-usage.ts';
import { contentOf, differencesOf, findById, type ImportTarget } from './imported-records.repository.ts';
import { arrayOf, costOf } from './prepare-batch.ts';
import type { RecordTable } from './record-table.ts';

/** A call or message of the ledger. */
export interface StoredRecord {
  id: string;
  /** RFC 3339. */
  moment: string;
  batch_id: string;
  price: string;
}

/** Returns the rows that are stored with the same time and content, and what the others with stored ids differ in. */
export async function compareStored<Row extends object>(
  tx: Transaction,
  target: ImportTarget,
  table: RecordTable<Row>,
  rows: readonly Row[],
): Promise<{ same: Row[]; differences: Map<Row, string> }> {
  const same: Row[] = [];
  const differences = new Map<Row, string>();
  if (rows.length === 0) return { same, differences };
  const stored = await findById(tx, target, table, rows);
  for (const row of rows) {
    const known = stored.get(table.id(row));
    if (known === undefined) continue;
    const here = { ms: Date.parse(table.time(row)), content: contentOf(row, table) };
    const found = differencesOf(known, here, table, 0);
    if (found.length === 0) same.push(row);
    else differences.set(row, found.join(', '));
  }
  return { same, differences };
}

/** Returns the stored records of rows with what they cost now, locked in the order in which delivery reports lock them. */
export async function lockStored<Row>(
  tx: Transaction,
  { account_id, service_id }: ImportTarget,
  table: RecordTable<Row>,
  rows: readonly Row[],
): Promise<StoredRecord[]> {
  const unique = [...new Map(rows.map((row) => [table.id(row), table.time(row)]))];
  const [ids, times] = [unique.map(([id]) => id), unique.map(([, time]) => time)];
  const sorted = times.toSorted();
  const [id, moment] = [identifier(table.idColumn), identifier(table.timeColumn)];
  return tx.query<StoredRecord>(sql`
    select r.${id} as id, r.${moment} as moment, batch_id, price
    from ${identifier(table.name)} r join usage_batches b using (account_id, service_id, batch_id)
    where account_id = ${account_id} and service_id = ${service_id}
      and r.${moment} between ${sorted[0] ?? null}::timestamptz and ${sorted.at(-1) ?? null}::timestamptz
      and (r.${moment}, r.${id}) in (select * from unnest(${arrayOf(times)}::timestamptz[], ${arrayOf(ids)}::text[]))
    order by account_id, service_id, r.${moment}, r.${id} for update of r`);
}

/** Throws OperatorError if an issued invoice contains one of the records. */
export async function refuseInvoiced(
  tx: Transaction,
  { account_id, service_id }: ImportTarget,
  records: readonly StoredRecord[],
  removedBefore: number,
): Promise<void> {
  const invoice = await tx.first<{ number: string }>(sql`
    select (${documentOfUsage} and d.month = (${closedMonth(sql`r.moment`)}) limit 1) as number
    from json_to_recordset(${JSON.stringify(records)}::json) r(moment timestamptz, batch_id text)
    join usage_batches b on b.account_id = ${account_id} and b.service_id = ${service_id} and b.batch_id = r.batch_id
    where exists (${documentOfUsage} and d.month = (${closedMonth(sql`r.moment`)})) limit 1`);
  if (invoice === undefined) return;
  const removed =
    removedBefore === 0 ? 'Nothing was removed' : `${removedBefore} records were removed before`;
  throw new OperatorError(
    `Invoice ${invoice.number} contains some of these records. ${removed}: correct the invoice by "billing -- credit-note", which includes VAT.`,
  );
}

/** Removes locked records and gives their prices back to the service. Throws OperatorError if an invoice contains one of them. */
export async function removeStored<Row>(
  tx: Transaction,
  target: ImportTarget,
  table: RecordTable<Row>,
  records: readonly StoredRecord[],
  removedBefore: number,
): Promise<void> {
  if (records.length === 0) return;
  const { account_id, service_id, currency } = target;
  const [id, moment] = [identifier(table.idColumn), identifier(table.timeColumn)];
  const [ids, moments] = [records.map((each) => each.id), records.map((each) => each.moment)];
  const removed = await tx.run(sql`
    delete from ${identifier(table.name)}
    where account_id = ${account_id} and service_id = ${service_id}
      and ${moment} between ${moments[0] ?? null}::timestamptz and ${moments.at(-1) ?? null}::timestamptz
      and (${moment}, ${id}) in (select * from unnest(${arrayOf(moments)}::timestamptz[], ${arrayOf(ids)}::text[]))`);
  if (removed !== records.length) throw new Error(`${removed} of ${records.length} records were removed`);
  // The closing of a month locks the service: an invoice may have been issued meanwhile.
  await lockService(tx, service_id);
  await refuseInvoiced(tx, target, records, removedBefore);
  for (const [batch_id, ofBatch] of Map.groupBy(records, (record) => record.batch_id)) {
    const removal = { batch_id, records: ofBatch.length, cost: costOf(ofBatch) };
    await creditRemoval(tx, { account_id, service_id, currency, ...removal }, 'import');
  }
}
