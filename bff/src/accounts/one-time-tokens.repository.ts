import type { Queryable } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import type { AccountRow } from './accounts.repository.ts';

export type Purpose = 'confirm' | 'restore' | 'email_change' | 'email_revert' | 'two_factor_revert';

export interface OneTimeTokenRow extends TokenOwner {
  token_hash: Buffer;
  purpose: Purpose;
  created: string;
  /** A revert link disables a second factor that was enabled since this time. */
  reverts_since: string;
  is_used: boolean;
  is_expired: boolean;
  is_code_expired: boolean;
}

export interface TokenOwner {
  account_id: string;
  /** The address that the token is mailed to. Redeeming the token proves that the customer reads it. */
  email: string;
}

/** The owner of a new token, and for a revert link the time of what it reverts. */
export type NewTokenOwner = TokenOwner & { reverts_since?: string };

interface NewToken {
  tokenHash: Buffer;
  purpose: Purpose;
  lifetimeSeconds: number;
  code?: { hash: Buffer; lifetimeSeconds: number };
}

const row = sql`account_id, token_hash, purpose, email, created, coalesce(reverts_since, created) as reverts_since, used_at is not null as is_used,
  expires_at <= now() as is_expired, coalesce(code_expires_at <= now(), true) as is_code_expired`;

/**
 * Inserts a token. An earlier link for a change of address expires, and the code of an earlier confirmation, because more
 * codes are easier to guess. Other links stay valid: an attacker who requests mails must not expire the owner's.
 */
export async function insertToken(
  db: Queryable,
  { account_id, email, reverts_since }: NewTokenOwner,
  token: NewToken,
): Promise<void> {
  if (token.purpose === 'email_change') await updateExpired(db, account_id, 'email_change');
  if (token.purpose === 'confirm') await updateExpiredCodes(db, account_id);
  await db.run(sql`
    insert into one_time_tokens
      (account_id, token_hash, purpose, email, expires_at, code_hash, code_expires_at, reverts_since)
    values (${account_id}, ${token.tokenHash}, ${token.purpose}, ${email},
      now() + make_interval(secs => ${token.lifetimeSeconds}), ${token.code?.hash},
      now() + make_interval(secs => ${token.code?.lifetimeSeconds}), ${reverts_since})`);
}

/** Expires the codes of the account's confirmations. */
async function updateExpiredCodes(db: Queryable, accountId: string): Promise<void> {
  await db.run(sql`
    update one_time_tokens set code_expires_at = now()
    where account_id = ${accountId} and purpose = 'confirm' and code_expires_at > now()`);
}

/** Counts the links mailed in the last half hour, and the unused ones of the last minute and the last `spacing` seconds. */
export async function countMailed(db: Queryable, accountId: string, purpose: Purpose, spacing: number) {
  return db.one<{ in_last_minute: number; in_spacing: number; in_half_hour: number }>(sql`
    select count(*)::int as in_half_hour,
      count(*) filter (where is_open and created > now() - interval '1 minute')::int as in_last_minute,
      count(*) filter (where is_open and created > now() - make_interval(secs => ${spacing}))::int as in_spacing
    from (
      select created, used_at is null and expires_at > now() as is_open from one_time_tokens
      where account_id = ${accountId} and purpose = ${purpose} and created > now() - interval '30 minutes'
    ) as mailed`);
}

/** Expires the account's unused tokens of a purpose. */
export async function updateExpired(db: Queryable, accountId: string, purpose: Purpose): Promise<void> {
  await db.run(sql`
    update one_time_tokens set expires_at = now()
    where account_id = ${accountId} and purpose = ${purpose} and used_at is null and expires_at > now()`);
}

/**
 * Expires all unused tokens of the account, or all but the links with which a mailbox takes it back. Returns their number.
 */
export async function updateAllExpired(
  db: Queryable,
  accountId: string,
  which: 'all' | 'all_but_reverts',
): Promise<number> {
  return db.run(sql`
    update one_time_tokens set expires_at = now()
    where account_id = ${accountId} and used_at is null and expires_at > now()
      and (${which === 'all'} or purpose not in ('email_revert', 'two_factor_revert'))`);
}

/**
 * Expires the account's tokens after a revert, except other links with which a mailbox takes the account back: older ones
 * to other mailboxes that revert a change of address, and those of this mailbox that revert something else.
 */
export async function updateExpiredByRevert(
  db: Queryable,
  { account_id, email, created, purpose }: OneTimeTokenRow,
): Promise<void> {
  const isOwn = sql`lower(email) = lower(${email})`;
  const reverted =
    purpose === 'email_revert'
      ? sql`case purpose when 'email_revert' then ${isOwn} or created >= ${created}
          when 'two_factor_revert' then not ${isOwn} else true end`
      : sql`case purpose when 'email_revert' then false when 'two_factor_revert' then ${isOwn} else true end`;
  await db.run(sql`
    update one_time_tokens set expires_at = now()
    where account_id = ${account_id} and used_at is null and expires_at > now() and ${reverted}`);
}

/** Returns when the first of the requests for another address was sent that the account's mailbox can still revert; now without one. */
export async function findFirstRequest(
  db: Queryable,
  { account_id, email, pending_email_since }: AccountRow,
): Promise<string> {
  const { first } = await db.one<{ first: string }>(sql`
    select coalesce(least(min(coalesce(reverts_since, created)), ${pending_email_since}::timestamptz), now()) as first
    from one_time_tokens
    where account_id = ${account_id} and purpose = 'email_revert' and lower(email) = lower(${email})
      and used_at is null and expires_at > now()`);
  return first;
}

/**
 * Locks the account of a token, before the token: every transaction locks in this order, so that none waits for
 * another in a circle.
 */
export async function lockTokenAccount(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.run(sql`
    select 1 from accounts
    where account_id = (select account_id from one_time_tokens where token_hash = ${tokenHash})
    for update`);
}

/** Finds the account that a token was mailed to, used or not. */
export async function findTokenAccount(db: Queryable, tokenHash: Buffer) {
  return db.first<AccountRow>(sql`
    select a.* from accounts a join one_time_tokens t using (account_id) where t.token_hash = ${tokenHash}`);
}

/**
 * Finds the account, other than `own`, that has left an address and can be moved back by a valid revert link. Until the
 * link expires, no other account may take the address: otherwise a thief would use a second account to block the link.
 */
export async function findReservingAccount(db: Queryable, email: string, own = '') {
  return db.first<AccountRow>(sql`
    select a.* from accounts a join one_time_tokens t using (account_id)
    where t.purpose = 'email_revert' and lower(t.email) = lower(${email}) and t.used_at is null
      and t.expires_at > now() and a.account_id <> ${own} and lower(a.email) <> lower(${email})
    limit 1`);
}

export async function findToken(db: Queryable, tokenHash: Buffer) {
  return db.first<OneTimeTokenRow>(sql`
    select ${row} from one_time_tokens where token_hash = ${tokenHash} for update`);
}

/** Finds the account's latest token with this code. */
export async function findTokenByCode(db: Queryable, accountId: string, codeHash: Buffer) {
  return db.first<OneTimeTokenRow>(sql`
    select ${row} from one_time_tokens
    where account_id = ${accountId} and code_hash = ${codeHash}
    order by created desc limit 1
    for update`);
}

export async function useToken(db: Queryable, { account_id, token_hash }: OneTimeTokenRow): Promise<void> {
  await db.run(sql`
    update one_time_tokens set used_at = now() where account_id = ${account_id} and token_hash = ${token_hash}`);
}
