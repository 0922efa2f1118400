import type { BotCheckAction } from '@portal/contract/bot-check';
import type { FastifyBaseLogger } from 'fastify';
import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';

/** Who answered the check, and for what. */
export interface CheckedAttempt {
  ip: string;
  action: BotCheckAction;
  log: FastifyBaseLogger;
}

/** `ok` names the answer, so that it is good once. `unavailable` is no pass: nobody could be asked. */
export type Verdict =
  | { outcome: 'ok'; id: string; expires: Date }
  | { outcome: 'failed' }
  | { outcome: 'unavailable' };

/** Tells customers from bots by the token that a form sends along. */
export interface BotCheckProvider {
  verify: (token: string, attempt: CheckedAttempt) => Promise<Verdict>;
}

/** Notes that an answer has been used. Returns whether it was the first time. */
export async function insertUsedBotCheck(database: Queryable, id: string, expires: Date): Promise<boolean> {
  const row = await database.first(sql`
    insert into used_bot_checks (id, expires_at) values (${id}, ${expires.toISOString()})
    on conflict (id) do nothing returning id`);
  return row !== undefined;
}
