import type { FastifyRequest } from 'fastify';
import { refuseChangedPassword, requireLockedAccount } from '../accounts/account-access.ts';
import { type AccountRow, findAccount } from '../accounts/accounts.repository.ts';
import { requirePassword, wrongPassword } from '../accounts/passwords.ts';
import type { Transaction } from '../database/database.ts';
import { HttpError } from '../errors/http-error.ts';
import { type FactoredCounters, forgiveAttempt, limitRates, type RateLimit } from '../http/rate-limit.ts';
import { hashToken } from '../secrets/secrets.ts';
import { shareOfSession } from './session-share.ts';
import { hasSession, holdContinued, isContinued } from './sessions.repository.ts';
import type { Session } from './sessions.ts';

/** A request within a session; its transaction sees only this account. */
export interface OwnRequest<Body> {
  request: FastifyRequest;
  tx: Transaction;
  account: { account_id: string; email: string };
  session: Session;
  body: Body;
}

/** Transactions that hold their account's lock: whatever takes the account away waits for them. */
const locking = new WeakSet<Transaction>();

type OwnSession = Pick<OwnRequest<unknown>, 'tx' | 'session'> & { account: { account_id: string } };

/**
 * Locks the session's account until the transaction ends and returns it. Throws 401 if the account is gone, or if the
 * session has ended since the request began: the owner may have restored the account meanwhile.
 */
export async function lockOwnAccount({ tx, account, session }: OwnSession): Promise<AccountRow> {
  const row = await requireLockedAccount(tx, account.account_id);
  if (!(await hasSession(tx, session.tokenHash))) throw new HttpError('session_expired');
  locking.add(tx);
  return row;
}

/**
 * Throws 401 at the end of a request's transaction if the session has ended since the request began: it may have waited for
 * seconds, and the owner have taken the account back from a thief. A change holds the session until it is committed. A new password
 * gives the browser a new session: what it had sent before goes on.
 */
export async function refuseEndedSession(
  tx: Transaction,
  { tokenHash }: Session,
  { isChange }: { isChange: boolean },
): Promise<void> {
  if (locking.has(tx)) return;
  const isOpen = await (isChange
    ? holdContinued(tx, tokenHash).catch(falseIfLocked)
    : isContinued(tx, tokenHash));
  if (!isOpen) throw new HttpError('session_expired');
}

function falseIfLocked(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === '55P03') return false;
  throw error;
}

/** The hashes of the passwords that requests have proved to know. */
const checkedHashes = new WeakMap<FastifyRequest, string>();

type Password = string | undefined;

type OwnPassword = Pick<
  OwnRequest<{ current_password?: Password }>,
  'request' | 'account' | 'session' | 'body'
>;

/** Wrong passwords of an account, over all endpoints that require the password: a thief of a session must not guess it. */
const wrongTries: RateLimit = { name: 'password', max: 30, windowSeconds: 600 };
/** Requests with the right password: each is hashed, and most mail the owner. */
const uses: RateLimit = { name: 'password-uses', max: 60, windowSeconds: 3600 };

interface PasswordTry {
  /** The account as it was when the attempt began. */
  account: Pick<AccountRow, 'account_id' | 'password_hash'>;
  /** The session that tries, or what its request has in place of it. */
  by: string;
}

/**
 * What an attempt counts against: the share of its session, and the account. A new password has counts of its own: somebody who
 * knew the old one may have opened many sessions and used up its counts.
 */
function countsOf(limit: RateLimit, { account, by }: PasswordTry) {
  const password = hashToken(account.password_hash).toString('base64url');
  return [
    [shareOfSession(limit), by],
    [limit, `${account.account_id} ${password}`],
  ] as const;
}

/** Counts a password as wrong before it is checked, so that parallel requests guess no more. Throws 429 after too many. */
export async function countPasswordTry(context: FactoredCounters, attempt: PasswordTry): Promise<void> {
  await limitRates(context, countsOf(wrongTries, attempt));
}

/**
 * Checks the password of the session's account, before the transaction that uses it: hashing takes as long as hundreds of
 * statements, and the connection is idle meanwhile. Throws 422 if the password is wrong.
 */
export async function checkOwnPassword(
  context: FactoredCounters,
  { request, account, session, body }: OwnPassword,
): Promise<void> {
  const checked = await checkPassword(context, { account, session, password: body.current_password });
  checkedHashes.set(request, checked.password_hash);
}

/** The same for a handler that has no transaction yet. Returns the account whose password it was. */
export async function checkPassword(
  context: FactoredCounters,
  { account, session, password }: Pick<OwnPassword, 'account' | 'session'> & { password: Password },
): Promise<AccountRow> {
  const checked = await findAccount(context.database.system, account.account_id);
  if (checked === undefined) throw new HttpError('unauthenticated');
  const attempt = { account: checked, by: session.id };
  await countPasswordTry(context, attempt);
  await requirePassword(checked, password);
  await countPasswordUse(context, attempt);
  return checked;
}

/**
 * Counts a right password, which was counted as a guess before it was checked, as a use: a page that repeats a request must not
 * use up the guesses. Throws 429 if there were too many uses.
 */
async function countPasswordUse(context: FactoredCounters, attempt: PasswordTry): Promise<void> {
  for (const [limit, subject] of countsOf(wrongTries, attempt)) await forgiveAttempt(context, limit, subject);
  await limitRates(context, countsOf(uses, attempt));
}

/** The options of routes that require the password. */
export function guardedByPassword(context: FactoredCounters) {
  return { before: (exchange: OwnPassword) => checkOwnPassword(context, exchange) };
}

/** Locks the session's account, whose password `checkOwnPassword` has checked. Throws 422 if it has changed since. */
export async function lockByPassword(
  exchange: OwnSession & { request: FastifyRequest },
): Promise<AccountRow> {
  const password_hash = checkedHashes.get(exchange.request);
  if (password_hash === undefined) throw new Error('the route has not checked the password');
  const row = await lockOwnAccount(exchange);
  refuseChangedPassword(row, { password_hash }, wrongPassword());
  return row;
}
