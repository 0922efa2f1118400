import type { Queryable } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import type { ChainHead } from './audit-chain.ts';
import type { StoredHead } from './verify-log.ts';

/** Stores the last record of a chain. An earlier one never replaces a later one. */
export async function saveHead(database: Queryable, { chain, records, mac }: ChainHead): Promise<void> {
  await database.run(sql`
    insert into audit_chains (chain, records, mac) values (${chain}, ${records}, ${mac})
    on conflict (chain) do update set records = excluded.records, mac = excluded.mac, updated = now()
    where excluded.records > audit_chains.records`);
}

/**
 * Returns the heads of chains with a record since `since`, or of all. Chains that began earlier are partial: their first
 * records are in older logs.
 */
export async function listHeads(database: Queryable, since: string | null): Promise<StoredHead[]> {
  const rows = await database.query<Required<StoredHead>>(sql`
    select chain, records, mac, started < coalesce(${since}::timestamptz, '-infinity') as "isPartial"
    from audit_chains where updated >= coalesce(${since}::timestamptz, '-infinity') order by started`);
  return rows;
}
