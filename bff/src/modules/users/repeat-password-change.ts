import type { ChangePasswordResponse } from '@portal/contract/password-change';
import { refuseChangedPassword, refuseClosed } from '../../accounts/account-access.ts';
import { findAccount, lockAccount } from '../../accounts/accounts.repository.ts';
import { isPassword } from '../../accounts/passwords.ts';
import { type AnonymousAttempt, findAttempt } from '../../app/anonymous-attempts.ts';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import { repeatSession } from '../../app/repeat-session.ts';
import type { HttpError } from '../../errors/http-error.ts';
import { countPasswordTry } from '../../sessions/own-account.ts';

/**
 * Returns the response of an earlier attempt to change the password, whose response was lost. The session that the change
 * started is replaced if its cookie was lost too. Throws `refusal` if that session has ended meanwhile, or unless the
 * attempt has saved the same password and it is still in force.
 */
export async function repeatPasswordChange(
  { request, reply, body }: ExchangeOf<'changePassword'>,
  context: AppContext,
  attempt: AnonymousAttempt,
  refusal: HttpError,
): Promise<ChangePasswordResponse> {
  const { database, config, sessions } = context;
  const current = sessions.tokenHash(request);
  const earlier = await findAttempt<ChangePasswordResponse>(
    database.system,
    attempt,
    config.RESTORE_MINUTES,
    current,
  );
  if (earlier === undefined) throw refusal;
  const { account_id: accountId, session: lost } = earlier;
  const checked = await findAccount(database.system, accountId);
  if (checked === undefined) throw refusal;
  // A repetition checks a password: it must be neither an oracle nor a way to keep the processor busy.
  await countPasswordTry(context, { account: checked, by: `attempt ${attempt.key}` });
  // No hash of the password is stored with the attempt: the account's own says whether it was the same one.
  if (!(await isPassword(checked.password_hash, body.password))) throw refusal;
  await database.asSystem(async (tx) => {
    const account = await lockAccount(tx, accountId);
    refuseChangedPassword(account, checked, refusal);
    refuseClosed(account);
    if (lost === null) return body.token && sessions.end(tx, request, reply);
    // Only the body was lost.
    if (current?.equals(lost) && (await sessions.find(tx, request)) !== undefined) return undefined;
    return repeatSession(
      context,
      tx,
      { request, reply },
      { attempt, earlier, refusal },
      () => earlier.response,
    );
  });
  return earlier.response;
}
