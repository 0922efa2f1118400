import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';

/** Notes that an answer has been used. Returns whether it was the first time. */
export async function insertUsedBotCheck(database: Queryable, id: string, expires: Date): Promise<boolean> {
  const row = await database.first(sql`
    insert into used_bot_checks (id, expires_at) values (${id}, ${expires.toISOString()})
    on conflict (id) do nothing returning id`);
  return row !== undefined;
}
