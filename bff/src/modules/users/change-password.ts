import { endpoints } from '@portal/contract/endpoints';
import type { ChangePasswordResponse } from '@portal/contract/password-change';
import type { FastifyRequest } from 'fastify';
import { refuseChangedPassword, refuseClosed } from '../../accounts/account-access.ts';
import {
  type AccountChanges,
  type AccountRow,
  findAccount,
  lockAccount,
  updateAccount,
} from '../../accounts/accounts.repository.ts';
import { findTokenAccount, updateExpired } from '../../accounts/one-time-tokens.repository.ts';
import { redeemToken } from '../../accounts/one-time-tokens.ts';
import { hashPassword, refuseCommonPassword, wrongPassword } from '../../accounts/passwords.ts';
import {
  type AnonymousAttempt,
  attemptOf,
  forgetAttempts,
  saveAttempt,
} from '../../app/anonymous-attempts.ts';
import { refuseOtherAccount } from '../../app/authorize.ts';
import type { AppContext, Exchange, ExchangeOf } from '../../app/context.ts';
import { oneAtATime } from '../../app/visitor-passwords.ts';
import type { Transaction } from '../../database/database.ts';
import { HttpError, validationFailed } from '../../errors/http-error.ts';
import { limitRate, resetAttempts } from '../../http/rate-limit.ts';
import { recordEvent } from '../../http/security-log.ts';
import { hashToken } from '../../secrets/secrets.ts';
import { attemptSubject, tokenSubject } from '../../sessions/known-browser.ts';
import { checkPassword, lockOwnAccount } from '../../sessions/own-account.ts';
import { isLoggedIn, type SessionOfAccount } from '../../sessions/sessions.ts';
import { countAttempt } from '../login/attempt-limits.ts';
import { forgetOtherDevices } from '../login/known-devices.ts';
import { confirmByPassword } from './pending-registrations.ts';
import { repeatPasswordChange } from './repeat-password-change.ts';

/**
 * Sets a new password. With a mailed token, or the session it was exchanged for, all sessions and mailed links end. In a
 * full session, with the current password, the other sessions end; a mailed link stays valid, because a thief may have
 * the session and the password, but only the owner has the mailbox. A page whose response was lost may repeat the request
 * with its key, although the proof is used up.
 */
export async function changePassword(
  exchange: ExchangeOf<'changePassword'>,
  context: AppContext,
): Promise<ChangePasswordResponse> {
  const { request, body } = exchange;
  // A repeated request still has the proof that it uses up: the key alone must not be enough.
  const proof = body.token || context.sessions.tokenHash(request)?.toString('hex');
  const attempt = proof ? attemptOf(request, endpoints.changePassword, proof) : undefined;
  try {
    return await change(exchange, context, attempt);
  } catch (error) {
    // An earlier request of the attempt has used up the session, the token or the current password.
    const isUsedUp = error instanceof HttpError && [401, 410, 422].includes(error.status);
    if (!isUsedUp || attempt === undefined) throw error;
    return repeatPasswordChange(exchange, context, attempt, error);
  }
}

async function change(
  exchange: ExchangeOf<'changePassword'>,
  context: AppContext,
  attempt: AnonymousAttempt | undefined,
): Promise<ChangePasswordResponse> {
  const { token, current_password, password } = exchange.body;
  if (token) return changeByToken(context, exchange, { token, password, attempt });
  const found = await context.sessions.find(context.database.system, exchange.request);
  const isProof = found && (isLoggedIn(found.session) || found.session.kind === 'restore');
  if (!isProof) throw new HttpError('unauthenticated');
  refuseClosed(found.account);
  refuseOtherAccount(exchange.request, found);
  if (found.session.kind === 'restore')
    return changeByExchange(context, exchange, found, { password, attempt });
  return changeInSession(context, exchange, found, { current: current_password, password, attempt });
}

interface NewPassword {
  password: string;
  attempt: AnonymousAttempt | undefined;
}

async function changeByToken(
  context: AppContext,
  exchange: Exchange,
  { token, ...change }: NewPassword & { token: string },
) {
  const { request } = exchange;
  await countAttempt(context, 'change', request, await tokenSubject(context, request, token));
  const owner = await findTokenAccount(context.database.system, hashToken(token));
  if (owner === undefined) throw new HttpError('token_expired');
  return restore(context, exchange, { owner, token, ...change }, async (tx) => {
    await redeemToken(tx, token, ['restore']);
  });
}

