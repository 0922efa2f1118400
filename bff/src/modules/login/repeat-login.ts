import { endpoints } from '@portal/contract/endpoints';
import type { LoginResponse } from '@portal/contract/login';
import type { FastifyRequest } from 'fastify';
import { refuseClosed } from '../../accounts/account-access.ts';
import { findAccount, lockAccount } from '../../accounts/accounts.repository.ts';
import { type AnonymousAttempt, attemptOf, findAttempt, saveAttempt } from '../../app/anonymous-attempts.ts';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import { repeatSession } from '../../app/repeat-session.ts';
import type { Queryable, Transaction } from '../../database/database.ts';
import type { HttpError } from '../../errors/http-error.ts';
import { recordEvent } from '../../http/security-log.ts';
import { attemptSubject } from '../../sessions/known-browser.ts';
import { hasSession } from '../../sessions/sessions.repository.ts';
import type { SessionOfAccount } from '../../sessions/sessions.ts';
import { hashEnteredCode } from '../two-factor/two-factor-codes.ts';
import { countAttempt, forgive } from './attempt-limits.ts';
import { replaceDevice } from './known-devices.ts';
import type { OpenedSession } from './login.ts';

/** How long a login may be repeated: as long as the code may be entered. */
export const repeatMinutes = 5;
/** How long a refused code is refused again without being checked or counted, because the response may have been lost. */
const refusedMinutes = 1;

/** What is stored of a login with a code: the response, and hashes of what the repetition has to prove or replaces. */
interface StoredLogin {
  login: LoginResponse;
  code: string;
  device: string;
}

/** A request that may have no session any more. */
type Repetition = Omit<ExchangeOf<'loginOtp'>, keyof SessionOfAccount>;

/**
 * The attempt of a browser that waits for a code. Its cookie has to be the same in every attempt: the key alone must open
 * nothing. Undefined without a cookie or a key.
 */
export function attemptOfLogin(
  { sessions }: Pick<AppContext, 'sessions'>,
  request: FastifyRequest,
): AnonymousAttempt | undefined {
  const pending = sessions.tokenHash(request);
  return pending && attemptOf(request, endpoints.loginOtp, pending.toString('hex'));
}

interface Guess {
  attempt: AnonymousAttempt | undefined;
  accountId: string;
  code: string;
}

type CodeContext = Pick<AppContext, 'database' | 'secrets'>;

/** Whether an earlier request of the attempt was refused with the same code. */
export async function isRefusedAlready(
  { database, secrets }: CodeContext,
  { attempt, accountId, code }: Guess,
): Promise<boolean> {
  const refused = attempt && refusedAttempt(attempt);
  const earlier = refused && (await findAttempt<{ code: string }>(database.system, refused, refusedMinutes));
  return earlier?.response.code === hashEnteredCode(secrets, accountId, code);
}

/** Saves that a code was refused. */
export async function saveRefusal(
  { database, secrets }: CodeContext,
  { attempt, accountId, code }: Guess,
): Promise<void> {
  const refused = attempt && refusedAttempt(attempt);
  const response = { code: hashEnteredCode(secrets, accountId, code) };
  await saveAttempt(database.system, refused, { account_id: accountId, response, session: null });
}

/** A refusal is stored apart: another pending login with the same key must not replace what is stored of a login. */
function refusedAttempt({ key, call, hash }: AnonymousAttempt): AnonymousAttempt {
  return { key: `${key} ${hash.toString('hex')}`, call, hash };
}

interface LoginByCode extends OpenedSession {
  accountId: string;
  code: string;
}

/** Saves that a code has opened a session, in the transaction that opens it. */
export async function saveLogin(
  { secrets }: Pick<AppContext, 'secrets'>,
  tx: Transaction,
  attempt: AnonymousAttempt | undefined,
  { accountId, code, response: login, tokenHash, deviceHash }: LoginByCode,
): Promise<void> {
  const device = deviceHash.toString('hex');
  const response: StoredLogin = { login, code: hashEnteredCode(secrets, accountId, code), device };
  await saveAttempt(tx, attempt, { account_id: accountId, response, session: tokenHash });
}

/**
 * Returns the response of an earlier login with a code, whose response was lost, although the browser's pending login is
 * used up. Throws `refusal` if there was none.
 */
export async function repeatLogin(
  exchange: Repetition,
  context: AppContext,
  refusal: HttpError,
): Promise<LoginResponse> {
  const { request } = exchange;
  const { database } = context;
  const attempt = attemptOfLogin(context, request);
  const earlier = await findLogin(context, database.system, request, attempt);
  const owner = earlier && (await findAccount(database.system, earlier.account_id));
  if (owner === undefined) throw refusal;
  const accountId = owner.account_id;
  // A repetition must be no way to guess the code.
  const subject = await attemptSubject(context, request, owner.email);
  await countAttempt(context, 'otp', request, subject);
  const response = await database.asSystem(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (account === undefined) throw refusal;
    refuseClosed(account);
    return repeatInTransaction(context, tx, exchange, { attempt, accountId, refusal });
  });
  await forgive(context, 'otp', request, subject);
  return response;
}

interface EarlierLogin {
  attempt: AnonymousAttempt | undefined;
  accountId: string;
  refusal: HttpError;
}

/**
 * The same in a transaction that has locked the account. The session that the earlier request started, and the token of a new
 * browser, are replaced if their cookies were lost too. Throws `refusal` for another code, or if that session has ended.
 */
export async function repeatInTransaction(
  context: AppContext,
  tx: Transaction,
  exchange: Repetition,
  { attempt, accountId, refusal }: EarlierLogin,
): Promise<LoginResponse> {
  const { config, secrets, sessions } = context;
  const { request, reply, body } = exchange;
  const earlier = await findLogin(context, tx, request, attempt);
  if (earlier?.account_id !== accountId || earlier.session === null) throw refusal;
  const { response: stored, session: lost } = earlier;
  if (stored.code !== hashEnteredCode(secrets, accountId, body.code)) {
    recordEvent(request, 'second_step_refused', { account_id: accountId });
    throw refusal;
  }
  // Only the body was lost.
  if (sessions.tokenHash(request)?.equals(lost) && (await hasSession(tx, lost))) return stored.login;
  const { login } = await repeatSession(
    context,
    tx,
    exchange,
    { attempt, earlier, refusal },
    async (session) => {
      const lostDevice = Buffer.from(stored.device, 'hex');
      const device = await replaceDevice(tx, config, { request, reply, accountId, lost: lostDevice });
      return { ...stored, login: { ...stored.login, session }, device: device.toString('hex') };
    },
  );
  return login;
}

async function findLogin(
  { sessions }: Pick<AppContext, 'sessions'>,
  database: Queryable,
  request: FastifyRequest,
  attempt: AnonymousAttempt | undefined,
) {
  if (attempt === undefined) return undefined;
  return findAttempt<StoredLogin>(database, attempt, repeatMinutes, sessions.tokenHash(request));
}
