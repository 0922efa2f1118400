import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { readCookie } from '../http/cookies.ts';
import { addressSubject } from '../http/rate-limit.ts';
import { hashToken } from '../secrets/secrets.ts';

/** Who attempts count for. */
export interface AttemptSubject {
  /** An e-mail address, known or not, or the known browsers of one account, which share their counts. */
  key: string;
  /** Whether the request comes from a browser that has logged in to the account before. */
  isKnown: boolean;
}

interface Context {
  config: Config;
  database: Pick<Database, 'system'>;
}

export const deviceCookie = (config: Config) => (config.COOKIE_SECURE ? '__Host-device' : 'device');

/** The token in the browser's cookie, known or not; undefined without one. */
export function deviceToken(config: Config, request: FastifyRequest): string | undefined {
  const token = readCookie(request, deviceCookie(config));
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
}

/** The hash of that token. */
export function deviceTokenHash(config: Config, request: FastifyRequest): Buffer | undefined {
  const token = deviceToken(config, request);
  return token === undefined ? undefined : hashToken(token);
}

/** The subject of the browsers that the account knows. */
export function knownBrowsersOf(accountId: string): AttemptSubject {
  return { key: `known:${accountId}`, isKnown: true };
}

/**
 * Returns the subject of attempts with `email`. Browsers that the account knows have counts of their own, so that an
 * attacker cannot use up the customer's attempts; they share them, so that more browsers do not allow more guesses. A
 * browser is known to its own accounts only.
 */
export async function attemptSubject(
  context: Context,
  request: FastifyRequest,
  email: string,
): Promise<AttemptSubject> {
  const owner = sql`(select account_id from accounts where lower(email) = lower(${email}))`;
  return (await findKnown(context, request, owner)) ?? { key: email, isKnown: false };
}

/** Returns the subject of a known browser that uses its account's mailed token; undefined for other browsers. */
export async function tokenSubject(
  context: Context,
  request: FastifyRequest,
  token: string,
): Promise<AttemptSubject | undefined> {
  const owner = sql`(select account_id from one_time_tokens where token_hash = ${hashToken(token)})`;
  return findKnown(context, request, owner);
}

/**
 * The subject of limits by network address: the address, or the known browsers of an account at this address. Behind a proxy
 * or in an office, thousands of customers may share one address, and one attacker would use up its limit. A thief elsewhere who
 * has copied a browser's cookie does not use up the owner's, who needs it to restore the password.
 */
export function placeOf({ ip }: FastifyRequest, subject?: AttemptSubject): string {
  const address = addressSubject(ip);
  return subject?.isKnown ? `${subject.key} at ${address}` : address;
}

/** The same for a request that names no account: any account that knows the browser counts. */
export async function placeOfBrowser(context: Context, request: FastifyRequest): Promise<string> {
  const accountId = await findAccountOfBrowser(context, request);
  return placeOf(request, accountId === undefined ? undefined : knownBrowsersOf(accountId));
}

/** The account that knows the browser of a request; of several, always the same one. */
export function findAccountOfBrowser(context: Context, request: FastifyRequest): Promise<string | undefined> {
  return findAccount(context, request, sql`account_id`);
}

async function findKnown(
  context: Context,
  request: FastifyRequest,
  accountId: Sql,
): Promise<AttemptSubject | undefined> {
  const found = await findAccount(context, request, accountId);
  return found === undefined ? undefined : knownBrowsersOf(found);
}

async function findAccount(
  { config, database }: Context,
  request: FastifyRequest,
  accountId: Sql,
): Promise<string | undefined> {
  const tokenHash = deviceTokenHash(config, request);
  if (tokenHash === undefined) return undefined;
  const row = await database.system.first<{ account_id: string }>(sql`
    select account_id from known_devices
    where token_hash = ${tokenHash} and account_id = ${accountId}
    order by account_id limit 1`);
  return row?.account_id;
}
