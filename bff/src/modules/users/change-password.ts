import type { ChangePasswordResponse } from '@portal/contract/password-change';
import { refuseSuspended } from '../../accounts/account-access.ts';
import {
  type AccountChanges,
  type AccountRow,
  findAccount,
  updateAccount,
} from '../../accounts/accounts.repository.ts';
import { updateExpired } from '../../accounts/one-time-tokens.repository.ts';
import { redeemToken } from '../../accounts/one-time-tokens.ts';
import { hashPassword, refuseCommonPassword, requirePassword } from '../../accounts/passwords.ts';
import type { AppContext, Exchange, ExchangeOf } from '../../app/context.ts';
import type { Transaction } from '../../database/database.ts';
import { HttpError, validationFailed } from '../../errors/http-error.ts';
import { recordEvent } from '../../http/security-log.ts';
import type { SessionOfAccount } from '../../sessions/sessions.ts';
import { countAttempt } from '../login/attempt-limits.ts';
import { rememberDevice } from '../login/known-devices.ts';

/**
 * Sets a new password. With a mailed token, or the session it was exchanged for, all sessions end. In a full session,
 * with the current password, the other sessions end.
 */
export async function changePassword(
  exchange: ExchangeOf<'changePassword'>,
  context: AppContext,
): Promise<ChangePasswordResponse> {
  const { token, current_password, password } = exchange.body;
  if (token) return changeByToken(context, exchange, token, password);
  const found = await context.sessions.find(context.database.system, exchange.request);
  if (found === undefined || found.session.kind === 'otp') throw new HttpError('unauthenticated');
  refuseSuspended(found.account);
  if (found.session.kind === 'restore') return changeByExchange(context, exchange, found, password);
  return changeInSession(context, exchange, found, { current: current_password, password });
}

async function changeByToken(context: AppContext, exchange: Exchange, token: string, password: string) {
  await countAttempt(context, 'change', exchange.request);
  return restore(context, exchange, password, async (tx) => {
    const { account_id } = await redeemToken(tx, token, ['restore']);
    return account_id;
  });
}

async function changeByExchange(
  context: AppContext,
  exchange: Exchange,
  { session, account }: SessionOfAccount,
  password: string,
) {
  await countAttempt(context, 'change', exchange.request, account.email);
  return restore(context, exchange, password, async (tx) => {
    // A parallel request waits for this row and then finds it deleted.
    if (!(await context.sessions.take(tx, session))) throw new HttpError('session_expired');
    return account.account_id;
  });
}

/** `redeem` uses up the mailed proof and returns its account; a refusal rolls it back. */
async function restore(
  context: AppContext,
  { request, reply }: Exchange,
  password: string,
  redeem: (tx: Transaction) => Promise<string>,
) {
  const { revoked, accountId } = await context.database.asSystem(async (tx) => {
    const accountId = await redeem(tx);
    // The mailed token proves access to the mailbox, so it also confirms the address.
    const confirmed = { email_confirmed_at: new Date().toISOString() };
    const account = await setPassword(context, tx, accountId, password, confirmed);
    // Rolls the transaction back.
    refuseSuspended(account);
    // An attacker may use up the account's attempts meanwhile; this browser gets its own count.
    await rememberDevice(tx, context.config, { request, reply, accountId });
    await context.sessions.end(tx, request, reply);
    return { accountId, revoked: await context.sessions.endOthers(tx, accountId) };
  });
  recordEvent(request, 'password_changed', { account_id: accountId, how: 'mailed_link' });
  return { success: true as const, next: 'login' as const, sessions_revoked: revoked };
}

async function changeInSession(
  context: AppContext,
  { request, reply }: Exchange,
  { session, account }: SessionOfAccount,
  { current, password }: { current: string | null | undefined; password: string },
) {
  const { database, sessions } = context;
  if (!current) throw validationFailed({ field: 'current_password', code: 'current_password_required' });
  const accountId = account.account_id;
  await countAttempt(context, 'change', request, account.email);
  const row = await findAccount(database.system, accountId);
  if (row === undefined) throw new HttpError('unauthenticated');
  await requirePassword(row, current);
  const revoked = await database.asSystem(async (tx) => {
    await setPassword(context, tx, accountId, password);
    const count = await sessions.endOthers(tx, accountId, session.tokenHash);
    await sessions.start(tx, request, reply, { accountId, kind: session.kind, remember: session.remember });
    return count;
  });
  recordEvent(request, 'password_changed', { how: 'current_password' });
  return { success: true as const, next: null, sessions_revoked: revoked };
}

async function setPassword(
  { config, mailer }: AppContext,
  tx: Transaction,
  accountId: string,
  password: string,
  more: AccountChanges = {},
): Promise<AccountRow> {
  const owner = await findAccount(tx, accountId);
  if (owner === undefined) throw new HttpError('token_expired');
  await refuseCommonPassword(config, password, owner);
  const account = await updateAccount(tx, accountId, {
    password_hash: await hashPassword(password),
    password_changed_at: new Date().toISOString(),
    // A new password also cancels a pending change of address.
    pending_email: null,
    ...more,
  });
  if (account === undefined) throw new HttpError('token_expired');
  // Earlier restore links would undo the change.
  await updateExpired(tx, accountId, 'restore');
  await mailer.send(tx, account, 'password_changed');
  return account;
}
