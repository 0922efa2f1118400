import type { Language } from '@portal/contract/language';
import type { Queryable } from '../database/database.ts';
import { sql } from '../database/sql.ts';

/** All kinds but `full` only allow the step that is missing; `otp` and `restore` are not logged in yet. */
export type SessionKind = 'full' | 'dpu' | 'confirm' | 'otp' | 'restore';

/** A live or expired session with the account data that every request needs. */
export interface SessionRow {
  session_id: string;
  kind: SessionKind;
  is_alive: boolean;
  needs_touch: boolean;
  remember: boolean;
  idle_seconds: number;
  last_seen: string;
  expires_at: string;
  account_id: string;
  email: string;
  status: string;
  language: Language;
  timezone: string;
  country: string | null;
  currency: 'usd' | 'eur' | null;
  tax_number: string | null;
  tax_value: string;
  crypto_enabled: boolean;
  dpu_version: string | null;
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
}

// The last use is written at most this often; otherwise every read would cost a write.
const touchSeconds = 30;

export async function findSession(db: Queryable, tokenHash: Buffer) {
  return db.first<SessionRow>(sql`
    select s.session_id, s.kind, s.remember, s.idle_seconds, s.last_seen, s.expires_at,
      s.expires_at > now() and s.last_seen > now() - make_interval(secs => s.idle_seconds) as is_alive,
      s.last_seen < now() - make_interval(secs => ${touchSeconds}) as needs_touch,
      a.account_id, a.email, a.status, a.language, a.timezone, a.country, a.currency, a.tax_number, a.tax_value,
      a.crypto_enabled, a.dpu_version
    from sessions s join accounts a using (account_id)
    where s.token_hash = ${tokenHash}`);
}

export async function insertSession(db: Queryable, session: NewSession) {
  return db.one<{ session_id: string; expires_at: string }>(sql`
    insert into sessions (account_id, token_hash, kind, remember, idle_seconds, expires_at, ip, user_agent)
    values (${session.accountId}, ${session.tokenHash}, ${session.kind}, ${session.remember}, ${session.idleSeconds},
      now() + make_interval(secs => ${session.absoluteSeconds}), ${session.ip}, ${session.userAgent?.slice(0, 300)})
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

/** Deletes all sessions of the account except one. Returns their number. */
export async function deleteSessions(db: Queryable, accountId: string, except?: Buffer): Promise<number> {
  return db.run(sql`
    delete from sessions
    where account_id = ${accountId} and token_hash is distinct from ${except ?? null}::bytea`);
}

interface OpenSessionRow {
  session_id: string;
  current: boolean;
  created: string;
  last_seen: string;
  ip: string | null;
  user_agent: string | null;
}

/** Returns the logged-in, unexpired sessions, last used first. */
export async function listOpenSessions(db: Queryable, accountId: string, current: Buffer) {
  return db.query<OpenSessionRow>(sql`
    select session_id, token_hash = ${current} as current, created, last_seen, host(ip) as ip, user_agent
    from sessions
    where account_id = ${accountId} and kind in ('full', 'dpu') and expires_at > now()
      and last_seen > now() - make_interval(secs => idle_seconds)
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
