import { createHash, randomInt } from 'node:crypto';
import type { Config } from '../config/config.ts';
import type { Queryable } from '../database/database.ts';
import { HttpError } from '../errors/http-error.ts';
import { hashToken, newToken } from '../secrets/tokens.ts';
import * as repository from './one-time-tokens.repository.ts';

interface TokenOwner {
  accountId: string;
  /** The address that the token is mailed to. Redeeming the token proves that the customer reads it. */
  email: string;
}

/** Issues a link token and a six-digit code that confirm an address. The database stores their hashes only. */
export async function issueConfirmation(
  database: Queryable,
  config: Config,
  { accountId, email }: TokenOwner,
) {
  const token = newToken('cnf_');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await repository.insertToken(database, {
    accountId,
    email,
    purpose: 'confirm',
    tokenHash: hashToken(token),
    lifetimeSeconds: config.CONFIRM_HOURS * 3600,
    code: { hash: hashCode(accountId, code), lifetimeSeconds: config.RESTORE_MINUTES * 60 },
  });
  return { token, code };
}

export function issueRestoration(database: Queryable, config: Config, owner: TokenOwner): Promise<string> {
  const lifetimeSeconds = config.RESTORE_MINUTES * 60;
  return issueLink(database, owner, { purpose: 'restore', prefix: 'rst_', lifetimeSeconds });
}

export function issueEmailChange(database: Queryable, config: Config, owner: TokenOwner): Promise<string> {
  const lifetimeSeconds = config.CONFIRM_HOURS * 3600;
  return issueLink(database, owner, { purpose: 'email_change', prefix: 'eml_', lifetimeSeconds });
}

/** How long a revert link works. */
export const revertDays = 7;

export function issueRevertLink(database: Queryable, owner: TokenOwner): Promise<string> {
  const lifetimeSeconds = revertDays * 86_400;
  return issueLink(database, owner, { purpose: 'email_revert', prefix: 'rev_', lifetimeSeconds });
}

interface LinkOptions {
  purpose: repository.Purpose;
  /** Shows people who read a link what it is for. */
  prefix: string;
  lifetimeSeconds: number;
}

async function issueLink(
  database: Queryable,
  owner: TokenOwner,
  { prefix, ...options }: LinkOptions,
): Promise<string> {
  const token = newToken(prefix);
  await repository.insertToken(database, { ...owner, ...options, tokenHash: hashToken(token) });
  return token;
}

/** Expires the account's unused tokens of a purpose. */
export const expireTokens = repository.updateExpired;
export const expireTokensSince = repository.updateExpiredSince;

/** Redeems a mailed token, once. Throws 410 `token_used` or `token_expired`; an unknown token counts as expired. */
export async function redeemToken(
  database: Queryable,
  token: string,
  purposes: readonly repository.Purpose[],
) {
  const found = await repository.findToken(database, hashToken(token));
  if (found === undefined || !purposes.includes(found.purpose)) throw new HttpError('token_expired');
  const isConfirmation = found.purpose === 'confirm' || found.purpose === 'email_change';
  if (found.is_used) throw new HttpError(isConfirmation ? 'already_confirmed' : 'token_used');
  if (found.is_expired) throw new HttpError('token_expired');
  await repository.useToken(database, found);
  return found;
}

/** Redeems a mailed code, once. Returns undefined if the code is not the account's. */
export async function redeemCode(database: Queryable, accountId: string, code: string) {
  const found = await repository.findTokenByCode(database, accountId, hashCode(accountId, code));
  if (found === undefined) return undefined;
  if (found.is_used) throw new HttpError('already_confirmed');
  if (found.is_code_expired || found.is_expired) throw new HttpError('token_expired');
  await repository.useToken(database, found);
  return found;
}

/** Hashes with the account's id, so that an attacker needs a separate table of codes for each account. */
function hashCode(accountId: string, code: string): Buffer {
  return createHash('sha256').update(`${accountId}:${code}`).digest();
}
