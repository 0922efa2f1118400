import type { LoginResponse } from '@portal/contract/login';
import { lockAccount } from '../../accounts/accounts.repository.ts';
import type { AppContext, Exchange, ExchangeOf } from '../../app/context.ts';
import { HttpError, validationFailed } from '../../errors/http-error.ts';
import { recordEvent } from '../../http/security-log.ts';
import { attemptSubject } from '../../sessions/known-browser.ts';
import type { Session } from '../../sessions/sessions.ts';
import { redeemTwoFactorCode } from '../two-factor/two-factor-codes.ts';
import { countAttempt, forgive } from './attempt-limits.ts';
import { openSession } from './login.ts';

/** After this many wrong codes the customer must enter the password again. */
const mostWrongCodes = 10;

/** Checks the code of two-step verification after a correct password, and opens the session. */
export async function loginOtp(
  exchange: ExchangeOf<'loginOtp'>,
  context: AppContext,
): Promise<LoginResponse> {
  const { request, session, body } = exchange;
  const { account_id, email } = exchange.account;
  if (session.kind !== 'otp') throw new HttpError('unauthenticated');
  const { database, mailer, sessions } = context;
  const subject = await attemptSubject(context, request, email);
  await countAttempt(context, 'otp', request, subject);
  const taken = await database.asSystem(async (tx) => {
    const account = await lockAccount(tx, account_id);
    const how = await redeemTwoFactorCode(context, tx, account_id, body.code);
    if (how === undefined) return undefined;
    // Rolls the transaction back: the session has ended, or another request was first.
    if (!(await sessions.take(tx, session))) throw new HttpError('session_expired');
    if (account === undefined) throw new HttpError('session_expired');
    if (how.by === 'recovery_code')
      await mailer.send(tx, account, 'recovery_code_used', { left: String(how.codesLeft) });
    const { remember } = session;
    return { how: how.by, response: await openSession(context, tx, exchange, { account, remember }) };
  });
  if (taken === undefined) return refuse(context, exchange, session);
  await forgive(context, 'otp', request, subject);
  recordEvent(request, 'second_step_taken', { how: taken.how });
  recordEvent(request, 'login', { how: taken.response.next });
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
  throw validationFailed({ field: 'code', code: 'code_invalid' });
}
