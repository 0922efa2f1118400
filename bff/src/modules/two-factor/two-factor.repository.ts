import type { Queryable } from '../../database/database.ts';
import { type Sql, sql } from '../../database/sql.ts';

/** A row of two-step verification; its secrets are encrypted. */
export interface TwoFactorRow {
  secret: string | null;
  enabled_at: string | null;
  last_used_step: number;
  pending_secret: string | null;
  recovery_codes_left: number;
}

// A secret that was shown longer ago may have leaked.
const pendingMinutes = 60;

export async function findTwoFactor(db: Queryable, accountId: string) {
  return db.first<TwoFactorRow>(selectTwoFactor(accountId));
}

/** Locks the account's two-step verification: other uses of it wait until the transaction ends. */
export async function lockTwoFactor(db: Queryable, accountId: string) {
  return db.first<TwoFactorRow>(sql`${selectTwoFactor(accountId)} for update`);
}

function selectTwoFactor(accountId: string): Sql {
  return sql`
    select secret, enabled_at, last_used_step,
      case when pending_since > now() - make_interval(mins => ${pendingMinutes}) then pending_secret end as pending_secret,
      (select count(*) from recovery_codes c where c.account_id = t.account_id and used_at is null) as recovery_codes_left
    from two_factor t where account_id = ${accountId}`;
}

export async function isTwoFactorEnabled(db: Queryable, accountId: string): Promise<boolean> {
  const row = await db.first(sql`
    select 1 from two_factor where account_id = ${accountId} and enabled_at is not null`);
  return row !== undefined;
}

export async function upsertPendingSecret(db: Queryable, accountId: string, sealed: string): Promise<void> {
  await db.run(sql`
    insert into two_factor (account_id, pending_secret, pending_since) values (${accountId}, ${sealed}, now())
    on conflict (account_id) do update
      set pending_secret = excluded.pending_secret, pending_since = excluded.pending_since`);
}

/** Activates the pending secret and returns the time. The code that confirmed it does not work again. */
export async function updateEnabled(db: Queryable, accountId: string, step: number): Promise<string> {
  const { enabled_at } = await db.one<{ enabled_at: string }>(sql`
    update two_factor set secret = pending_secret, enabled_at = now(), last_used_step = ${step},
      pending_secret = null, pending_since = null
    where account_id = ${accountId}
    returning enabled_at`);
  return enabled_at;
}

export async function updateLastUsedStep(db: Queryable, accountId: string, step: number): Promise<void> {
  await db.run(sql`
    update two_factor set last_used_step = ${step} where account_id = ${accountId}`);
}

export async function deleteTwoFactor(db: Queryable, accountId: string): Promise<void> {
  await db.run(sql`delete from recovery_codes where account_id = ${accountId}`);
  await db.run(sql`delete from two_factor where account_id = ${accountId}`);
}

/** Replaces the recovery codes. `keyId` names the SECRETS_KEY of the hashes. */
export async function replaceRecoveryCodes(
  db: Queryable,
  accountId: string,
  { hashes, keyId }: { hashes: readonly Buffer[]; keyId: string },
): Promise<void> {
  await db.run(sql`delete from recovery_codes where account_id = ${accountId}`);
  await db.run(sql`
    insert into recovery_codes (account_id, code_hash, key_id)
    select ${accountId}, unnest(${hashes}::bytea[]), ${keyId}`);
}

/** Redeems a recovery code, once. Returns false if it is unknown or used. */
export async function useRecoveryCode(
  db: Queryable,
  accountId: string,
  hashes: readonly Buffer[],
): Promise<boolean> {
  const used = await db.run(sql`
    update recovery_codes set used_at = now()
    where account_id = ${accountId} and code_hash = any(${hashes}::bytea[]) and used_at is null`);
  return used > 0;
}

/** Disables two-step verification that was enabled at or after a time, together with its recovery codes. */
export async function deleteTwoFactorSince(db: Queryable, accountId: string, since: string): Promise<void> {
  const deleted = await db.run(
    sql`delete from two_factor where account_id = ${accountId} and enabled_at >= ${since}`,
  );
  if (deleted > 0) await db.run(sql`delete from recovery_codes where account_id = ${accountId}`);
}