async function changeByExchange(
  context: AppContext,
  exchange: Exchange,
  { session, account }: SessionOfAccount,
  change: NewPassword,
) {
  // The link has proved the mailbox; nothing is left to guess, so attempts do not count for the account.
  const subject = await attemptSubject(context, exchange.request, account.email);
  await countAttempt(context, 'change', exchange.request, subject);
  const owner = await findAccount(context.database.system, account.account_id);
  if (owner === undefined) throw new HttpError('session_expired');
  return restore(context, exchange, { owner, ...change }, async (tx) => {
    await lockAccount(tx, account.account_id);
    // A parallel request has waited for the account and finds the session deleted.
    if (!(await context.sessions.take(tx, session))) throw new HttpError('session_expired');
  });
}

/** `redeem` locks the account and uses up the mailed proof; a refusal rolls it back. */
async function restore(
  context: AppContext,
  { request, reply }: Exchange,
  { owner, token, password, attempt }: NewPassword & { owner: AccountRow; token?: string },
  redeem: (tx: Transaction) => Promise<void>,
) {
  const accountId = owner.account_id;
  const newPassword = await prepare(context, request, owner, password);
  const response = await context.database.asSystem(async (tx) => {
    await redeem(tx);
    // The mailed token proves access to the mailbox, so it also confirms the address.
    const confirmed = await confirmByPassword(context, tx, request, accountId);
    const account = await savePassword(context, tx, accountId, { ...confirmed, ...newPassword });
    // Rolls the transaction back.
    refuseClosed(account);
    // Earlier links and their exchanges would undo the change.
    await updateExpired(tx, accountId, 'restore');
    await forgetAttempts(tx, accountId, endpoints.exchangeToken);
    // An attacker may use up the account's attempts meanwhile; this browser gets its own count.
    await forgetOtherDevices(tx, context.config, { request, reply, accountId });
    // Somebody who knew the old password may have used up its changes.
    await resetAttempts({ database: { system: tx } }, changesInSessions, accountId);
    // A session that was the proof has ended, but its cookie stays: the page repeats the request with it if the body is lost.
    if (token) await context.sessions.end(tx, request, reply);
    const sessions_revoked = await context.sessions.endAll(tx, accountId);
    const result = { success: true, next: 'login', sessions_revoked } as const;
    await saveAttempt(tx, attempt, { account_id: accountId, response: result, session: null });
    return result;
  });
  recordEvent(request, 'password_changed', { account_id: accountId, how: 'mailed_link' });
  return response;
}

/** Each new password is hashed, mailed to the owner, and has further uses. */
const changesInSessions = { name: 'password-changes', max: 20, windowSeconds: 3600 };

async function changeInSession(
  context: AppContext,
  { request, reply }: Exchange,
  { session, account }: SessionOfAccount,
  { current, password, attempt }: NewPassword & { current: string | null | undefined },
) {
  const { database, sessions } = context;
  if (!current) throw validationFailed({ field: 'current_password', code: 'current_password_required' });
  const accountId = account.account_id;
  const checked = await checkPassword(context, { account, session, password: current });
  await limitRate(context, changesInSessions, accountId);
  const newPassword = await prepare(context, request, checked, password);
  const response = await database.asSystem(async (tx) => {
    // The owner may have restored the account since the session and the password were checked.
    const row = await lockOwnAccount({ tx, account, session });
    refuseChangedPassword(row, checked, wrongPassword());
    await savePassword(context, tx, accountId, newPassword);
    await forgetOtherDevices(tx, context.config, { request, reply, accountId });
    const sessions_revoked = await sessions.endOthers(tx, accountId, session.tokenHash);
    const { kind, remember } = session;
    const { tokenHash } = await sessions.startRepeatable(tx, request, reply, { accountId, kind, remember });
    const result = { success: true, next: null, sessions_revoked } as const;
    await saveAttempt(tx, attempt, { account_id: accountId, response: result, session: tokenHash });
    return result;
  });
  recordEvent(request, 'password_changed', { how: 'current_password' });
  return response;
}

/** Hashes a new password, before the transaction: hashing takes as long as hundreds of statements. */
async function prepare(context: AppContext, request: FastifyRequest, owner: AccountRow, password: string) {
  await refuseCommonPassword(context.config, password, owner);
  return { password_hash: await oneAtATime(context, request, () => hashPassword(password)) };
}

async function savePassword(
  { mailer }: AppContext,
  tx: Transaction,
  accountId: string,
  changes: AccountChanges,
): Promise<AccountRow> {
  const account = await updateAccount(tx, accountId, {
    password_changed_at: new Date().toISOString(),
    // A new password also cancels a pending change of address.
    pending_email: null,
    ...changes,
  });
  if (account === undefined) throw new HttpError('token_expired');
  await mailer.send(tx, account, 'password_changed');
  return account;
}
