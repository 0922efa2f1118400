import * as v from 'valibot';
import type { AppContext } from '../../app/context.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { defineJob } from '../../queue/queue.ts';
import type { SecretPurpose, Secrets } from '../../secrets/secrets.ts';

type ResealContext = Pick<AppContext, 'database' | 'secrets' | 'log'>;

/** What still needs a key of SECRETS_KEY_PREVIOUS. */
interface Remaining {
  /** Accounts with texts that no named key opens, or that changed meanwhile. */
  accounts: number;
  /** Jobs that wait or will be repeated. They end within hours. */
  jobs: number;
  /** Accounts with unused recovery codes, of which only hashes are stored. */
  accounts_with_recovery_codes: number;
}

/** Accounts whose ids are read at a time. */
const batchSize = 100;

/** Seals the texts of earlier keys with SECRETS_KEY, every five minutes while SECRETS_KEY_PREVIOUS is set. */
export function resealJob(context: ResealContext) {
  return defineJob({
    name: 'reseal',
    schema: v.object({}),
    schedule: '*/5 * * * *',
    run: async () => {
      if (context.secrets.hasPreviousKeys) await reseal(context);
    },
  });
}

/**
 * Seals each account's texts in a transaction of its own that sees only this account. An interrupted run is continued by
 * the next one. Logs whether SECRETS_KEY_PREVIOUS may be removed.
 */
async function reseal({ database, secrets, log }: ResealContext): Promise<void> {
  let resealed = 0;
  let after = '';
  for (let ids = await findOutdated(database, secrets, after); ids.length > 0; ) {
    for (const { account_id } of ids) {
      after = account_id;
      try {
        await database.withAccount(account_id, (tx) => resealAccount(tx, secrets, account_id));
        resealed += 1;
      } catch (err) {
        log.error({ err, account_id }, 'texts of the account were not sealed with SECRETS_KEY');
      }
    }
    ids = await findOutdated(database, secrets, after);
  }
  const remaining = await countRemaining(database, secrets);
  const isDone = Object.values(remaining).every((count) => count === 0);
  const message = isDone
    ? 'SECRETS_KEY_PREVIOUS may be removed: nothing in the database needs it'
    : 'SECRETS_KEY_PREVIOUS is still needed';
  log[isDone ? 'info' : 'warn']({ resealed, remaining }, message);
}

/** A condition on accounts `a`: one of its texts is sealed with another key than SECRETS_KEY. */
function isOutdated({ sealedPrefix }: Secrets) {
  return sql`(
    not starts_with(account_token_sealed, ${sealedPrefix}) or not starts_with(second_token_sealed, ${sealedPrefix})
    or exists (
      select 1 from two_factor t where t.account_id = a.account_id
        and (not starts_with(secret, ${sealedPrefix}) or not starts_with(pending_secret, ${sealedPrefix})))
    or exists (
      select 1 from webhooks w where w.account_id = a.account_id
        and (not starts_with(secret_sealed, ${sealedPrefix}) or not starts_with(previous_secret_sealed, ${sealedPrefix})
          or not starts_with(earlier_secret_sealed, ${sealedPrefix}))))`;
}

/** Returns the next accounts in the order of their ids, so that one whose texts cannot be opened stops nothing. */
function findOutdated(database: Database, secrets: Secrets, after: string) {
  return database.asBackground((tx) =>
    tx.query<{ account_id: string }>(sql`
      select account_id from accounts a where account_id > ${after} and ${isOutdated(secrets)}
      order by account_id limit ${batchSize}`),
  );
}

async function resealAccount(tx: Queryable, secrets: Secrets, accountId: string): Promise<void> {
  const again = (purpose: SecretPurpose, text: string | null) =>
    text === null || text.startsWith(secrets.sealedPrefix)
      ? text
      : secrets.seal(purpose, accountId, secrets.open(purpose, accountId, text));

  // The account first, as in requests, so that neither waits for the other.
  const account = await tx.one<{
    account_token_sealed: string | null;
    second_token_sealed: string | null;
  }>(sql`
    select account_token_sealed, second_token_sealed from accounts where account_id = ${accountId} for update`);
  await tx.run(sql`
    update accounts set account_token_sealed = ${again('account_token', account.account_token_sealed)},
      second_token_sealed = ${again('account_token', account.second_token_sealed)}
    where account_id = ${accountId}`);
  const twoFactor = await tx.first<{ secret: string | null; pending_secret: string | null }>(sql`
    select secret, pending_secret from two_factor where account_id = ${accountId} for update`);
  if (twoFactor !== undefined)
    await tx.run(sql`
      update two_factor set secret = ${again('totp', twoFactor.secret)},
        pending_secret = ${again('totp', twoFactor.pending_secret)}
      where account_id = ${accountId}`);
  const webhooks = await tx.query<SealedWebhook>(sql`
    select webhook_id, secret_sealed, previous_secret_sealed, earlier_secret_sealed
    from webhooks where account_id = ${accountId} for no key update`);
  for (const { webhook_id, secret_sealed, previous_secret_sealed, earlier_secret_sealed } of webhooks)
    await tx.run(sql`
      update webhooks set secret_sealed = ${again('webhook', secret_sealed)},
        previous_secret_sealed = ${again('webhook', previous_secret_sealed)},
        earlier_secret_sealed = ${again('webhook', earlier_secret_sealed)}
      where account_id = ${accountId} and webhook_id = ${webhook_id}`);
}

interface SealedWebhook {
  webhook_id: string;
  secret_sealed: string;
  previous_secret_sealed: string | null;
  earlier_secret_sealed: string | null;
}

function countRemaining(database: Database, secrets: Secrets): Promise<Remaining> {
  return database.asBackground((tx) =>
    tx.one<Remaining>(sql`
      select
        (select count(*) from accounts a where ${isOutdated(secrets)}) as accounts,
        (select count(*) from pgboss.job
          where state in ('created', 'retry', 'active')
            and not starts_with(data->>'sealed', ${secrets.sealedPrefix})) as jobs,
        (select count(distinct account_id) from recovery_codes
          where used_at is null and key_id is distinct from ${secrets.keyId}) as accounts_with_recovery_codes`),
  );
}
