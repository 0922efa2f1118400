import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';

/** Whether somebody has logged in with this address in the browser that holds the token. */
export async function isKnownDevice(database: Queryable, email: string, tokenHash: Buffer): Promise<boolean> {
  const row = await database.first(sql`
    select 1 from known_devices d join accounts a using (account_id)
    where d.token_hash = ${tokenHash} and lower(a.email) = lower(${email})`);
  return row !== undefined;
}

export async function upsertDevice(database: Queryable, accountId: string, tokenHash: Buffer): Promise<void> {
  await database.run(sql`
    insert into known_devices (account_id, token_hash) values (${accountId}, ${tokenHash})
    on conflict (account_id, token_hash) do update set last_used = now()`);
}
