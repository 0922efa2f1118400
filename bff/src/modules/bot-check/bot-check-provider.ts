import type { BotCheckAction } from '@portal/contract/bot-check';
import type { FastifyBaseLogger } from 'fastify';
import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';

/** The request that the bot check belongs to. */
export interface CheckedAttempt {
  ip: string;
  action: BotCheckAction;
  log: FastifyBaseLogger;
}

/** `ok` has the token's id, so that it is used once. `unavailable`, no response from the provider, is no pass. */
export type Verdict =
  | { outcome: 'ok'; id: string; expires: Date }
  | { outcome: 'failed' }
  | { outcome: 'unavailable' };

/** Verifies the token that a form sends with its fields. */
export interface BotCheckProvider {
  verify: (token: string, attempt: CheckedAttempt) => Promise<Verdict>;
}

/** Marks a token as used. Returns false if it was used before. */
export async function insertUsedBotCheck(db: Queryable, id: string, expires: Date): Promise<boolean> {
  const row = await db.first(sql`
    insert into used_bot_checks (id, expires_at) values (${id}, ${expires.toISOString()})
    on conflict (id) do nothing returning id`);
  return row !== undefined;
}
