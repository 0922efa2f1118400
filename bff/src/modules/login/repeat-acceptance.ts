import type { AcceptDpuResponse } from '@portal/contract/agreement';
import { endpoints } from '@portal/contract/endpoints';
import { refuseClosed } from '../../accounts/account-access.ts';
import { lockAccount } from '../../accounts/accounts.repository.ts';
import { type AnonymousAttempt, attemptOf, findAttempt } from '../../app/anonymous-attempts.ts';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import { repeatSession } from '../../app/repeat-session.ts';
import type { Queryable } from '../../database/database.ts';
import type { HttpError } from '../../errors/http-error.ts';
import { repeatMinutes } from './repeat-login.ts';

/**
 * The attempt of a browser with a limited session to accept the agreement. Its cookie has to be the same in every attempt: the
 * key alone must open nothing. Undefined without a cookie or a key, and for a customer who declines.
 */
export function attemptToAccept(
  { sessions }: Pick<AppContext, 'sessions'>,
  { request, body: { accepted, version } }: ExchangeOf<'acceptDpu'>,
): AnonymousAttempt | undefined {
  const limited = sessions.tokenHash(request);
  if (limited === undefined || !accepted) return undefined;
  return attemptOf(request, endpoints.acceptDpu, `${limited.toString('hex')} ${version}`);
}

interface EarlierAcceptance {
  attempt: AnonymousAttempt;
  refusal: HttpError;
}

/**
 * Returns the response of an earlier acceptance, whose response was lost, although the limited session is used up. The session
 * that it started is replaced, because its cookie was lost too. Throws `refusal` if there was none, or if that session has ended.
 */
export async function repeatAcceptance(
  exchange: ExchangeOf<'acceptDpu'>,
  context: AppContext,
  { attempt, refusal }: EarlierAcceptance,
): Promise<AcceptDpuResponse> {
  const { database } = context;
  const find = (db: Queryable) => findAttempt<AcceptDpuResponse>(db, attempt, repeatMinutes);
  const found = await find(database.system);
  if (found === undefined) throw refusal;
  return database.asSystem(async (tx) => {
    const account = await lockAccount(tx, found.account_id);
    if (account === undefined) throw refusal;
    refuseClosed(account);
    // A parallel repetition may have replaced the session while this one waited for the lock.
    const earlier = await find(tx);
    if (earlier === undefined) throw refusal;
    return repeatSession(context, tx, exchange, { attempt, earlier, refusal }, (session) => ({
      ...earlier.response,
      session,
    }));
  });
}
