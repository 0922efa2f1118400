import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Queryable } from '../database/database.ts';
import { HttpError } from '../errors/http-error.ts';
import { readCookie, writeCookie } from '../http/cookies.ts';
import { recordEvent, setCustomer } from '../http/security-log.ts';
import { hashToken, newToken } from '../secrets/secrets.ts';
import { deviceTokenHash } from './known-browser.ts';
import * as repository from './sessions.repository.ts';

export interface Session {
  /** The session's id in the list of sessions. */
  id: string;
  kind: repository.SessionKind;
  tokenHash: Buffer;
  remember: boolean;
  expires_at: string;
  idle_timeout_seconds: number;
  /** When the session ends without further requests. */
  idle_expires_at: string;
}

export interface SessionOfAccount {
  session: Session;
  account: repository.SessionAccount;
}

/** Whether the login is complete. An incomplete session allows only its next step. */
export function isLoggedIn({ kind }: Session): boolean {
  return kind === 'full' || kind === 'dpu';
}

interface SessionStart {
  accountId: string;
  kind: repository.SessionKind;
  remember: boolean;
}

/** Open sessions of one kind that an account may have; a further one ends an older one, of the same place first. */
export const mostSessions = 50;

/**
 * The name of the session's cookie. The prefix binds it to this host and to TLS; browsers refuse it on plain http, which
 * development uses.
 */
export function sessionCookie({ COOKIE_SECURE: isSecure }: Pick<Config, 'COOKIE_SECURE'>): string {
  return isSecure ? '__Host-sid' : 'sid';
}

