import { createHash, randomInt } from 'node:crypto';
import type { Config } from '../config/config.ts';
import type { Queryable, Transaction } from '../database/database.ts';
import { HttpError } from '../errors/http-error.ts';
import { hashToken, newToken } from '../secrets/secrets.ts';
import * as repository from './one-time-tokens.repository.ts';

/** Issues a link token and a six-digit code that confirm an address. The database stores their hashes only. */
export async function issueConfirmation(database: Queryable, config: Config, owner: repository.TokenOwner) {
  const token = newToken('cnf_');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const hash = hashCode(owner.account_id, code);
  await repository.insertToken(database, owner, {
    purpose: 'confirm',
    tokenHash: hashToken(token),
    lifetimeSeconds: config.CONFIRM_HOURS * 3600,
    code: { hash, lifetimeSeconds: config.RESTORE_MINUTES * 60 },
  });
  return { token, code };
}

/** Mails with links that one account gets within half an hour before the portal spaces them. */
const mostMails = 5;

/**
 * Whether a link was mailed so recently that another mail would only repeat it: within a minute or, after five mails in
 * half an hour, within half of a restore link's lifetime. Anybody can request these mails, so a flood of requests must
 * neither flood the mailbox nor keep the owner from having a valid link. A used link does not count. The account is
 * locked.
 */
export async function isMailedLately(
  tx: Transaction,
  { RATE_LIMIT_FACTOR: factor, RESTORE_MINUTES }: Config,
  { account_id }: repository.TokenOwner,
  purpose: 'confirm' | 'restore',
): Promise<boolean> {
  const spacing = RESTORE_MINUTES * 30;
  const mailed = await repository.countMailed(tx, account_id, purpose, spacing);
  if (mailed.in_last_minute >= factor) return true;
  return mailed.in_half_hour >= mostMails * factor && mailed.in_spacing > 0;
}

/** How long a revert link works. */
export const revertDays = 7;

/** The prefix of a link's token shows people who read it what it is for. */
const links = {
  restore: { prefix: 'rst_', lifetime: ({ RESTORE_MINUTES }: Config) => RESTORE_MINUTES * 60 },
  email_change: { prefix: 'eml_', lifetime: ({ CONFIRM_HOURS }: Config) => CONFIRM_HOURS * 3600 },
  email_revert: { prefix: 'rev_', lifetime: () => revertDays * 86_400 },
  two_factor_revert: { prefix: 'rvf_', lifetime: () => revertDays * 86_400 },
};

/** Issues a token that is mailed to the owner's address. The database stores its hash only. */
export async function issueLink(
  database: Queryable,
  config: Config,
  purpose: keyof typeof links,
  owner: repository.NewTokenOwner,
): Promise<string> {
  const { prefix, lifetime } = links[purpose];
  const token = newToken(prefix);
  const stored = { purpose, tokenHash: hashToken(token), lifetimeSeconds: lifetime(config) };
  await repository.insertToken(database, owner, stored);
  return token;
}

/** Finds a mailed token that can be redeemed. Throws 410 as `redeemToken` does. */
export async function findRedeemable(db: Queryable, token: string, purposes: readonly repository.Purpose[]) {
  const found = await repository.findToken(db, hashToken(token));
  refuseInvalid(found, purposes);
  return found;
}

/**
 * Redeems a mailed token, once, and locks its account. Throws 410 `token_used` or `token_expired`; an unknown token
 * counts as expired.
 */
export async function redeemToken(tx: Transaction, token: string, purposes: readonly repository.Purpose[]) {
  return redeem(tx, hashToken(token), purposes);
}

/** Redeems a token that `findRedeemable` or `findByCode` has found. */
export async function redeem(tx: Transaction, tokenHash: Buffer, purposes: readonly repository.Purpose[]) {
  await repository.lockTokenAccount(tx, tokenHash);
  const found = await repository.findToken(tx, tokenHash);
  refuseInvalid(found, purposes);
  await repository.useToken(tx, found);
  return found;
}

function refuseInvalid(
  found: repository.OneTimeTokenRow | undefined,
  purposes: readonly repository.Purpose[],
): asserts found is repository.OneTimeTokenRow {
  if (found === undefined || !purposes.includes(found.purpose)) throw new HttpError('token_expired');
  const isConfirmation = found.purpose === 'confirm' || found.purpose === 'email_change';
  if (found.is_used) throw new HttpError(isConfirmation ? 'already_confirmed' : 'token_used');
  if (found.is_expired) throw new HttpError('token_expired');
}

/** Finds the confirmation of a mailed code. Returns undefined if the code is not the account's. */
export async function findByCode(db: Queryable, accountId: string, code: string) {
  const found = await repository.findTokenByCode(db, accountId, hashCode(accountId, code));
  if (found === undefined) return undefined;
  if (found.is_used) throw new HttpError('already_confirmed');
  if (found.is_code_expired || found.is_expired) throw new HttpError('token_expired');
  return found;
}

/** Hashes with the account's id, so that an attacker needs a separate table of codes for each account. */
function hashCode(accountId: string, code: string): Buffer {
  return createHash('sha256').update(`${accountId}:${code}`).digest();
}
