import type { Pool } from 'pg';

/** The number of acknowledged payments that the database does not have. */
export async function lostPayments(database: Pool, acknowledged: readonly string[]): Promise<number> {
  const { rows } = await database.query<{ lost: number }>(
    'select count(*)::int as lost from unnest($1::text[]) id where not exists (select from payments where payment_id = id)',
    [acknowledged],
  );
  return rows[0]?.lost ?? acknowledged.length;
}

/** Compares every index with its table, and reads every page of every table, whose checksums the server verifies. */
export async function examineDatabase(database: Pool) {
  await database.query('create extension if not exists amcheck');
  const { rows: indexes } = await database.query(`
    select bt_index_check(c.oid, true) from pg_class c join pg_am a on a.oid = c.relam
    where a.amname = 'btree' and c.relkind = 'i' and c.relpersistence = 'p'`);
  const { rows: tables } = await database.query<{ name: string; damages: number }>(`
    select c.oid::regclass::text as name, count(damage.msg)::int as damages
    from pg_class c left join lateral verify_heapam(c.oid) damage on true
    where c.relkind in ('r', 'm', 't') and c.relpersistence = 'p' group by c.oid`);
  const damages = tables.filter((table) => table.damages > 0).map(({ name }) => `${name} is damaged`);
  const { rows } = await database.query<{ data_checksums: string }>('show data_checksums');
  if (rows[0]?.data_checksums !== 'on') damages.push('the pages have no checksums');
  return { indexes: indexes.length, tables: tables.length, damages };
}
