import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../database/database.ts';
import { HttpError, rateLimited } from '../errors/http-error.ts';
import { type BasicCredentials, basicCredentials } from '../http/basic-credentials.ts';
import {
  countAttemptOf,
  forgiveAttempt,
  limitRate,
  limitRates,
  limitsOfAddress,
  type RateLimit,
  refuseExhausted,
} from '../http/rate-limit.ts';
import { recordEvent, setCustomer } from '../http/security-log.ts';
import { hashToken } from '../secrets/secrets.ts';
import type { SessionAccount } from '../sessions/sessions.repository.ts';
import {
  findTokenOwner,
  type TokenOwner,
  type TokenUse,
  updateTokenUse,
} from '../sessions/token-owners.repository.ts';
import { addressShare, untilRefusal } from './account-load.ts';
import type { AppContext, Exchange } from './context.ts';

/** Asks a program for the account's credentials. */
export const challenge = { 'www-authenticate': 'Basic realm="account API", charset="UTF-8"' };

const minute = 60;
/** Requests of one account. Beside it the account has a share of the server's capacity, which is about their cost. */
export const quota: RateLimit = { name: 'account-api', max: 600, windowSeconds: minute };
/** Wrong tokens. Neither count is that of a login: nobody can keep the owner out with them. */
const byAddress: RateLimit = { name: 'account-api:address', max: 25, windowSeconds: 5 * minute };
const byNetwork: RateLimit = { name: 'account-api:network', max: 100, windowSeconds: 5 * minute };
const byAccount: RateLimit = { name: 'account-api:account', max: 100, windowSeconds: 60 * minute };

/** Whether a user-id has the form of an account's SID. */
export function isAccountSid(user: string): boolean {
  return /^AC[0-9A-Za-z]{1,40}$/.test(user);
}

/**
 * Returns the account that a program's credentials belong to. Every request searches for the token, so that one that was
 * replaced is refused immediately. Throws 401 if the SID or the token is wrong, and 429 after too many wrong ones.
 */
export async function findProgramAccount(
  context: AppContext,
  { request, reply }: Exchange,
  { user, password }: BasicCredentials,
): Promise<SessionAccount> {
  const { database, foundSessions, load } = context;
  const pair = hashToken(`${user}:${password}`);
  const places = limitsOfAddress(request.ip, byAddress, byNetwork);
  const isKnown = foundSessions.has(pair);
  const subject = isKnown ? `token ${pair.toString('base64')}` : addressShare(request.ip);
  // An attacker with the same address does not hold up programs whose token was right before.
  if (!isKnown) {
    const isOpen = load.run(subject, 'sessions', async () => {
      for (const one of places) await refuseExhausted(context, ...one);
    });
    await isOpen.catch(refuseLater);
  }
  const owner = isAccountSid(user)
    ? await load.run(subject, 'sessions', () => findTokenOwner(database.system, user))
    : undefined;
  const use = usedToken(owner, hashToken(password));
  if (owner === undefined || use === undefined) {
    foundSessions.delete(pair);
    recordEvent(request, 'token_refused', { account_id: owner?.account.account_id });
    await limitRates(context, places);
    // The SID is no secret, since invoices contain it. This count refuses wrong tokens only.
    if (isAccountSid(user)) await limitRate(context, byAccount, user);
    throw new HttpError('account_token_invalid', { headers: challenge });
  }
  foundSessions.add(pair, owner.account.account_id);
  const { account } = owner;
  setCustomer(request, { account_id: account.account_id });
  if (!owner.is_confirmed) throw new HttpError('email_not_confirmed');
  await load.run(subject, 'sessions', async () => {
    await countRequest(context, reply, account.account_id);
    if (use.is_due) await updateTokenUse(database.system, account.account_id, use.column);
  });
  return account;
}

/** Whether the token of a program's request is still one of its account. */
export async function hasToken(db: Queryable, request: FastifyRequest): Promise<boolean> {
  const { user = '', password = '' } = basicCredentials(request) ?? {};
  return usedToken(await findTokenOwner(db, user), hashToken(password)) !== undefined;
}

/** A program that repeats refused requests without a pause would keep the server busy with refusals. */
async function refuseLater(error: unknown): Promise<never> {
  if (error instanceof HttpError) await untilRefusal();
  throw error;
}

/** The column of the token that was used; undefined if it is none of the account's. Both are compared, in constant time. */
function usedToken(owner: TokenOwner | undefined, given: Buffer): TokenUse | undefined {
  const matching = (owner?.tokens ?? []).filter(({ hash }) => timingSafeEqual(hash, given));
  return matching[0];
}

/** Counts a request towards the quota, and names it to the program. Throws 429 beyond. */
async function countRequest(context: AppContext, reply: FastifyReply, accountId: string): Promise<void> {
  const { name, windowSeconds } = quota;
  const max = quota.max * context.config.RATE_LIMIT_FACTOR;
  const { count, seconds_left } = await countAttemptOf(context, quota, accountId);
  const wait = Math.max(1, seconds_left);
  // The fields of draft-ietf-httpapi-ratelimit-headers-10.
  reply.header('ratelimit-policy', `"${name}";q=${max};w=${windowSeconds}`);
  // An attempt is counted for up to a slice longer than the window, which a refusal states; `t` never exceeds `w`.
  reply.header('ratelimit', `"${name}";r=${Math.max(0, max - count)};t=${Math.min(wait, windowSeconds)}`);
  if (count <= max) return;
  await forgiveAttempt(context, quota, accountId);
  throw rateLimited(wait);
}
