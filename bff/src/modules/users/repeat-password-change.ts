import type { ChangePasswordResponse } from '@portal/contract/password-change';
import { isSuspended, refuseChangedPassword } from '../../accounts/account-access.ts';
import { findAccount, lockAccount } from '../../accounts/accounts.repository.ts';
import { isPassword } from '../../accounts/passwords.ts';
import { type AnonymousAttempt, findAttempt } from '../../app/anonymous-attempts.ts';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import type { HttpError } from '../../errors/http-error.ts';
import { hashToken } from '../../secrets/secrets.ts';
import type { Session } from '../../sessions/sessions.ts';

/** What a change of the password has done, stored with its attempt. */
export interface PasswordChange {
  response: ChangePasswordResponse;
  /** The session that goes on; null after a change by mail, which ends them all. */
  session: Pick<Session, 'kind' | 'remember'> | null;
}

/**
 * Returns the response of an earlier attempt to change the password. A session that went on then goes on in a new one,
 * because its cookie was lost with the response. Throws `refusal` unless the attempt has saved the same password and it is
 * still in force.
 */
export async function repeatPasswordChange(
  { request, reply, body }: ExchangeOf<'changePassword'>,
  { database, config, sessions }: AppContext,
  attempt: AnonymousAttempt,
  refusal: HttpError,
): Promise<ChangePasswordResponse> {
  const earlier = await findAttempt<PasswordChange>(database.system, attempt, config);
  if (earlier === undefined) throw refusal;
  const { account_id: accountId } = earlier;
  const { response, session } = earlier.response;
  // No hash of the password is stored with the attempt: the account's own says whether it was the same one.
  const checked = await findAccount(database.system, accountId);
  if (checked === undefined || !(await isPassword(checked.password_hash, body.password))) throw refusal;
  await database.asSystem(async (tx) => {
    const account = await lockAccount(tx, accountId);
    refuseChangedPassword(account, checked, refusal);
    if (session === null || isSuspended(account)) return sessions.end(tx, request, reply);
    // The session of the lost cookie.
    await sessions.endOthers(tx, accountId, hashToken(''));
    return sessions.start(tx, request, reply, { accountId, ...session });
  });
  return response;
}
