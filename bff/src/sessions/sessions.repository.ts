import type { OpenSession } from '@portal/contract/access';
import type { AccountRow } from '../accounts/accounts.repository.ts';
import type { Queryable } from '../database/database.ts';
import { prepared, type Sql, selectList, sql } from '../database/sql.ts';

/**
 * All kinds but `full` only allow the step that is missing; `otp` and `restore` are not logged in yet. An older server has
 * started `confirm` for unconfirmed addresses.
 */
export type SessionKind = 'full' | 'dpu' | 'confirm' | 'otp' | 'restore';

export const accountColumns = [
  'account_id',
  'account_sid',
  'email',
  'status',
  'language',
  'timezone',
  'country',
  'address',
  'currency',
  'tax_number',
  'tax_status',
  'crypto_enabled',
  'dpu_version',
] as const;

/** The account data that every request needs; it comes with the session, without another query. */
export type SessionAccount = Pick<AccountRow, (typeof accountColumns)[number]>;

/** A live or expired session. */
export interface SessionRow extends SessionAccount {
  session_id: string;
  kind: SessionKind;
  is_alive: boolean;
  needs_touch: boolean;
  remember: boolean;
  idle_seconds: number;
  last_seen: string;
  expires_at: string;
}

export interface NewSession {
  accountId: string;
  tokenHash: Buffer;
  kind: SessionKind;
  remember: boolean;
  idleSeconds: number;
  absoluteSeconds: number;
  ip: string;
  userAgent: string | undefined;
  /** Hash of the session's token that the browser had until now, of the same account. */
  replacedHash: Buffer | undefined;
  /** Hash of the token that the browser got at an earlier login. */
  deviceHash: Buffer | undefined;
}

// The last use is written at most this often; otherwise every read would cost a write.
const touchSeconds = 30;

export async function findSession(db: Queryable, tokenHash: Buffer) {
  const statement = sql`
    select s.session_id, s.kind, s.remember, s.idle_seconds, s.last_seen, s.expires_at,
      s.expires_at > now() and s.last_seen > now() - make_interval(secs => s.idle_seconds) as is_alive,
      s.last_seen < now() - make_interval(secs => ${touchSeconds}) as needs_touch,
      ${selectList(accountColumns, {}, sql`a`)}
    from sessions s join accounts a using (account_id)
    where s.token_hash = ${tokenHash}`;
  return db.first<SessionRow>(prepared('session', statement));
}

export async function insertSession(db: Queryable, session: NewSession) {
  return db.one<{ session_id: string; expires_at: string }>(sql`
    insert into sessions (account_id, token_hash, replaced_hash, kind, remember, idle_seconds, expires_at, ip, user_agent, browser_hash)
    values (${session.accountId}, ${session.tokenHash}, ${session.replacedHash}, ${session.kind}, ${session.remember}, ${session.idleSeconds},
      now() + make_interval(secs => ${session.absoluteSeconds}), ${session.ip}, ${session.userAgent?.slice(0, 300)},
      (select token_hash from known_devices where account_id = ${session.accountId} and token_hash = ${session.deviceHash}))
    returning session_id, expires_at`);
}

export async function updateLastSeen(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.run(sql`update sessions set last_seen = now() where token_hash = ${tokenHash}`);
}

/** Counts a wrong code. Returns the session's number of wrong codes; 0 if it has ended. */
export async function updateWrongCodes(db: Queryable, tokenHash: Buffer): Promise<number> {
  const row = await db.first<{ wrong_codes: number }>(sql`
    update sessions set wrong_codes = wrong_codes + 1 where token_hash = ${tokenHash} returning wrong_codes`);
  return row?.wrong_codes ?? 0;
}

/** Deletes a session and returns its ids; undefined if it has ended already. */
export async function deleteSession(db: Queryable, tokenHash: Buffer) {
  return db.first<{ account_id: string; session_id: string }>(sql`
    delete from sessions where token_hash = ${tokenHash} returning account_id, session_id`);
}

/** Whether a session can be used. Expired ones stay for a day. */
const isOpen = sql`expires_at > now() and last_seen > now() - make_interval(secs => idle_seconds)`;

