import type { Currency } from '@portal/contract/money';
import type { Transaction } from '../database/database.ts';
import { selectList, sql } from '../database/sql.ts';
import type { ImportedCall } from './imported-call.ts';

export interface ImportTarget {
  account_id: string;
  service_id: string;
  type: 'voicing' | 'messaging';
  currency: Currency;
  price_list_id: string | null;
  country: string | null;
}

export async function findImportTarget(tx: Transaction, serviceId: string) {
  return tx.first<ImportTarget>(sql`
    select account_id, service_id, type, services.currency, price_list_id, country
    from services join accounts using (account_id)
    where service_id = ${serviceId}`);
}

export async function findOwnNumbers(tx: Transaction, { account_id, service_id }: ImportTarget) {
  const rows = await tx.query<{ number: string }>(sql`
    select number from rented_numbers where account_id = ${account_id} and service_id = ${service_id}`);
  return rows.map(({ number }) => number);
}

/** Returns the ids that exist already. */
export async function findKnownIds(tx: Transaction, target: ImportTarget, ids: readonly string[]) {
  const rows = await tx.query<{ cdr_id: string }>(sql`
    select cdr_id from cdrs
    where account_id = ${target.account_id} and service_id = ${target.service_id} and cdr_id = any(${ids}::text[])`);
  return new Set(rows.map(({ cdr_id }) => cdr_id));
}

/** Allows one import at a time for each service: two imports of the same file would not see each other's calls. */
export async function lockImport(tx: Transaction, { service_id }: ImportTarget): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`import:${service_id}`}, 0))`);
}

/** Inserts the calls. Returns their number, cost, first and last time; the caller charges the batch. */
export async function insertImportedCalls(
  tx: Transaction,
  target: ImportTarget,
  batchId: string,
  calls: readonly ImportedCall[],
) {
  for (const month of new Set(calls.map(({ started }) => started.slice(0, 7)))) {
    await tx.query(sql`select ensure_month_partition('cdrs', ${`${month}-01T00:00:00Z`}::timestamptz)`);
  }
  const columns = selectList(Object.keys(calls[0] ?? {}));
  return tx.one<{ count: number; cost: string; first_record: string; last_record: string }>(sql`
    with added as (
      insert into cdrs (account_id, service_id, batch_id, ${columns})
      select ${target.account_id}, ${target.service_id}, ${batchId}, ${columns}
      from json_populate_recordset(null::cdrs, ${JSON.stringify(calls)})
      on conflict do nothing
      returning price, started
    )
    select count(*) as count, coalesce(sum(price), 0)::text as cost, min(started) as first_record, max(started) as last_record
    from added`);
}
