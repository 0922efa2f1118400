import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AccountRow, updateAccount } from '../../accounts/accounts.repository.ts';
import type { AppContext, Exchange } from '../../app/context.ts';
import type { Config } from '../../config/config.ts';
import type { Queryable, Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { writeCookie } from '../../http/cookies.ts';
import { recordEvent } from '../../http/security-log.ts';
import { mailTime } from '../../mail/mail-formats.ts';
import { hashToken, newToken } from '../../secrets/secrets.ts';
import { describeDevice } from '../../sessions/device.ts';
import { deviceCookie, deviceToken, knownBrowsersOf } from '../../sessions/known-browser.ts';
import { resetLogins } from './attempt-limits.ts';

const maxAgeSeconds = 180 * 86_400;
/** Browsers of one account that are remembered; a further one replaces another. */
const mostDevices = 50;
/** Other browsers used within an hour, from which on new ones are not mailed: one notice more would help nobody. */
const mostMailed = 10;

/**
 * Forgets the account's browsers because its password changes, except the one that changes it, which gets a new token:
 * somebody else may have the password and a copy of the cookie. Failed logins of the forgotten browsers no longer count.
 */
export async function forgetOtherDevices(
  tx: Transaction,
  config: Config,
  exchange: Exchange & { accountId: string },
): Promise<void> {
  const { accountId } = exchange;
  await forgetDevices(tx, accountId);
  await storeDevice(tx, config, { ...exchange, token: newToken() });
}

/** Forgets all browsers of the account. */
export async function forgetDevices(tx: Transaction, accountId: string): Promise<void> {
  await tx.run(sql`delete from known_devices where account_id = ${accountId}`);
  await resetLogins(tx, knownBrowsersOf(accountId).key);
}

/**
 * Stores the browser for the account, which is locked. If it is new, the owner gets a mail, unless this is the account's first login
 * or there were many within an hour. The cookie grants no access; a thief gains a few guesses. Returns the hash of its token.
 */
export async function rememberDevice(
  context: AppContext,
  tx: Transaction,
  { request, reply, account }: Exchange & { account: AccountRow },
): Promise<Buffer> {
  const { account_id: accountId } = account;
  const token = deviceToken(context.config, request) ?? newToken();
  const { is_new, others, recent } = await storeDevice(tx, context.config, { reply, accountId, token });
  // A restored password stores a browser before the first login.
  const isFirst = !account.has_logged_in && others === 0;
  if (!account.has_logged_in) await updateAccount(tx, accountId, { has_logged_in: true });
  if (!is_new || isFirst) return hashToken(token);
  if (others >= mostDevices) await deleteUnusedDevices(tx, accountId);
  recordEvent(request, 'new_device', { account_id: accountId });
  if (recent < mostMailed) await mailNewDevice(context, tx, request, account);
  return hashToken(token);
}

/**
 * Stores the browser of a repeated login in place of `lost`, the hash of the token whose cookie was lost with the first
 * response. The owner has been mailed. Returns the hash of its token.
 */
export async function replaceDevice(
  tx: Transaction,
  config: Config,
  { request, reply, accountId, lost }: Exchange & { accountId: string; lost: Buffer },
): Promise<Buffer> {
  const token = deviceToken(config, request) ?? newToken();
  const tokenHash = hashToken(token);
  if (!tokenHash.equals(lost))
    await tx.run(sql`delete from known_devices where account_id = ${accountId} and token_hash = ${lost}`);
  await storeDevice(tx, config, { reply, accountId, token });
  return tokenHash;
}

/** Mails the owner the time, browser and network address of a login. */
async function mailNewDevice(
  { mailer }: AppContext,
  tx: Transaction,
  request: FastifyRequest,
  account: AccountRow,
): Promise<void> {
  const { language, timezone } = account;
  const { browser, system } = describeDevice(request.headers['user-agent']);
  await mailer.send(tx, account, 'new_device', {
    time: `${mailTime(language, timezone)} (${timezone})`,
    browser: browser ?? '–',
    system: system ?? '–',
    ip: request.ip,
  });
}

interface Device {
  reply: FastifyReply;
  accountId: string;
  token: string;
}

async function storeDevice(db: Queryable, config: Config, { reply, accountId, token }: Device) {
  writeCookie(reply, deviceCookie(config), token, { secure: config.COOKIE_SECURE, maxAgeSeconds });
  return upsertDevice(db, accountId, hashToken(token));
}

/** Stores a login from a browser. Returns whether it is new, the number of the account's others, and of those recently used. */
async function upsertDevice(db: Queryable, accountId: string, tokenHash: Buffer) {
  return db.one<{ is_new: boolean; others: number; recent: number }>(sql`
    with stored as (
      insert into known_devices (account_id, token_hash) values (${accountId}, ${tokenHash})
      on conflict (account_id, token_hash) do update set last_used = now()
      returning xmax = 0 as is_new)
    select stored.is_new, count(token_hash)::int as others,
      count(*) filter (where last_used > now() - interval '1 hour')::int as recent
    from stored left join known_devices on account_id = ${accountId} and token_hash <> ${tokenHash}
    group by stored.is_new`);
}

/**
 * Half of the browsers that remain are those in use for the most days, the oldest ones first; the others are those used last. A
 * thief of the password who logs in with many new browsers cannot make the owner's unknown, which would be limited by its address.
 */
async function deleteUnusedDevices(db: Queryable, accountId: string): Promise<void> {
  await db.run(sql`
    delete from known_devices where account_id = ${accountId} and token_hash not in (
      select token_hash from (
        select token_hash,
          row_number() over (order by extract(day from last_used - created) desc, created) as by_age,
          row_number() over (order by last_used desc) as by_use
        from known_devices where account_id = ${accountId}) as turns
      order by least(by_age, by_use), by_use limit ${mostDevices})`);
}
