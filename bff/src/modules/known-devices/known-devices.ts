import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Queryable } from '../../database/database.ts';
import { readCookie, writeCookie } from '../../http/cookies.ts';
import type { Exchange } from '../../http/request-context.ts';
import { hashToken, newToken } from '../sessions/session-token.ts';
import { isKnownDevice, upsertDevice } from './known-devices.repository.ts';

const maxAgeSeconds = 180 * 86_400;

const cookieName = (config: Config) => (config.COOKIE_SECURE ? '__Host-device' : 'device');

/**
 * Whose attempts with `email` count together: those from a browser that has been logged in before count by
 * themselves, so that a stranger who guesses uses up his own attempts and not the customer's.
 */
export async function attemptSubject(
  database: Queryable,
  config: Config,
  request: FastifyRequest,
  email: string,
) {
  const token = readCookie(request, cookieName(config));
  if (token === undefined) return email;
  const hash = hashToken(token);
  return (await isKnownDevice(database, email, hash)) ? `device:${hash.toString('base64url')}` : email;
}

/**
 * Remembers the browser for the account: whether it was `known`, is the account's `first` or `another`. It opens
 * nothing; a stolen cookie buys a few guesses.
 */
export async function rememberDevice(
  database: Queryable,
  config: Config,
  { request, reply, accountId }: Exchange & { accountId: string },
): Promise<'known' | 'first' | 'another'> {
  const given = readCookie(request, cookieName(config));
  const token = given !== undefined && /^[\w-]{43}$/.test(given) ? given : newToken();
  const { is_new, has_others } = await upsertDevice(database, accountId, hashToken(token));
  writeCookie(reply, cookieName(config), token, { secure: config.COOKIE_SECURE, maxAgeSeconds });
  if (!is_new) return 'known';
  return has_others ? 'another' : 'first';
}