/** Creates the service that starts, finds and ends sessions: an opaque token in a cookie, its hash in the database. */
export function createSessions(config: Config) {
  const cookieName = sessionCookie(config);
  const secure = config.COOKIE_SECURE;

  const tokenOf = (request: FastifyRequest) => {
    const token = readCookie(request, cookieName);
    return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
  };

  const startSession = async (
    tx: Queryable,
    request: FastifyRequest,
    reply: FastifyReply,
    wanted: SessionStart,
  ) => {
    const previous = tokenOf(request);
    const previousHash = previous === undefined ? undefined : hashToken(previous);
    const replaced = previousHash && (await repository.deleteSession(tx, previousHash));
    // Kinds are counted separately: who knows only the password opens incomplete sessions, which must end no others.
    const ended = await repository.deleteUnusedSessions(tx, wanted, mostSessions - 1);
    const token = newToken();
    const tokenHash = hashToken(token);
    const remembered = wanted.remember && wanted.kind === 'full';
    const absoluteSeconds = lifetime(config, wanted.kind, remembered);
    const idleSeconds = remembered
      ? absoluteSeconds
      : Math.min(absoluteSeconds, config.SESSION_IDLE_MINUTES * 60);
    const { session_id, expires_at } = await repository.insertSession(tx, {
      ...wanted,
      replacedHash: replaced?.account_id === wanted.accountId ? previousHash : undefined,
      deviceHash: deviceTokenHash(config, request),
      tokenHash,
      idleSeconds,
      absoluteSeconds,
      ip: request.ip,
      userAgent: request.headers['user-agent'],
    });
    writeCookie(reply, cookieName, token, {
      secure,
      ...(remembered && { maxAgeSeconds: absoluteSeconds }),
    });
    const account_id = wanted.accountId;
    setCustomer(request, { account_id, session_id });
    for (const { session_id } of ended)
      recordEvent(request, 'session_ended', { account_id, session_id, how: 'limit' });
    return { tokenHash, expires_at, idle_timeout_seconds: idleSeconds };
  };

  return {
    cookieName,

    /** The hash of the token in the request's cookie, whether or not its session exists; undefined without one. */
    tokenHash: (request: FastifyRequest): Buffer | undefined => {
      const token = tokenOf(request);
      return token === undefined ? undefined : hashToken(token);
    },

    /** Returns the request's session; undefined without one. Throws 401 if it has ended. */
    find: async (database: Queryable, request: FastifyRequest): Promise<SessionOfAccount | undefined> => {
      const token = tokenOf(request);
      if (token === undefined) return undefined;
      const tokenHash = hashToken(token);
      const row = await repository.findSession(database, tokenHash);
      if (row === undefined) return undefined;
      setCustomer(request, row);
      if (!row.is_alive) throw new HttpError('session_expired');
      if (row.needs_touch) await repository.updateLastSeen(database, tokenHash);
      return { session: sessionOf(row, tokenHash), account: accountOf(row) };
    },

    /**
     * Starts a session, sets its cookie and ends the session that the request carries. The transaction has locked the
     * account, so that parallel logins count each other's sessions.
     */
    start: async (tx: Queryable, request: FastifyRequest, reply: FastifyReply, wanted: SessionStart) => {
      const { tokenHash, ...times } = await startSession(tx, request, reply, wanted);
      return times;
    },

    /** As `start`, for a request that may be repeated: also returns the hash of the token, which no response contains. */
    startRepeatable: startSession,

    /**
     * Replaces a session whose cookie was lost with the response. Returns undefined if it has ended: a customer who ends
     * sessions means this browser too.
     */
    restart: async (tx: Queryable, request: FastifyRequest, reply: FastifyReply, tokenHash: Buffer) => {
      const row = await repository.findSession(tx, tokenHash);
      if (row === undefined || !row.is_alive) return undefined;
      await repository.deleteSession(tx, tokenHash);
      const { account_id: accountId, kind, remember } = row;
      return startSession(tx, request, reply, { accountId, kind, remember });
    },

    /** Ends the request's session and clears its cookie. Returns false if there was none. */
    end: async (database: Queryable, request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
      const token = tokenOf(request);
      writeCookie(reply, cookieName, '', { secure, maxAgeSeconds: 0 });
      const ended = token && (await repository.deleteSession(database, hashToken(token)));
      if (!ended) return false;
      setCustomer(request, ended);
      return true;
    },

    /** Uses up a session that allows one step. Returns false if another request was first. The cookie stays. */
    take: async (tx: Queryable, { tokenHash }: Session): Promise<boolean> =>
      (await repository.deleteSession(tx, tokenHash)) !== undefined,

    /** Counts a wrong code of two-step verification. Returns the session's number of wrong codes. */
    countWrongCode: (database: Queryable, { tokenHash }: Session): Promise<number> =>
      repository.updateWrongCodes(database, tokenHash),

    /** Ends all sessions of the account. Returns how many were open. */
    endAll: repository.deleteSessions,

    /** Ends the account's sessions that mailed links have opened to set a password. */
    endRestores: repository.deleteRestoreSessions,

    /** Ends the account's sessions except the given one and those of mailed links. Returns how many were open. */
    endOthers: repository.deleteOtherSessions,
  };
}

export type Sessions = ReturnType<typeof createSessions>;

const otpMinutes = 5;

/** Returns the seconds until the session ends, whether it is used or not. */
function lifetime(config: Config, kind: repository.SessionKind, isRemembered: boolean): number {
  const minutes = config.SESSION_LIMITED_MINUTES;
  if (kind === 'otp') return Math.min(otpMinutes, minutes) * 60;
  if (kind === 'restore') return Math.min(config.RESTORE_MINUTES, minutes) * 60;
  if (kind !== 'full') return minutes * 60;
  return isRemembered ? config.SESSION_REMEMBER_DAYS * 86_400 : config.SESSION_ABSOLUTE_HOURS * 3_600;
}

function sessionOf(row: repository.SessionRow, tokenHash: Buffer): Session {
  const lastSeen = row.needs_touch ? Date.now() : Date.parse(row.last_seen);
  const idleExpiry = Math.min(lastSeen + row.idle_seconds * 1000, Date.parse(row.expires_at));
  return {
    id: row.session_id,
    kind: row.kind,
    tokenHash,
    remember: row.remember,
    expires_at: row.expires_at,
    idle_timeout_seconds: row.idle_seconds,
    idle_expires_at: new Date(idleExpiry).toISOString(),
  };
}

function accountOf(row: repository.SessionRow): repository.SessionAccount {
  const {
    session_id,
    kind,
    is_alive,
    needs_touch,
    remember,
    idle_seconds,
    last_seen,
    expires_at,
    ...account
  } = row;
  return account;
}