/** Deletes sessions. Returns how many of them had not expired. */
async function deleteWhere(db: Queryable, condition: Sql): Promise<number> {
  const { open } = await db.one<{ open: number }>(sql`
    with ended as (delete from sessions where ${condition} returning ${isOpen} as is_open)
    select count(*) filter (where is_open)::int as open from ended`);
  return open;
}

/** Deletes all sessions of the account. Returns how many were open. */
export function deleteSessions(db: Queryable, accountId: string): Promise<number> {
  return deleteWhere(db, sql`account_id = ${accountId}`);
}

/** Deletes the account's sessions that mailed links have opened to set a password. */
export async function deleteRestoreSessions(db: Queryable, accountId: string): Promise<void> {
  await db.run(sql`delete from sessions where account_id = ${accountId} and kind = 'restore'`);
}

/**
 * Deletes the account's sessions except one, and except those of mailed links: a thief with a stolen session must not
 * keep the owner from restoring the account. Returns how many were open.
 */
export function deleteOtherSessions(db: Queryable, accountId: string, own: Buffer): Promise<number> {
  return deleteWhere(db, sql`account_id = ${accountId} and token_hash <> ${own} and kind <> 'restore'`);
}

/**
 * Deletes the account's open sessions of a kind, except `left`. Those that were used last remain, but each known browser
 * and each network has its turn: somebody who knows the password and floods the account ends sessions of their own place
 * first. Returns the ids of the deleted ones. The caller has locked the account.
 */
export async function deleteUnusedSessions(
  db: Queryable,
  { accountId, kind }: Pick<NewSession, 'accountId' | 'kind'>,
  left: number,
) {
  return db.query<{ session_id: string }>(sql`
    delete from sessions where account_id = ${accountId} and token_hash in (
      select token_hash from (
        select token_hash, browser_hash, last_seen, created, row_number() over (
          partition by coalesce(browser_hash::text, network(set_masklen(ip, case family(ip) when 4 then 32 else 64 end))::text)
          order by last_seen desc, created desc) as turn
        from sessions
        where account_id = ${accountId} and kind = ${kind} and ${isOpen}) as open
      order by turn, browser_hash is null, last_seen desc, created desc offset ${left})
    returning session_id`);
}

/** Whether the session has not been ended. */
export async function hasSession(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  const statement = sql`select 1 from sessions where token_hash = ${tokenHash}`;
  return (await db.first(prepared('has-session', statement))) !== undefined;
}

/** The session with this token, or the one that its browser has got in its place. */
const continued = (tokenHash: Buffer) => sql`
  select 1 from sessions where token_hash = ${tokenHash} or replaced_hash = ${tokenHash}`;

/** Whether the session has not been ended, or has been replaced in its browser. */
export async function isContinued(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  return (await db.first(prepared('session-continued', continued(tokenHash)))) !== undefined;
}

/**
 * The same, and the session stays until the transaction does. Waits a moment for another transaction that is ending it, perhaps to
 * replace it; not longer, because that transaction may be waiting for this one. Rejects with PostgreSQL's 55P03 then.
 */
export async function holdContinued(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  const hold = async () => {
    const statement = sql`${continued(tokenHash)} for key share skip locked`;
    return (await db.first(prepared('hold-session', statement))) !== undefined;
  };
  if (await hold()) return true;
  await db.run(sql`set local lock_timeout = '300ms'`);
  await db.run(sql`${continued(tokenHash)} for key share`);
  return hold();
}

type OpenSessionRow = Omit<OpenSession, 'browser' | 'system' | 'device'> & { user_agent: string | null };

/** Returns the logged-in, unexpired sessions, last used first. */
export async function listOpenSessions(db: Queryable, accountId: string, current: Buffer) {
  return db.query<OpenSessionRow>(sql`
    select session_id, token_hash = ${current} as current, created, last_seen, host(ip) as ip, user_agent
    from sessions
    where account_id = ${accountId} and kind in ('full', 'dpu') and ${isOpen}
    order by last_seen desc, created desc
    limit 200`);
}

/** Deletes the account's session with this id. Returns false if there is none. */
export async function deleteSessionById(
  db: Queryable,
  accountId: string,
  sessionId: string,
): Promise<boolean> {
  const count = await db.run(sql`
    delete from sessions where account_id = ${accountId} and session_id = ${sessionId}`);
  return count > 0;
}
