import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { OperatorError } from '../errors/operator-error.ts';
import { createSecrets, hasSecretsKey, type Secrets } from './secrets.ts';

/**
 * Checks when the portal starts that its keys open what is stored, by the token of one account: after a restore with another SECRETS_KEY,
 * nothing else would fail until a customer needs a token.
 */
export async function checkSecretsKey(database: Database, secrets: Secrets, log: Logger): Promise<void> {
  const one = await database.asBackground((tx) =>
    tx.first<SealedToken>(sql`
      select account_id, account_token_sealed as sealed from accounts
      where account_token_sealed is not null order by account_id limit 1`),
  );
  if (one === undefined) return;
  try {
    open(secrets, one);
  } catch (err) {
    log.error({ err, account_id: one.account_id }, advice);
  }
}

/**
 * Creates the secrets of a command. Throws OperatorError if its keys open nothing of what the database holds, and creates no key then:
 * with other settings than the portal's, its mails could not be sent, and its documents would name another provider.
 */
export async function createSecretsOf(database: Database, config: Config): Promise<Secrets> {
  const sealed = await findSealed(database);
  if (sealed.length > 0 && !hasSecretsKey(config)) throw foreignKey();
  const secrets = createSecrets(config);
  requireKeyOf(sealed, secrets);
  return secrets;
}

/** Throws OperatorError if the keys open nothing of what the database holds. */
export async function refuseForeignKey(database: Database, secrets: Secrets): Promise<void> {
  requireKeyOf(await findSealed(database), secrets);
}

function requireKeyOf(sealed: readonly SealedToken[], secrets: Secrets): void {
  if (sealed.length > 0 && !sealed.some((one) => opens(secrets, one))) throw foreignKey();
}

/** A token of each key. */
function findSealed(database: Database): Promise<SealedToken[]> {
  return database.asBackground((tx) =>
    tx.query<SealedToken>(sql`
      select distinct on (split_part(account_token_sealed, '.', 2)) account_id, account_token_sealed as sealed
      from accounts where account_token_sealed is not null`),
  );
}

function foreignKey(): OperatorError {
  return new OperatorError(
    'SECRETS_KEY is not that of the portal, because it opens nothing of what the database holds. Nothing was done. Run this with the ' +
      'settings of the portal: "Commands" in docs/runbooks/production.md.',
  );
}

interface SealedToken {
  account_id: string;
  sealed: string;
}

function open(secrets: Secrets, { account_id, sealed }: SealedToken): void {
  secrets.open('account_token', account_id, sealed);
}

function opens(secrets: Secrets, token: SealedToken): boolean {
  try {
    open(secrets, token);
    return true;
  } catch {
    return false;
  }
}

const advice =
  'SECRETS_KEY does not open what the database holds, so API tokens, two-step verification and waiting mails fail: restore the former ' +
  'SECRETS_KEY, or name it in SECRETS_KEY_PREVIOUS, and restart';
