import type { LoginResponse } from '@portal/contract/login';
import { lockAccount } from '../../accounts/accounts.repository.ts';
import type { AppContext, Exchange, ExchangeOf } from '../../app/context.ts';
import { HttpError, validationFailed } from '../../errors/http-error.ts';
import { recordEvent } from '../../http/security-log.ts';
import { attemptSubject } from '../../sessions/known-browser.ts';
import { hasSession } from '../../sessions/sessions.repository.ts';
import type { Session } from '../../sessions/sessions.ts';
import { redeemTwoFactorCode } from '../two-factor/two-factor-codes.ts';
import { countAttempt, forgive } from './attempt-limits.ts';
import { openSession } from './login.ts';
import {
  attemptOfLogin,
  isRefusedAlready,
  repeatInTransaction,
  repeatLogin,
  saveLogin,
  saveRefusal,
} from './repeat-login.ts';

/** After this many wrong codes the customer must enter the password again. */
const mostWrongCodes = 10;

/**
 * Checks the code of two-step verification after a correct password, and opens the session. A page whose response was lost
 * may repeat the request with its key, although the code and the pending login are used up.
 */
export async function loginOtp(
  exchange: ExchangeOf<'loginOtp'>,
  context: AppContext,
): Promise<LoginResponse> {
  const { request, session, body } = exchange;
  const { account_id, email } = exchange.account;
  if (session.kind !== 'otp') return repeatLogin(exchange, context, new HttpError('unauthenticated'));
  const { database, mailer, sessions } = context;
  const attempt = attemptOfLogin(context, request);
  const guess = { attempt, accountId: account_id, code: body.code };
  if (await isRefusedAlready(context, guess)) throw wrongCode();
  const subject = await attemptSubject(context, request, email);
  await countAttempt(context, 'otp', request, subject);
  const taken = await database.asSystem(async (tx) => {
    const account = await lockAccount(tx, account_id);
    if (account === undefined) throw new HttpError('session_expired');
    // A parallel request was first: one of the same attempt, or the session has ended.
    if (!(await hasSession(tx, session.tokenHash))) {
      const earlier = { ...guess, refusal: new HttpError('session_expired') };
      return { how: undefined, response: await repeatInTransaction(context, tx, exchange, earlier) };
    }
    const how = await redeemTwoFactorCode(context, tx, account_id, body.code);
    if (how === undefined) return undefined;
    // Rolls the transaction back: the session has ended.
    if (!(await sessions.take(tx, session))) throw new HttpError('session_expired');
    if (how.by === 'recovery_code')
      await mailer.send(tx, account, 'recovery_code_used', { left: String(how.codesLeft) });
    const { remember } = session;
    const opened = await openSession(context, tx, exchange, { account, remember });
    await saveLogin(context, tx, attempt, { ...guess, ...opened });
    return { how: how.by, response: opened.response };
  });
  if (taken === undefined) {
    await saveRefusal(context, guess);
    return refuse(context, exchange, session);
  }
  await forgive(context, 'otp', request, subject);
  if (taken.how !== undefined) {
    recordEvent(request, 'second_step_taken', { how: taken.how });
    recordEvent(request, 'login', { how: taken.response.next });
  }
  return taken.response;
}

async function refuse(
  { database, sessions }: AppContext,
  { request, reply }: Exchange,
  session: Session,
): Promise<never> {
  recordEvent(request, 'second_step_refused');
  if ((await sessions.countWrongCode(database.system, session)) >= mostWrongCodes) {
    await sessions.end(database.system, request, reply);
    throw new HttpError('session_expired');
  }
  throw wrongCode();
}

function wrongCode(): HttpError {
  return validationFailed({ field: 'code', code: 'code_invalid' });
}
