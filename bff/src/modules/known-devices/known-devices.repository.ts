import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';

/** Whether somebody has logged in with this address in the browser that holds the token. */
export async function isKnownDevice(database: Queryable, email: string, tokenHash: Buffer): Promise<boolean> {
  const row = await database.first(sql`
    select 1 from known_devices d join accounts a using (account_id)
    where d.token_hash = ${tokenHash} and lower(a.email) = lower(${email})`);
  return row !== undefined;
}

interface DeviceUse {
  is_new: boolean;
  has_others: boolean;
}

/** Notes a log-in of the account in the browser that holds the token; whether it is its first, and its only browser. */
export async function upsertDevice(
  database: Queryable,
  accountId: string,
  tokenHash: Buffer,
): Promise<DeviceUse> {
  return database.one<DeviceUse>(sql`
    insert into known_devices (account_id, token_hash) values (${accountId}, ${tokenHash})
    on conflict (account_id, token_hash) do update set last_used = now()
    returning xmax = 0 as is_new, exists (
      select from known_devices where account_id = ${accountId} and token_hash <> ${tokenHash}) as has_others`);
}
