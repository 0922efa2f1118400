import type { ChangePasswordResponse, changePasswordRequestSchema } from '@portal/contract/users';
import type { InferOutput } from 'valibot';
import type { Transaction } from '../../database/database.ts';
import type { Exchange } from '../../http/context.ts';
import { HttpError, validationFailed } from '../../http/http-error.ts';
import type { Services } from '../../services.ts';
import { refuseSuspended } from '../accounts/account-state.ts';
import {
  type AccountChanges,
  type AccountRow,
  findAccount,
  updateAccount,
} from '../accounts/accounts.repository.ts';
import { refuseCommonPassword } from '../accounts/common-password.ts';
import { hashPassword, isPassword } from '../accounts/password-hash.ts';
import { redeemToken } from '../one-time-tokens/one-time-tokens.ts';
import { countAttempt } from './attempt-limits.ts';

type Change = InferOutput<typeof changePasswordRequestSchema>;

/** Sets a new password by a mailed token, or within a session by the current one. Other sessions end. */
export async function changePassword(
  services: Services,
  exchange: Exchange,
  change: Change,
): Promise<ChangePasswordResponse> {
  if (change.token) return changeByToken(services, exchange, change.token, change.password);
  return changeInSession(services, exchange, change.current_password, change.password);
}

async function changeByToken(
  services: Services,
  { request, reply }: Exchange,
  token: string,
  password: string,
) {
  await countAttempt(services, 'change', request);
  const revoked = await services.database.asSystem(async (tx) => {
    const { account_id: accountId } = await redeemToken(tx, token, ['restore']);
    // Whoever holds the mailed token reads the mailbox: that confirms the address as well.
    const confirmed = { email_confirmed_at: new Date().toISOString() };
    const account = await setPassword(services, tx, accountId, password, confirmed);
    // Takes back what the transaction did.
    refuseSuspended(account);
    await services.sessions.end(tx, request, reply);
    return services.sessions.endOthers(tx, accountId);
  });
  return { success: true as const, next: 'login' as const, sessions_revoked: revoked };
}

async function changeInSession(
  services: Services,
  { request, reply }: Exchange,
  current: string | null | undefined,
  password: string,
) {
  const { database, sessions } = services;
  const found = await sessions.find(database.system, request);
  if (found === undefined) throw new HttpError('unauthenticated');
  const { session, account } = found;
  refuseSuspended(account);
  if (!current) throw validationFailed({ field: 'current_password', code: 'current_password_required' });
  const accountId = account.account_id;
  await countAttempt(services, 'change', request, account.email);
  const row = await findAccount(database.system, accountId);
  // Not 401: the portal would take that for the end of the session.
  if (!(await isPassword(row?.password_hash, current))) {
    throw validationFailed({ field: 'current_password', code: 'current_password_wrong' });
  }
  const revoked = await database.asSystem(async (tx) => {
    await setPassword(services, tx, accountId, password);
    const count = await sessions.endOthers(tx, accountId, session.tokenHash);
    await sessions.start(tx, request, reply, { accountId, kind: session.kind, remember: session.remember });
    return count;
  });
  return { success: true as const, next: null, sessions_revoked: revoked };
}

async function setPassword(
  { config, mailer }: Services,
  tx: Transaction,
  accountId: string,
  password: string,
  more: AccountChanges = {},
): Promise<AccountRow> {
  const owner = await findAccount(tx, accountId);
  if (owner === undefined) throw new HttpError('token_expired');
  await refuseCommonPassword(config, password, owner);
  const password_changed_at = new Date().toISOString();
  // Whoever sets a password takes the account back: a change of address that is under way ends with it.
  const changes = {
    password_hash: await hashPassword(password),
    password_changed_at,
    pending_email: null,
    ...more,
  };
  const account = await updateAccount(tx, accountId, changes);
  if (account === undefined) throw new HttpError('token_expired');
  const { email, language, name } = account;
  await mailer.send(tx, {
    to: email,
    language,
    mail: 'password_changed',
    values: { name },
    link: '/restore',
  });
  return account;
}
