import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import type { Secrets } from './secrets.ts';

/**
 * Checks when the portal starts that its keys open what is stored, by the token of one account: after a restore with another SECRETS_KEY,
 * nothing else would fail until a customer needs a token.
 */
export async function checkSecretsKey(database: Database, secrets: Secrets, log: Logger): Promise<void> {
  const one = await database.asBackground((tx) =>
    tx.first<{ account_id: string; sealed: string }>(sql`
      select account_id, account_token_sealed as sealed from accounts
      where account_token_sealed is not null order by account_id limit 1`),
  );
  if (one === undefined) return;
  try {
    secrets.open('account_token', one.account_id, one.sealed);
  } catch (err) {
    log.error({ err, account_id: one.account_id }, advice);
  }
}

const advice =
  'SECRETS_KEY does not open what the database holds, so API tokens, two-step verification and waiting mails fail: restore the former ' +
  'SECRETS_KEY, or name it in SECRETS_KEY_PREVIOUS, and restart';
